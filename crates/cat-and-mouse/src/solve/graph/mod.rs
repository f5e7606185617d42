//! The solvers of the graph game. Each solver handles all starting positions of a graph at once.

pub mod bitset_solver;

use super::solved_game::SolvedGame;
use crate::game::{Graph, Outcome};

/// Returns the outcome of the game from the graph's starting position. Uses bit sets for up to 64
/// nodes, and the queue for larger graphs.
pub fn solve(graph: &Graph) -> Outcome {
    match bitset_solver::BitsetSolver::new(graph) {
        Some(solver) => solver.start_outcome(),
        None => SolvedGame::new(&graph.clone().into()).start_outcome(),
    }
}
