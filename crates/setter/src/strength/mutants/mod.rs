//! The mutants of both problems, with their classes and the longest known wins.

pub(super) mod graph_mutants;
pub(super) mod grid_mutants;
pub(super) mod longest_wins;
mod missed_wins;
pub(super) mod mutant;
