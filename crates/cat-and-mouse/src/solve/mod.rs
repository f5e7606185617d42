//! Solvers, certificates and best play.

pub(crate) mod cat_depths;
pub mod certificate;
pub mod graph;
pub mod grid;
pub mod line;
pub mod play;

#[cfg(test)]
mod tests;
