//! Reasons why the judge has no result, as opposed to failures of submissions.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::program::program_runner::ProgramError;
use mousetrap_model::Message;
use mousetrap_sandbox::SandboxError;
use mousetrap_util::printable::escape_path;

/// An error of the judge itself, for which no submission is to blame.
#[derive(Debug, Error)]
pub enum JudgeError {
    /// The sandbox failed.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    /// The cache directory cannot be used.
    #[error(
        "{}: compiled programs cannot be stored here: {source}; set XDG_CACHE_HOME to a directory \
         that you own",
        escape_path(path)
    )]
    Cache {
        /// The path of the directory.
        path: PathBuf,
        /// The underlying error of the operating system.
        source: io::Error,
    },
    /// A program of the project, such as a checker, cannot be used.
    #[error(transparent)]
    Program(Box<ProgramError>),
    /// Files of a compiled program were removed or changed while the program was running.
    #[error(
        "{}: files of the compiled program were removed or changed during the run; judge the \
         submission again",
        escape_path(_0)
    )]
    Damaged(PathBuf),
    /// The judge has a defect, which stopped it with this message.
    #[error("the judge itself failed: {0}; please report this defect")]
    Panic(String),
    /// The user asked to stop.
    #[error("interrupted")]
    Interrupted,
    /// A file that the judge needs cannot be read or written.
    #[error("{}: {source}", escape_path(path))]
    File {
        /// The path of the file or directory.
        path: PathBuf,
        /// The underlying error of the operating system.
        source: io::Error,
    },
}

impl From<ProgramError> for JudgeError {
    fn from(error: ProgramError) -> Self {
        match error {
            ProgramError::Judge(error) => error,
            ProgramError::Interrupted => Self::Interrupted,
            error => Self::Program(error.into()),
        }
    }
}

impl From<JudgeError> for Message {
    fn from(error: JudgeError) -> Self {
        match error {
            JudgeError::Interrupted => Self::Interrupted,
            error => Self::text(error.to_string()),
        }
    }
}

impl JudgeError {
    /// Returns a function for `map_err` that reports a failed operation in the cache directory
    /// `path`.
    pub(crate) fn cache_error(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Cache { path, source }
    }

    /// Returns a function for `map_err` that reports a failed operation on the file or directory
    /// `path`.
    pub(crate) fn io_error(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::File { path, source }
    }
}
