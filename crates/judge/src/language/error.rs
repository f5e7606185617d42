//! What can be wrong with a submission's source or with a language's row.

use std::path::PathBuf;

use thiserror::Error;

use mousetrap_base::printable::named;
use mousetrap_model::Message;

/// A submission that cannot be judged as it is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}: {reason}", named(path))]
pub(crate) struct LanguageError {
    /// The submission's file.
    pub path: PathBuf,
    /// The rule that it breaks, and the remedy.
    pub reason: Message,
}

/// A name that is like an entry point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Similar {
    pub name: String,
    pub line: usize,
    pub entry: String,
}

impl Similar {
    pub(super) fn remark(self) -> Message {
        Message::SimilarName {
            line: self.line,
            name: self.name,
            entry: self.entry,
        }
    }
}

/// A row of the language table that makes no sense. The message names the
/// language, the key and the remedy.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("[languages.{language}]: {message}")]
pub(crate) struct TableError {
    /// The row's id.
    pub language: String,
    /// The rule that is broken and what to do about it.
    pub message: String,
}
