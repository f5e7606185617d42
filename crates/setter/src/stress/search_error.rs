//! The error of a search.

use thiserror::Error;

use mousetrap_judge::JudgeError;
use mousetrap_suite::custom::{GeneratorError, ReferenceSolutionError};

/// The reason why a search has no result.
#[derive(Debug, Error)]
pub enum SearchError {
    /// A submission or another program cannot be run, or the judge failed.
    #[error(transparent)]
    Program(#[from] JudgeError),
    /// The reference solution of a custom problem cannot be used.
    #[error("{0}")]
    Reference(ReferenceSolutionError),
    /// The generator of a custom problem printed a line that is not valid.
    #[error("{0}")]
    Generator(GeneratorError),
}

impl From<GeneratorError> for SearchError {
    fn from(error: GeneratorError) -> Self {
        match error {
            GeneratorError::Program(error) => Self::Program(error),
            error @ GeneratorError::Line { .. } => Self::Generator(error),
        }
    }
}

impl From<ReferenceSolutionError> for SearchError {
    fn from(error: ReferenceSolutionError) -> Self {
        match error {
            ReferenceSolutionError::Program(error) => Self::Program(error),
            error => Self::Reference(error),
        }
    }
}
