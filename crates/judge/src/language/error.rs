//! What can be wrong with a submission's source or with a language's row.

use std::path::PathBuf;
use std::str::Utf8Error;

use thiserror::Error;

use mousetrap_base::printable::named;

/// A submission that cannot be judged as it is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}: {source}", named(path))]
pub(crate) struct LanguageError {
    /// The submission's file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub source: Unfit,
}

/// The rule that a source breaks, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum Unfit {
    #[error("the extension says which language it is, and there is none; known: {}", .known.join(", "))]
    NoExtension { known: Vec<String> },
    #[error("no language has the extension \"{extension}\"; {suggestion}")]
    UnknownExtension {
        extension: String,
        suggestion: String,
    },
    #[error("line {line}: a NUL byte; a submission is source text, not a binary")]
    Nul { line: usize },
    #[error("line {line}: a byte that is not UTF-8; save the file as UTF-8")]
    NotUtf8 { line: usize, source: Utf8Error },
    #[error("there is no code in it")]
    NoCode,
    #[error("{language} has no driver for the function form; submit a whole program")]
    NoDriver { language: String },
    #[error(
        "defines no entry point; expected {}, or a whole program that reads standard input{}",
        .expected.join(" or "), did_you_mean(.similar.as_ref())
    )]
    NoEntry {
        /// Entry points, each with its problem.
        expected: Vec<String>,
        /// A name like one of them, and its line.
        similar: Option<(String, usize)>,
    },
    #[error(
        "defines {}; keep one, or add --problem to say which is meant", .entries.join(" and ")
    )]
    SeveralEntries { entries: Vec<String> },
}

pub(super) fn did_you_mean(similar: Option<&(String, usize)>) -> String {
    similar.map_or(String::new(), |(name, line)| {
        format!("; did you mean {name} on line {line}?")
    })
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
