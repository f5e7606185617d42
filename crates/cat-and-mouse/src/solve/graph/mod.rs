//! The solvers of the graph game. Each solves all starts of a graph at once.

mod queue;
pub mod word_solver;

pub use queue::Table;

use crate::game::{Graph, Outcome};

/// Solves a graph from its start: with bit sets in words up to 64 nodes, with the queue beyond.
#[must_use]
pub fn solve(graph: &Graph) -> Outcome {
    match word_solver::WordSolver::new(graph) {
        Some(solver) => solver.start_outcome(),
        None => Table::solve(graph).start_outcome(),
    }
}
