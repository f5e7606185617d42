//! Suites and whole problems in the formats of other tools.

mod cases;
mod format;
mod package;
mod package_files;
mod package_formats;
mod templates;
mod whole_program;

pub use format::{Format, zip};
pub use package::{File, Package, cases_at_bounds};
pub use templates::Faults;
pub use whole_program::program;
