//! Access to the files of a project, with errors that name the file.

use std::path::{Path, PathBuf};

use super::error::SuiteError;
use mousetrap_util::replace::replace_file;
use mousetrap_util::root::Root;

/// Reads a text file. Returns `None` if it does not exist.
pub(crate) fn read_text(root: &Root, file: &Path) -> Result<Option<String>, SuiteError> {
    root.read_text(file).map_err(SuiteError::io(file))
}

/// Returns the names of the entries of a directory, sorted. A directory that does not exist
/// has none.
pub(crate) fn entries(root: &Root, directory: &Path) -> Result<Vec<PathBuf>, SuiteError> {
    root.entries(directory).map_err(SuiteError::io(directory))
}

/// Returns the absolute path at which a file or directory can be written.
///
/// # Errors
/// If the project is the built-in one, or a link leads out of it.
pub(crate) fn writable(root: &Root, path: &Path) -> Result<PathBuf, SuiteError> {
    let writable = root.writable(path).map_err(SuiteError::io(path))?;
    writable.ok_or(SuiteError::BuiltIn)
}

/// Replaces a file atomically.
pub(crate) fn replace(root: &Root, file: &Path, text: &str) -> Result<(), SuiteError> {
    replace_file(&writable(root, file)?, text).map_err(SuiteError::io(file))
}
