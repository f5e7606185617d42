//! Errors that occur while suites are read, generated, checked and written.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use cat_and_mouse::game::InstanceError;
use mousetrap_util::printable::escape_path;
use mousetrap_util::toml_file::TomlError;

/// The reason why a suite cannot be read, generated, checked or written. The message names the file
/// and suggests a fix.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SuiteError {
    /// Built-in suites are part of the program and cannot be changed.
    #[error(
        "built-in suites cannot be changed; create a project for your suites with `mousetrap init`"
    )]
    BuiltIn,
    /// A recipe or a collection breaks a rule.
    #[error(transparent)]
    Toml(#[from] TomlError),
    /// A file or directory cannot be read or written.
    #[error("{}: {source}", escape_path(path))]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// The operating system's error.
        source: io::Error,
    },
    /// A file, a line, a case or a suite breaks a rule.
    #[error("{place}: {message}")]
    Rule {
        /// The file (with the line number, if there is one), the case or the suite that breaks the
        /// rule.
        place: String,
        /// The rule that is broken, and how to comply with it.
        message: String,
    },
    /// A text does not describe a valid instance of the problem.
    #[error(transparent)]
    Illegal(#[from] InstanceError),
}

impl SuiteError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { path, source }
    }

    /// Creates the error for a broken rule.
    pub(crate) fn new(place: impl fmt::Display, message: impl Into<String>) -> Self {
        Self::Rule {
            place: place.to_string(),
            message: message.into(),
        }
    }
}
