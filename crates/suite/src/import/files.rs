//! Imports cases from files, directories and standard input.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::imported_case::{ImportedCase, WrittenCase, error_at};
use super::{jsonl, text};
use crate::error::SuiteError;
use cat_and_mouse::Game;
use mousetrap_util::printable::named;
use mousetrap_util::regular_file::{MAX_TEXT, read_or_stdin};

/// Reads the cases in a file, in a directory of `.in` files, or from standard input for `-`.
/// An expected answer, in the text or in a file `.ans` or `.out`, must be right.
///
/// # Errors
/// Names the first fault with file and line.
pub fn read(path: &Path, game: Option<Game>) -> Result<Vec<ImportedCase>, SuiteError> {
    if !path.is_dir() {
        let text = text_of(path)?;
        let shown = shown(path);
        return match path.extension().and_then(OsStr::to_str) {
            Some("in") => Ok(vec![pair(path, game)?]),
            _ if jsonl::recognises(&text) => jsonl::cases(shown, &text, game),
            _ => text::cases(shown, &text, game),
        };
    }
    let mut files = Vec::new();
    walk(path, &mut files).map_err(|error| unreadable(path, &error))?;
    if files.is_empty() {
        return Err(SuiteError::rule(
            named(path),
            "no file in this directory has a name that ends with .in",
        ));
    }
    files.iter().map(|file| pair(file, game)).collect()
}

/// Adds every `.in` file below a directory to `files`, in order.
fn walk(directory: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries = fs::read_dir(directory)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            walk(&path, files)?;
        } else if path.extension() == Some(OsStr::new("in")) {
            files.push(path);
        }
    }
    Ok(())
}

/// Reads the case of an `.in` file, and its answer from the `.ans` or `.out` file.
fn pair(file: &Path, game: Option<Game>) -> Result<ImportedCase, SuiteError> {
    let input = text_of(file)?;
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let beside = ["ans", "out"].map(|extension| file.with_extension(extension));
    let beside = beside.iter().find(|file| file.is_file());
    let answer = beside.map(|file| text_of(file).map(|text| (text, file)));
    let answer = answer.transpose()?;
    let written = WrittenCase {
        game,
        answer: answer
            .as_ref()
            .map(|(answer, beside)| (answer.trim(), beside.as_path(), 1)),
        name: Some(name.into_owned()),
        ..WrittenCase::new(file, 1, &input)
    };
    written.read()
}

fn text_of(path: &Path) -> Result<String, SuiteError> {
    let bytes = read_or_stdin(path, MAX_TEXT).map_err(|error| unreadable(path, &error))?;
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.split(|&byte| byte == b'\n').count();
        error_at(shown(path), line, "not UTF-8 text; give a plain text file")
    })
}

fn unreadable(path: &Path, error: &io::Error) -> SuiteError {
    SuiteError::rule(named(shown(path)), format!("cannot be read: {error}"))
}

/// Returns a path as messages show it.
fn shown(path: &Path) -> &Path {
    if path == Path::new("-") {
        Path::new("standard input")
    } else {
        path
    }
}
