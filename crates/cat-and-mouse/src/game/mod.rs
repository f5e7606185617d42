//! The rules, text forms and validation of both games.

mod bitboard;
mod canonical;
mod edits;
mod graph;
mod grid;
mod outcome;
mod read;

pub use bitboard::{Bitboard, indices_of_set_bits};
pub use edits::RandomSource;
pub use graph::{CAT_START, Graph, HOLE, MOUSE_START, Node, distances};
pub use grid::{DEFAULT_MAX_PLIES, Grid, Square};
pub use outcome::{Outcome, Player, Ply};
pub(crate) use read::count_header_items;
pub use read::{Bounds, BrokenRule, InstanceError, MAX_CELLS};

#[cfg(test)]
pub(crate) mod tests;
