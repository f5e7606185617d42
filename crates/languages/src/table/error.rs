//! Errors in the language table of a configuration.

use thiserror::Error;

/// An invalid row of the language table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("[languages.{language}]: {message}")]
pub struct TableError {
    /// The row's id.
    pub language: String,
    /// The key, the broken rule and the remedy.
    pub message: String,
}
