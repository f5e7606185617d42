//! The grid game solved: every form answers all starts of a board at once.

pub mod bitboard;
mod queue;
pub mod twin;

pub use queue::Table;

use crate::game::{Grid, Outcome};

/// The value of a board from its start, within its move limit.
#[must_use]
pub fn solve(grid: &Grid) -> Outcome {
    Table::solve(grid).start()
}
