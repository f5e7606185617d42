//! Problems that a project defines itself: their definitions and cases.

pub mod cases;
mod constraints;
pub mod definition;
pub mod examples;
pub mod template;

pub use cases::CaseError;
pub use constraints::{Constraints, Violation};
pub use definition::{Definition, DefinitionError};
