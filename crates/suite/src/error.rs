//! Errors of reading, drawing, checking and writing suites.

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

/// Why a custom generator printed nothing usable, with the remedy. Implementations of
/// [`CustomGenerators`](crate::CustomGenerators) define their own errors.
pub type CustomGeneratorError = Box<dyn Error + Send + Sync>;

/// Why a suite cannot be read, drawn, checked or written; with the place and the remedy.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SuiteError {
    /// Neither a recipe nor cases have this name.
    #[error("problem {} has no suite \"{}\"; {suggestion}", suite.game, suite.suite)]
    Unknown {
        /// The unknown name.
        suite: SuiteName,
        /// A similar name, or all names.
        suggestion: String,
    },
    /// The built-in suites are part of the program and cannot be changed.
    #[error(
        "the built-in suites cannot be written; make a project for your own with `mousetrap init`"
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
    /// A file or a line of it breaks a rule.
    #[error("{place}: {message}")]
    Rule {
        /// The file, and the line if there is one.
        place: String,
        /// The rule and the remedy.
        message: String,
    },
    /// A text is not an instance of the problem.
    #[error(transparent)]
    Illegal(#[from] GameError),
    /// A custom generator failed.
    #[error("{place}: {source}")]
    CustomGenerator {
        /// The recipe and the line of its row.
        place: String,
        /// The failure, and the remedy.
        source: CustomGeneratorError,
    },
    /// An answer has no proof.
    #[error("{case}: the answer is {answer}, but {source}")]
    Unproved {
        /// The case.
        case: CaseId,
        /// Its answer.
        answer: &'static str,
        /// Why there is no proof.
        source: ProofError,
    },
    /// The generated cases differ from the lock.
    #[error(
        "suite {suite} is not what cases/cases.lock has recorded; first difference:\n{difference}\n\
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
