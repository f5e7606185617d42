//! Tools for authors of suites: stress tests, mutants of rules and of sources, and hunts for long
//! forced wins.

pub mod hunt;
#[cfg(feature = "mutants")]
pub mod mutants;
mod parallel;
pub mod strength;
pub mod stress;
