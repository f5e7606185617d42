//! Computes the replies of mutants to an instance.

use super::mutants::mutant::{Mutant, MutantKind};
use super::mutants::{graph_mutants, grid_mutants};
use super::rules::game_rules::GameRules;
use super::rules::strategy::{Analysis, InstanceProperties, Winner, get_or_compute};
use cat_and_mouse::game::{Outcome, Player, Ply};
use cat_and_mouse::{Game, Instance};

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
    analyses: Vec<(GameRules, Analysis)>,
}

impl<'a> AnalysedInstance<'a> {
    pub(super) fn new(instance: &'a Instance) -> Self {
        Self {
            instance,
            properties: InstanceProperties::from_instance(instance),
            analyses: Vec::new(),
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
                let analyse = || Analysis::new(rules.explore(instance));
                let analysis = get_or_compute(&mut self.analyses, rules, analyse);
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
