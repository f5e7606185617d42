//! Suites of test cases. This crate draws them from recipes, loads them, checks them against the
//! lock, and writes, imports and exports them.
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

pub use case::{GameCase, ProofError, Record, Suite, SuiteName};
pub use error::SuiteError;
pub use load::{Outline, ProjectSuites, known, list, outlines, read_collection};
pub use lock::compare_with_lock;
pub use write::{Added, Addition, may_write_collection, write_suites};

#[cfg(test)]
mod tests;
