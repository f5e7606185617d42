//! Suites of custom problems. The constraints determine the arguments, and the reference solution
//! computes the answers.

mod hidden;
mod reference;

pub use hidden::{
    GeneratedSuite, HIDDEN_SUITE, HiddenError, HiddenOptions, draw_arguments, generate,
};
pub use reference::{Reference, ReferenceError, with_reference};
