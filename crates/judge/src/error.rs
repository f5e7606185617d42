//! What the judge itself cannot do.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use mousetrap_base::printable::named;
use mousetrap_sandbox::SandboxError;

/// A failure of the judge itself; no submission is to blame.
#[derive(Debug, Error)]
pub enum JudgeError {
    /// The sandbox failed.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    /// The directory for what is kept from run to run cannot be used.
    #[error(
        "{}: what is compiled cannot be kept here: {source}; set XDG_CACHE_HOME to a directory of \
         your own",
        named(path)
    )]
    Cache {
        /// The directory.
        path: PathBuf,
        /// What the system says, or the rule that is broken.
        source: io::Error,
    },
    /// A submission is not what it was when the run began.
    #[error(
        "its file has changed since the run began, or cannot be read any more: {0}; judge it again"
    )]
    Changed(String),
    /// Files of a compiled program went away while it ran.
    #[error(
        "{}: files of the compiled program were removed or changed meanwhile; judge it again",
        named(_0)
    )]
    Damaged(PathBuf),
    /// A file of the judge's own could not be used.
    #[error("{}: {source}", named(path))]
    File {
        /// The file or directory.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

impl JudgeError {
    /// For `map_err` on work with the cache directory, which the user may change.
    pub(crate) fn cache(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Cache { path, source }
    }

    /// For `map_err` on work with `path`.
    pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::File { path, source }
    }
}
