//! Tools for authors of test suites: stress tests, mutation tests with changed game rules or
//! changed source code, and hunts for long forced wins.

pub mod hunt;
#[cfg(feature = "mutants")]
pub mod mutants;
mod parallel;
pub mod strength;
pub mod stress;
