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
    /// For `map_err` on work with `path`.
    pub(super) fn at(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::File { path, source }
    }
}
