//! Suites: their cases and limits, where they are stored, and the lock that
//! proves them.
//!
//! A suite is a recipe in `generators/<problem>/<suite>.toml`, cases written
//! by hand in `cases/<problem>/<suite>/`, a collection of cases in
//! `cases/<problem>/<suite>.toml`, or several of these. [`load`] makes it in
//! memory, so that judging needs no generated file.

pub mod generate;
pub mod import;

mod add;
mod case;
mod collection;
mod draw;
mod error;
mod files;
mod from_judge;
mod generated;
mod hand;
mod load;
mod lock;
mod make;
mod programs;
mod put;

pub use add::{Added, Addition, Kept, add, keep};
pub use case::{Case, ProofError, Record, Suite, SuiteName};

pub use collection::read_collection;
pub use error::SuiteError;
pub use files::{Outline, list, outlines};
pub use from_judge::known;
pub use generated::{check, regenerate, write};
pub use load::load;
pub use programs::{NoPrograms, ProgramError, Programs};
pub use put::{may_write_collection, write_collection};

#[cfg(test)]
mod tests;
