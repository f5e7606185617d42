//! The kill matrix, which records the mutants that each case kills, and the replies of mutants.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::thread;

use super::mutants::mutant::{Mutant, MutantKind};
use super::mutants::{graph_mutants, grid_mutants};
use super::rules::strategy::{Analysis, GameRules, InstanceProperties, Winner};
use crate::parallel::run_in_parallel;
use cat_and_mouse::game::{Outcome, Player, Ply};
use cat_and_mouse::{Game, Instance};
use mousetrap_suite::GameCase;

/// The mutants that each case kills.
#[derive(Debug)]
pub struct KillMatrix {
    /// The numbers of the mutants that each case kills, in ascending order. Indexed by case.
    pub kills: Vec<Vec<usize>>,
    /// The number of mutants.
    pub mutants: usize,
}

impl KillMatrix {
    /// Runs every mutant on every case, using all cores. Calls `show` with the number of finished
    /// cases.
    pub fn new(mutants: &[Mutant], cases: &[&GameCase], show: &mut dyn FnMut(usize)) -> Self {
        let numbers: Vec<usize> = (0..mutants.len()).collect();
        let mut kills = vec![Vec::new(); cases.len()];
        let mut finished = 0;
        let Ok(()) = run_in_parallel(
            thread::available_parallelism().map_or(1, NonZeroUsize::get),
            cases.len(),
            |take_task, kills| {
                while let Some(number) = take_task() {
                    let GameCase {
                        instance, answer, ..
                    } = cases[number];
                    let killed = killed_mutants(mutants, &numbers, instance, answer);
                    let _ = kills.send((number, killed));
                }
                Ok::<(), Infallible>(())
            },
            |result| {
                if let Some((number, killed)) = result {
                    kills[number] = killed;
                    finished += 1;
                    show(finished);
                }
            },
        );
        Self {
            kills,
            mutants: mutants.len(),
        }
    }

    /// Returns the number of cases that kill each mutant.
    pub fn killing_case_counts(&self) -> Vec<usize> {
        let mut killers = vec![0; self.mutants];
        for &mutant in self.kills.iter().flatten() {
            killers[mutant] += 1;
        }
        killers
    }
}

/// Returns the numbers of the mutants in `subset` whose reply to an instance is not `answer`.
pub fn killed_mutants(
    mutants: &[Mutant],
    subset: &[usize],
    instance: &Instance,
    answer: &str,
) -> Vec<usize> {
    let mut subject = AnalysedInstance::new(instance);
    let is_wrong = |number: &usize| subject.reply(&mutants[*number]) != answer;
    subset.iter().copied().filter(is_wrong).collect()
}

/// Returns all mutants of a game, in a fixed order.
pub fn mutants_of_game(game: Game) -> Vec<Mutant> {
    match game {
        Game::CatAndMouse => graph_mutants::all_mutants(),
        Game::CatAndMouse2 => grid_mutants::all_mutants(),
    }
}

/// An instance, and the analyses of its game under the rules of mutants. Mutants with the same
/// rules share an analysis.
pub(super) struct AnalysedInstance<'a> {
    instance: &'a Instance,
    properties: InstanceProperties,
    analyses: BTreeMap<GameRules, Analysis>,
}

impl<'a> AnalysedInstance<'a> {
    pub(super) fn new(instance: &'a Instance) -> Self {
        Self {
            instance,
            properties: InstanceProperties::from_instance(instance),
            analyses: BTreeMap::new(),
        }
    }

    /// Returns the reply of a mutant to the instance.
    pub(super) fn reply(&mut self, mutant: &Mutant) -> &'static str {
        self.instance.reply(match self.mutant_result(mutant.kind) {
            Some(Player::Mouse) => Outcome::Mouse { depth: Ply(0) },
            Some(Player::Cat) => Outcome::Cat { depth: None },
            None => Outcome::Draw,
        })
    }

    fn mutant_result(&mut self, kind: MutantKind) -> Winner {
        match (kind, self.instance) {
            (MutantKind::Solver(rules, strategy), instance) => {
                let analysis = self.analyses.entry(rules);
                let analysis = analysis.or_insert_with(|| Analysis::new(rules, instance));
                analysis.evaluate(strategy, self.properties)
            }
            (MutantKind::GridHeuristic(wins), Instance::Grid(grid)) => Some(if wins(grid) {
                Player::Mouse
            } else {
                Player::Cat
            }),
            (MutantKind::GraphHeuristic(heuristic), Instance::Graph(graph)) => heuristic(graph),
            _ => unreachable!("mutants and instances belong to the same game"),
        }
    }
}
