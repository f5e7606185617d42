//! What can be wrong with a submission's source.

use std::path::PathBuf;
use std::str::Utf8Error;

use thiserror::Error;

use mousetrap_base::printable::named;

/// A submission that cannot be judged as it is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}: {source}", named(path))]
pub struct LanguageError {
    /// The submission's file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub source: Unfit,
}

/// The rule that a source breaks, and the remedy.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unfit {
    /// The file name has no extension.
    #[error("the file name has no extension, which names the language; add one, as in answer.py")]
    NoExtension,
    /// No language has the extension.
    #[error("no language has the extension \"{extension}\"; {suggestion}")]
    UnknownExtension {
        /// The extension.
        extension: String,
        /// What to do.
        suggestion: String,
    },
    /// The source contains a zero byte.
    #[error("line {line}: data that is not text; submit the source, not a compiled program")]
    Nul {
        /// The line of the first one.
        line: usize,
    },
    /// The source is not valid UTF-8.
    #[error("line {line}: a byte that is not UTF-8; save the file as UTF-8")]
    NotUtf8 {
        /// The line of the first invalid byte.
        line: usize,
        /// The first invalid byte.
        source: Utf8Error,
    },
    /// The source has only comments and blanks.
    #[error("there is no code in it")]
    NoCode,
    /// The language supports complete programs only.
    #[error("{language} has no driver for the function form; submit a whole program")]
    NoDriver {
        /// The name of the language.
        language: String,
    },
    /// The source defines no entry point.
    #[error(
        "defines no entry point; expected {}, or a whole program that reads standard input{}",
        .expected.join(" or "), is_meant(.similar.as_ref())
    )]
    NoEntry {
        /// Entry points, each with its problem.
        expected: Vec<String>,
        /// A similar name in the source.
        similar: Option<Similar>,
    },
    /// The source defines entry points of several problems.
    #[error(
        "defines {}; keep one, or add --problem to say which is meant", .entries.join(" and ")
    )]
    SeveralEntries {
        /// The entry points, each with its problem.
        entries: Vec<String>,
    },
    /// Several Markdown code blocks, so it is not clear which one is the solution.
    #[error(
        "contains several Markdown code blocks, the first two on lines {first} and {second}; keep \
         only the block with the solution"
    )]
    SeveralBlocks {
        /// The line of the first block.
        first: usize,
        /// The line of the second block.
        second: usize,
    },
    /// A Markdown code fence is the probable cause.
    #[error("{unfit}; {hint}")]
    Fenced {
        /// The rule that the source breaks.
        unfit: Box<Unfit>,
        /// The remark on the fence.
        hint: String,
    },
}

/// A name that is similar to an entry point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Similar {
    /// The name.
    pub name: String,
    /// Its line.
    pub line: usize,
    /// The entry point.
    pub entry: String,
}

/// Asks whether a similar name stands for the entry point.
pub(super) fn is_meant(similar: Option<&Similar>) -> String {
    similar.map_or(String::new(), |Similar { name, line, entry }| {
        format!("; line {line} has {name}: is {entry} meant?")
    })
}
