//! The mutants of both problems, with their classes and the longest known wins.

mod classes;
mod gaps;
pub(super) mod graph_mutants;
pub(super) mod grid_mutants;
pub(super) mod mutant;
pub(super) mod records;
