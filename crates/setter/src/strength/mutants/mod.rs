//! The mutants of both problems.

mod classes;
mod gaps;
pub(super) mod graph_mutants;
pub(super) mod grid_mutants;
pub(super) mod mutant;
pub(super) mod records;
