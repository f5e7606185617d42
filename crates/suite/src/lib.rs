//! Suites of test cases: drawn from recipes, loaded, locked, written, imported and
//! exported.
//!
//! A suite is a recipe in `generators/<problem>/<suite>.toml`, a collection of cases in
//! `cases/<problem>/<suite>.toml`, or both. [`ProjectSuites::load`] makes it in memory, so
//! judging needs no generated file.

pub mod export;
pub mod generate;
pub mod import;
pub mod own;

mod case;
mod error;
mod files;
mod load;
mod lock;
mod recipe;
mod write;

pub use case::{GameCase, ProofError, Record, Suite, SuiteName};
pub use error::{CustomGeneratorError, SuiteError};
pub use load::{Outline, ProjectSuites, known, list, outlines, read_collection};
pub use lock::compare_with_lock;
pub use recipe::{CustomGenerators, NoCustomGenerators};
pub use write::{Added, Addition, may_write_collection, write_suites};

#[cfg(test)]
mod tests;
