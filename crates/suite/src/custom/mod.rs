//! Suites of custom problems, generated from the constraints and answered by the reference
//! solution.

mod hidden;
mod reference;

pub use hidden::{Drawn, HIDDEN, HiddenError, HiddenOptions, generate};
pub use reference::{Reference, ReferenceError, wait_for, with_reference};
