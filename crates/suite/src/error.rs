//! Errors that occur while suites are read, drawn, checked and written.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::case::{ProofError, SuiteName};
use cat_and_mouse::game::GameError;
use mousetrap_model::CaseId;
use mousetrap_util::printable::named;
use mousetrap_util::toml_file::TomlError;

/// The reason why a custom generator printed no usable case, with the remedy. Implementations of
/// [`CustomGenerators`](crate::CustomGenerators) define their own errors.
pub type CustomGeneratorError = Box<dyn Error + Send + Sync>;

/// The reason why a suite cannot be read, drawn, checked or written, with the file and the remedy.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SuiteError {
    /// No suite has this name.
    #[error("problem {} has no suite \"{}\"; {suggestion}", suite.game, suite.suite)]
    Unknown {
        /// The unknown name.
        suite: SuiteName,
        /// A similar name, or all names.
        suggestion: String,
    },
    /// Built-in suites are part of the program and cannot be changed.
    #[error(
        "built-in suites cannot be changed; create a project for your suites with `mousetrap init`"
    )]
    BuiltIn,
    /// A recipe or a collection breaks a rule.
    #[error(transparent)]
    Toml(#[from] TomlError),
    /// A file or directory cannot be read or written.
    #[error("{}: {source}", named(path))]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A file, or one of its lines, breaks a rule.
    #[error("{place}: {message}")]
    Rule {
        /// The file, and the line if there is one.
        place: String,
        /// The broken rule and the remedy.
        message: String,
    },
    /// A text is not an instance of the problem.
    #[error(transparent)]
    Illegal(#[from] GameError),
    /// A custom generator failed.
    #[error("{place}: {source}")]
    CustomGenerator {
        /// The recipe, and the line number of the row that failed.
        place: String,
        /// The failure and the remedy.
        source: CustomGeneratorError,
    },
    /// An answer has no proof.
    #[error("{case}: the answer is {answer}, but {source}")]
    Unproved {
        /// The case.
        case: CaseId,
        /// The case's answer.
        answer: &'static str,
        /// The reason why there is no proof.
        source: ProofError,
    },
    /// The generated cases differ from the lock.
    #[error(
        "suite {suite} differs from cases/cases.lock; first difference:\n{difference}\n\
         restore the recipe or the lock, or accept the new cases with `mousetrap generate {} \
         --problem {}`",
        suite.suite, suite.game
    )]
    Locked {
        /// The suite.
        suite: SuiteName,
        /// The first case that differs, as a diff.
        difference: String,
    },
}

impl SuiteError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { path, source }
    }

    pub(crate) fn rule(place: impl fmt::Display, message: impl Into<String>) -> Self {
        Self::Rule {
            place: place.to_string(),
            message: message.into(),
        }
    }
}
