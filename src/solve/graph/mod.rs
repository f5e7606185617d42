//! The graph game solved: every form answers all starts of a graph at once.

mod queue;
pub mod twin;

pub use queue::Table;

use crate::game::{Graph, Outcome};

/// The value of a graph from its start.
#[must_use]
pub fn solve(graph: &Graph) -> Outcome {
    Table::solve(graph).start()
}
