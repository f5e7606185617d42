//! Writes suites: generated files, the lock, collections and new cases.

mod additions;
mod collection;
mod generated_files;

pub use additions::{AddedCase, AdditionOutcome};
pub use collection::check_new_collection;
pub use generated_files::write_suites;
