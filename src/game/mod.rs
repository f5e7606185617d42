//! The two games, exactly: rules, text forms, validation. Pure, no I/O.

mod graph;
mod grid;
mod outcome;
mod parse;

pub use graph::{Graph, Node};
pub use grid::{Grid, Square};
pub use outcome::{Outcome, Ply};
pub use parse::{Bounds, GameError};
