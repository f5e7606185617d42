//! Solvers, certificates and best play.

pub mod certificate;
pub mod graph;
pub mod grid;
pub(crate) mod hunt;
pub mod line;
pub mod play;

#[cfg(test)]
mod tests;
