//! Problems that a project defines itself: their definitions and cases, and the constraints of
//! their arguments, which check, generate and shrink cases.
//!
//! Generating does no I/O, reads no clock and iterates over no hash map: the same seed gives the
//! same cases on every machine.

pub mod cases;
pub mod definition;
pub mod examples;
pub mod template;

mod constraints;
mod generate;
mod shrink;

pub use cases::CaseError;
pub use constraints::{ConstraintError, Constraints, Line, Violation};
pub use definition::{Definition, DefinitionError};
pub use generate::{Contradiction, Shape, generate};
pub use shrink::shrink;

#[cfg(test)]
mod tests;
