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
    #[error("the file name has no extension, which names the language; add one, as in answer.py")]
    NoExtension,
    #[error("no language has the extension \"{extension}\"; {suggestion}")]
    UnknownExtension {
        extension: String,
        suggestion: String,
    },
    #[error("line {line}: data that is not text; submit the source, not a compiled program")]
    Nul { line: usize },
    #[error("line {line}: a byte that is not UTF-8; save the file as UTF-8")]
    NotUtf8 { line: usize, source: Utf8Error },
    #[error("there is no code in it")]
    NoCode,
    #[error("{language} has no driver for the function form; submit a whole program")]
    NoDriver { language: String },
    #[error(
        "defines no entry point; expected {}, or a whole program that reads standard input{}",
        .expected.join(" or "), is_meant(.similar.as_ref())
    )]
    NoEntry {
        /// Entry points, each with its problem.
        expected: Vec<String>,
        /// A name like one of them.
        similar: Option<Similar>,
    },
    #[error(
        "defines {}; keep one, or add --problem to say which is meant", .entries.join(" and ")
    )]
    SeveralEntries { entries: Vec<String> },
    #[error(
        "contains several Markdown code blocks, the first two on lines {first} and {second}; keep \
         only the block with the solution"
    )]
    SeveralBlocks { first: usize, second: usize },
    #[error("{unfit}; {hint}")]
    Fenced {
        unfit: Box<Unfit>,
        /// What a Markdown code fence has to do with it.
        hint: String,
    },
}

/// A name that is like an entry point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Similar {
    pub name: String,
    pub line: usize,
    pub entry: String,
}

pub(super) fn is_meant(similar: Option<&Similar>) -> String {
    similar.map_or(String::new(), |Similar { name, line, entry }| {
        format!("; line {line} has {name}: is {entry} meant?")
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
