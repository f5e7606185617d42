//! Writes the files of an export.

use std::fs;
use std::path::Path;

use crate::cli::failure::Failure;
use mousetrap_suite::export::File;
use mousetrap_util::printable::named;

/// Returns the short name of the problem, which clients take from the name of its directory.
pub(super) fn short_name(path: &Path) -> Result<&str, Failure> {
    let name = path.file_name().and_then(|name| name.to_str());
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    name.filter(|name| !name.is_empty() && name.chars().all(plain))
        .ok_or_else(|| {
            Failure::usage(format!(
                "{}: its name becomes the short name of the problem, and that is made of \
                 lower-case letters and digits, like catandmouse",
                named(path)
            ))
        })
}

/// Returns the directory that contains a path.
fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(directory) if !directory.as_os_str().is_empty() => directory,
        _ => Path::new("."),
    }
}

/// Writes the files into a temporary directory first, so that the directory appears complete
/// or not at all.
pub(super) fn write(directory: &Path, files: &[File]) -> Result<(), Failure> {
    let fault = |error: std::io::Error| {
        Failure::usage(format!("{}: cannot be written: {error}", named(directory)))
    };
    let parent = directory_of(directory);
    fs::create_dir_all(parent).map_err(fault)?;
    let draft = tempfile::Builder::new()
        .prefix(".mousetrap-export-")
        .tempdir_in(parent)
        .map_err(fault)?;
    let inside = draft.path().join("files");
    fs::create_dir(&inside).map_err(fault)?;
    for (path, text) in files {
        let path = inside.join(path);
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory).map_err(fault)?;
        }
        fs::write(path, text).map_err(fault)?;
    }
    fs::rename(inside, directory).map_err(fault)
}
