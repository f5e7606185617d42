//! Writes suites: generated files, the lock, collections and new cases.

mod additions;
mod collection;
mod generated;

pub use additions::{AddResult, Addition};
pub use collection::may_write_collection;
pub use generated::write_suites;
