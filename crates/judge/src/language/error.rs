//! What can be wrong with a submission's source or with a language's row.

use mousetrap_base::printable::named;
use std::path::PathBuf;

use thiserror::Error;

/// A submission that cannot be judged as it is. The message names the file,
/// the rule and the remedy.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}: {message}", named(path))]
pub(crate) struct LanguageError {
    /// The submission's file.
    pub path: PathBuf,
    /// The rule that is broken and what to do about it.
    pub message: String,
}

/// A row of the language table that makes no sense. The message names the
/// language, the key and the remedy.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("[languages.{language}]: {message}")]
pub struct TableError {
    /// The row's id.
    pub language: String,
    /// The rule that is broken and what to do about it.
    pub message: String,
}
