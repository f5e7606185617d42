//! Reads and writes the files of a project. Errors contain the file's path.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use super::error::SuiteError;
use mousetrap_util::project::Project;
use mousetrap_util::replace::replace_file;

/// Reads a text file. Returns `None` if the file does not exist.
pub(crate) fn read_text(root: &Project, file: &Path) -> Result<Option<String>, SuiteError> {
    root.read_text(file).map_err(SuiteError::io(file))
}

/// Returns the absolute path for writing a file or directory of the project.
///
/// # Errors
/// Returns an error if the project is the built-in one, or if a link leads out of the project.
pub(crate) fn path_for_writing(root: &Project, path: &Path) -> Result<PathBuf, SuiteError> {
    let writable = root.writable_path(path).map_err(SuiteError::io(path))?;
    writable.ok_or(SuiteError::BuiltIn)
}

/// Replaces the content of a file atomically.
pub(crate) fn write_text(root: &Project, file: &Path, text: &str) -> Result<(), SuiteError> {
    replace_file(&path_for_writing(root, file)?, text).map_err(SuiteError::io(file))
}

/// A file to be written to a new directory: its relative path and its text.
pub type NewFile = (PathBuf, String);

pub(crate) fn new_file(path: impl Into<PathBuf>, text: impl Into<String>) -> NewFile {
    (path.into(), text.into())
}

/// Writes files to a temporary directory and renames it to `directory`, so that `directory` appears
/// with all files or not at all. Calls `make_room` before the renaming; after this call,
/// `directory` must be empty or must not exist.
///
/// # Errors
/// Returns an error if a file cannot be written.
pub fn write_directory(
    directory: &Path,
    files: &[NewFile],
    make_room: impl FnOnce() -> io::Result<()>,
) -> io::Result<()> {
    let parent = match directory.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    fs::create_dir_all(parent)?;
    let temp = tempfile::Builder::new()
        .prefix(".mousetrap-draft-")
        // The process's umask restricts these permissions.
        .permissions(fs::Permissions::from_mode(0o777))
        .tempdir_in(parent)?;
    for (path, text) in files {
        let path = temp.path().join(path);
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory)?;
        }
        fs::write(path, text)?;
    }
    make_room()?;
    fs::rename(temp.path(), directory)?;
    let _: PathBuf = temp.keep();
    Ok(())
}
