//! Suites, and problems as a whole, in the forms that other tools take.

mod faults;
mod format;
mod job;
mod package;
mod plain;
mod program;
mod whole;

pub use faults::Faults;
pub use format::{Format, zip};
pub use job::{Job, Scheduler};
pub use package::{File, Package, bounds};
pub use program::program;
