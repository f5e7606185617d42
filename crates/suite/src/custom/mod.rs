//! Suites of custom problems. The constraints determine the arguments, and the reference solution
//! computes the answers.

mod draw;
mod draw_counts;
mod error;
mod hidden_suite;
mod reference;
mod validator;

pub use draw::{draw_arguments, run_generator};
pub use draw_counts::DrawCounts;
pub use error::CustomProblemError;
pub use hidden_suite::{GeneratedSuite, HiddenSuiteOptions, generate};
pub use reference::{ReferenceSolution, with_reference_solution};
pub use validator::{Validator, with_validator};
