//! Computes the replies of mutants to an instance.

use super::mutants::mutant::{Mutant, MutantKind};
use super::mutants::{graph_mutants, grid_mutants};
use super::rules::graph_rules::GraphRules;
use super::rules::grid_rules::GridRules;
use super::rules::state_graph::StateGraph;
use super::rules::strategy::{Analysis, InstanceProperties, Winner};
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
    grids: Vec<(GridRules, Analysis)>,
    graphs: Vec<(GraphRules, Analysis)>,
}

impl<'a> AnalysedInstance<'a> {
    pub(super) fn new(instance: &'a Instance) -> Self {
        Self {
            instance,
            properties: InstanceProperties::from_instance(instance),
            grids: Vec::new(),
            graphs: Vec::new(),
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
        let properties = self.properties;
        match (kind, self.instance) {
            (MutantKind::Grid(rules, strategy), Instance::Grid(grid)) => {
                analysis(&mut self.grids, rules, || rules.explore(grid))
                    .evaluate(strategy, properties)
            }
            (MutantKind::Graph(rules, strategy), Instance::Graph(graph)) => {
                analysis(&mut self.graphs, rules, || rules.explore(graph))
                    .evaluate(strategy, properties)
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

/// Returns the analysis for these rules. Creates the analysis if it does not exist yet.
fn analysis<R: PartialEq>(
    known: &mut Vec<(R, Analysis)>,
    rules: R,
    explore: impl FnOnce() -> StateGraph,
) -> &mut Analysis {
    let index = known.iter().position(|(other, _)| *other == rules);
    let index = index.unwrap_or_else(|| {
        known.push((rules, Analysis::new(explore())));
        known.len() - 1
    });
    &mut known[index].1
}
