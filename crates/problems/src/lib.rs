//! Custom problems of a project: definitions, cases, and the constraints by which cases are
//! checked, generated and shrunk.
//!
//! Case generation does no I/O, reads no clock and iterates over no hash map, so the same seed
//! gives the same cases on every machine.

pub mod cases;
pub mod definition;
pub mod examples;
pub mod template;

mod constraints;
mod generate;
mod shrink;

pub use cases::CaseError;
pub use constraints::{ConstraintError, ConstraintLine, Constraints, Violation};
pub use definition::{Definition, DefinitionError};
pub use generate::{Shape, generate};
pub use shrink::shrink;

#[cfg(test)]
mod tests;
