//! Solvers, certificates and optimal play.

pub mod best_line;
pub(crate) mod cat_depths;
pub mod certificate;
pub mod graph;
pub mod grid;
pub mod solved_game;

#[cfg(test)]
pub(crate) mod tests;
