//! A file that a command writes at its end, whole or not at all.

use std::io;
use std::path::Path;

use crate::failure::Failure;
use mousetrap_base::printable::named;
use mousetrap_base::replace::{may_replace_file, replace_file};

/// Says before the work whether the file can be written after it.
pub(crate) fn check(path: &Path) -> Result<(), Failure> {
    may_replace_file(path).map_err(|error| refused(path, &error))
}

/// Replaces the file.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    replace_file(path, text).map_err(|error| refused(path, &error))
}

fn refused(path: &Path, error: &io::Error) -> Failure {
    let path = named(path);
    Failure::usage(format!(
        "{path}: cannot be written: {error}; choose another place"
    ))
}
