//! The solvers of the graph game. Each answers all starts of a graph at once.

mod queue;
pub mod words;

pub use queue::Table;

use crate::game::{Graph, Outcome};

/// Returns the value of a graph from its start: by words up to 64 nodes, by the queue beyond.
#[must_use]
pub fn solve(graph: &Graph) -> Outcome {
    match words::Words::new(graph) {
        Some(words) => words.start(),
        None => Table::solve(graph).start(),
    }
}
