//! Suites of custom problems. The constraints determine the arguments, and the reference solution
//! computes the answers.

mod draw;
mod hidden_suite;
mod reference;
mod validator;

pub use draw::{GeneratorError, draw_arguments, run_generator};
pub use hidden_suite::{
    DrawCounts, GeneratedSuite, HIDDEN_SUITE_NAME, HiddenSuiteError, HiddenSuiteOptions, generate,
};
pub use reference::{ReferenceSolution, ReferenceSolutionError, with_reference_solution};
pub use validator::{Validator, with_validator};
