//! Solvers, certificates and optimal play.

pub mod best_line;
pub mod certificate;
pub mod graph;
pub mod grid;
pub mod queue_solver;
pub mod solved_game;

#[cfg(test)]
pub(crate) mod tests;
