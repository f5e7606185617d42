//! Suites of custom problems. The constraints determine the arguments, and the reference solution
//! computes the answers.

mod hidden_suite;
mod reference;

pub use hidden_suite::{
    GeneratedSuite, HIDDEN_SUITE_NAME, HiddenSuiteError, HiddenSuiteOptions, draw_arguments,
    generate,
};
pub use reference::{ReferenceError, ReferenceSolution, with_reference_solution};
