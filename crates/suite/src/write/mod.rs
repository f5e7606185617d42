//! Writes suites: generated files, the lock, and new cases.

mod additions;
mod generated;

pub use additions::{AddResult, Addition};
pub use generated::write_suites;
