//! The search for an instance that kills a survivor.

use super::matrix::killed;
use super::mutant::{Mutant, Subject};
use crate::generate::{Seed, Settings, Stream, of_problem};
use crate::problem::{Instance, Problem};

/// What the search found.
#[derive(Debug, Default)]
pub struct Found {
    /// For each mutant asked about, the smallest instance that kills it, with
    /// the name of the family it was drawn from.
    pub killers: Vec<Option<(Box<dyn Instance>, &'static str)>>,
    /// Instances that were tried.
    pub tried: usize,
}

/// Draws `rounds` instances of every family of the problem with its default
/// parameters, and keeps for each mutant the smallest one (by its text) that
/// kills it. The same seed finds the same.
pub fn search(problem: &dyn Problem, mutants: &[Mutant], rounds: usize, seed: Seed) -> Found {
    let mut found = Found {
        killers: mutants.iter().map(|_| None).collect(),
        tried: 0,
    };
    for family in of_problem(problem.id()) {
        let settings = Settings::defaults(family);
        for round in 0..rounds {
            let mut stream = Stream::named("strength", family.name, seed, round);
            for instance in (family.draw)(&settings, &mut stream) {
                found.tried += 1;
                let answer = instance.reply(instance.solve());
                let text = instance.text();
                for number in killed(mutants, instance.as_ref(), answer) {
                    let best = &mut found.killers[number];
                    let is_smaller = best
                        .as_ref()
                        .is_none_or(|(killer, _)| text.len() < killer.text().len());
                    if is_smaller {
                        // Read again: instances cannot be copied.
                        let copy = problem.parse(&text, crate::game::Bounds::Extended);
                        *best = copy.ok().map(|copy| (copy, family.name));
                    }
                }
            }
        }
    }
    found
}

/// The smallest of `rounds` drawn instances of every family on which two
/// mutants reply differently, with the name of its family.
pub fn differ(
    problem: &dyn Problem,
    one: &Mutant,
    other: &Mutant,
    rounds: usize,
    seed: Seed,
) -> Option<(Box<dyn Instance>, &'static str)> {
    let mut smallest: Option<(Box<dyn Instance>, &'static str)> = None;
    for family in of_problem(problem.id()) {
        let settings = Settings::defaults(family);
        for round in 0..rounds {
            let mut stream = Stream::named("differ", family.name, seed, round);
            for instance in (family.draw)(&settings, &mut stream) {
                let length = instance.text().len();
                let is_smaller = smallest
                    .as_ref()
                    .is_none_or(|(known, _)| length < known.text().len());
                let mut subject = Subject::new(instance.as_ref());
                if is_smaller && subject.reply(one) != subject.reply(other) {
                    smallest = Some((instance, family.name));
                }
            }
        }
    }
    smallest
}
