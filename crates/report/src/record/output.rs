//! Files that a run is reported to.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::Format;
use mousetrap_util::printable::named;

/// A file that a run is reported to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportFile {
    /// What it holds.
    pub format: Format,
    /// Where it is; replaced by rename, so that it is whole at any time.
    pub path: PathBuf,
}

/// A report that cannot be written.
#[derive(Debug, Error)]
#[error(
    "{}: cannot write the report: {source}; choose another place",
    named(path)
)]
pub struct WriteError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub source: io::Error,
}
