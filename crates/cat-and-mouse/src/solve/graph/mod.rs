//! The graph game solved: every form answers all starts of a graph at once.

mod queue;
pub mod words;

pub use queue::Table;

use crate::game::{Graph, Outcome};

/// The value of a graph from its start: by words up to 64 nodes, beyond by
/// the queue.
#[must_use]
pub fn solve(graph: &Graph) -> Outcome {
    match words::Words::new(graph) {
        Some(words) => words.start(),
        None => Table::solve(graph).start(),
    }
}
