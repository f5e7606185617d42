//! Suites of test cases. This crate draws cases from recipes, loads suites, compares them with the
//! lock file, and writes, imports and exports suites.
//!
//! A suite consists of a recipe in `generators/<problem>/<suite>.toml`, a collection of cases in
//! `cases/<problem>/<suite>.toml`, or both. [`ProjectSuites::load`] generates the cases in memory,
//! so judging needs no generated file.

pub mod custom;
pub mod export;
pub mod generate;
pub mod import;

mod case;
mod error;
mod load;
mod lock;
mod project_files;
mod recipe;
mod write;

pub use case::{GameCase, LongestWinEvidence, ProofError, Suite, SuiteName};
pub use error::SuiteError;
pub use load::{ProjectSuites, SuiteSummary, known_suites, list, read_collection, suite_summaries};
pub use lock::compare_with_lock;
pub use write::{AddedCase, AdditionOutcome, check_new_collection, write_suites};

#[cfg(test)]
mod tests;
