//! `mousetrap strength --harden`: a small suite that catches everything.

use std::collections::BTreeSet;

use super::{Arguments, matrix};
use crate::failure::Failure;
use cat_and_mouse::problem::Problem;
use mousetrap_judge::config::Config;
use mousetrap_lab::strength::{self, Candidate, Mutant};
use mousetrap_lab::stress;
use mousetrap_suite::generate::Seed;
use mousetrap_suite::{Case, CaseId, SuiteName};

/// How the comment on top of a chosen suite begins.
const CHOSEN: &str = "Chosen by `mousetrap strength ";

/// Says before any work whether the suite can be written at its end.
pub(super) fn check(
    config: &Config,
    problem: Problem,
    arguments: &Arguments,
    name: &str,
) -> Result<(), Failure> {
    if arguments.suites.iter().any(|suite| suite == name) {
        return Err(Failure::usage(format!(
            "suite \"{name}\" cannot be built out of itself; choose another name"
        )));
    }
    mousetrap_suite::may_write_collection(&config.root, &named(problem, name), CHOSEN)
        .map_err(Failure::usage)
}

fn named(problem: Problem, name: &str) -> SuiteName {
    SuiteName {
        problem,
        suite: name.to_owned(),
    }
}

/// Chooses a small suite and writes it.
pub(super) fn run(
    config: &Config,
    problem: Problem,
    arguments: &Arguments,
    name: &str,
    cases: &[&Case],
) -> Result<(), Failure> {
    let mutants = strength::of_problem(problem);
    // A suite holds no case twice, not even turned; suites may share cases.
    let mut known: BTreeSet<String> = BTreeSet::new();
    let mut is_new = |case: &Case| known.insert(case.instance.canonical());
    let mut cases = cases.to_vec();
    cases.retain(|case| is_new(case));
    let mut kills = matrix(&mutants, &cases);
    let underkilled: Vec<usize> = strength::underkilled(&kills, &candidates(&cases))
        .into_iter()
        .filter(|&mutant| mutants[mutant].equivalent.is_none())
        .filter(|&mutant| mutants[mutant].evidence.is_none())
        .collect();
    let found =
        [1, 2].map(|round| killers(config, problem, arguments, &mutants, &underkilled, round));
    let added: Vec<&(String, Case)> = found
        .iter()
        .flatten()
        .filter(|(_, case)| is_new(case))
        .collect();
    let mut from: Vec<String> = cases.iter().map(|case| case.id.to_string()).collect();
    from.extend(added.iter().map(|(from, _)| from.clone()));
    cases.extend(added.iter().map(|(_, case)| case));

    if !added.is_empty() {
        kills = matrix(&mutants, &cases);
    }
    let cover = strength::harden(&kills, &candidates(&cases), arguments.max_cases);
    let chosen: Vec<(String, &Case)> = cover
        .chosen
        .iter()
        .map(|&number| (from[number].clone(), cases[number]))
        .collect();
    let suite = named(problem, name);
    let header = format!(
        "{CHOSEN}{} --harden {name} --max-cases {}`:\n\
         every wrong solution that can be caught is caught, twice where that is possible.",
        arguments.suites.join(" "),
        arguments.max_cases
    );
    mousetrap_suite::write_collection(&config.root, &suite, &header, &chosen, config.limits)
        .map_err(Failure::usage)?;
    outln!(
        "{suite}: {} of {} cases, {} of which were searched for; {} mutants have fewer than two \
         killers of different families",
        chosen.len(),
        cases.len(),
        added.len(),
        cover.thin.len()
    );
    for &mutant in &cover.thin {
        outln!("  {}: {}", mutants[mutant].class, mutants[mutant].name);
    }
    Ok(())
}

fn candidates<'a>(cases: &[&'a Case]) -> Vec<Candidate<'a>> {
    let of_case = |case: &&'a Case| Candidate {
        family: family(&case.id.0),
        answer: case.answer,
        cost: case.input.len(),
    };
    cases.iter().map(of_case).collect()
}

/// A simplest killer of each of these mutants, with where it comes from. Each
/// round searches elsewhere, and what it finds is a family of its own.
fn killers(
    config: &Config,
    problem: Problem,
    arguments: &Arguments,
    mutants: &[Mutant],
    underkilled: &[usize],
    round: u64,
) -> Vec<(String, Case)> {
    let seed = Seed(arguments.seed + round - 1);
    let search = arguments.search;
    let found = stress::witnesses(
        problem,
        seed,
        search,
        underkilled.len(),
        |instance, claims| {
            let some: Vec<usize> = claims.iter().map(|&claim| underkilled[claim]).collect();
            let err = strength::killed_by(mutants, &some, instance);
            let is_true = |claim: &usize| err.contains(&underkilled[*claim]);
            claims.iter().copied().filter(is_true).collect()
        },
    );
    let found = found.found.into_iter().flatten().enumerate();
    found
        .map(|(number, trial)| {
            let id = CaseId(format!("search/killer-{round}-{:03}", number + 1));
            let from = format!("{id}, seed {seed}, from an instance of {}", trial.origin);
            (from, Case::solved(id, trial.instance, config.limits))
        })
        .collect()
}

/// The family of a generated case, `walls` of `broad/walls-003`; the whole
/// name of another.
fn family(id: &str) -> &str {
    match id.rsplit_once('-') {
        Some((family, number)) if number.len() == 3 && number.parse::<u32>().is_ok() => family,
        _ => id,
    }
}
