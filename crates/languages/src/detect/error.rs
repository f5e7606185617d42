//! What can be wrong with a submission's source.

use std::path::PathBuf;

use thiserror::Error;

use mousetrap_model::Message;
use mousetrap_util::printable::named;

/// A submission that cannot be judged as it is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}: {reason}", named(path))]
pub struct LanguageError {
    /// The submission's file.
    pub path: PathBuf,
    /// The rule that it breaks, and the remedy.
    pub reason: Message,
}

/// A name that is similar to an entry point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Similar {
    /// The name.
    pub name: String,
    /// Its line.
    pub line: usize,
    /// The entry point.
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
