//! The rules of either game.

use super::graph_rules::GraphRules;
use super::grid_rules::GridRules;
use super::state_graph::StateGraph;
use cat_and_mouse::Instance;

/// The rules of one of the two games.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum GameRules {
    Graph(GraphRules),
    Grid(GridRules),
}

impl GameRules {
    /// Explores all positions that the game on an instance can reach under these rules.
    pub(crate) fn explore(&self, instance: &Instance) -> StateGraph {
        match (self, instance) {
            (Self::Graph(rules), Instance::Graph(graph)) => rules.explore(graph),
            (Self::Grid(rules), Instance::Grid(grid)) => rules.explore(grid),
            _ => unreachable!("mutants and instances belong to the same game"),
        }
    }
}
