//! Reference solvers, their slow obvious twins, and optimal play.

pub mod graph;
pub mod grid;

#[cfg(test)]
mod tests;
