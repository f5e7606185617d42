//! A file that a command writes at its end, whole or not at all.

use std::io;
use std::path::Path;

use crate::cli::Failure;
use crate::printable::named;
use crate::replace::{may_replace_file, replace_file};

/// Says before the work whether the file can be written after it.
pub(super) fn check(path: &Path) -> Result<(), Failure> {
    may_replace_file(path).map_err(|error| refused(path, &error))
}

/// Replaces the file.
pub(super) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    replace_file(path, text).map_err(|error| refused(path, &error))
}

fn refused(path: &Path, error: &io::Error) -> Failure {
    let path = named(path);
    Failure::usage(format!(
        "{path}: cannot be written: {error}; choose another place"
    ))
}
