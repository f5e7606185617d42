//! Files that a run is reported to.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

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

/// The path of a file without links, whether the file exists or not. A path in a directory
/// that does not exist stays as it is.
pub fn resolved(path: &Path) -> PathBuf {
    let in_directory = || {
        let directory = path.parent().filter(|parent| *parent != Path::new(""));
        let directory = fs::canonicalize(directory.unwrap_or(Path::new("."))).ok()?;
        Some(directory.join(path.file_name()?))
    };
    let resolved = fs::canonicalize(path).ok().or_else(in_directory);
    resolved.unwrap_or_else(|| path.to_owned())
}
