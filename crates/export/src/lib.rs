//! Suites, and problems as a whole, in the forms that other tools take.

mod domjudge;
mod faults;
mod format;
mod icpc;
mod kattis;
mod package;
mod plain;
mod polygon;
mod program;
mod zipped;

pub use faults::{inputs as faulty_inputs, outputs as faulty_outputs};
pub use format::Format;
pub use package::{File, Package, bounds};
pub use program::program;
pub use zipped::zip;
