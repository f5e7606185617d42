//! Reads the suites of a project.

mod collection;
mod listing;
mod suites;

pub(crate) use collection::{parse_collection, read_instance};
pub use listing::{SuiteSummary, known_suites, list, suite_summaries};
pub(crate) use suites::read_recipe;
pub use suites::{ProjectSuites, read_collection};
