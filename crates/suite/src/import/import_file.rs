//! Imports cases from files and standard input.

use std::path::Path;

use super::imported_case::{ImportedCase, error_at};
use super::{jsonl, text};
use crate::error::SuiteError;
use cat_and_mouse::Game;
use mousetrap_util::printable::named;
use mousetrap_util::regular_file::{MAX_TEXT, read_or_stdin};

/// Reads the cases in a file, or from standard input if the path is `-`. If a case has an expected
/// answer, it must be right.
///
/// # Errors
/// Returns the first mistake, with file and line.
pub fn read_cases(path: &Path, game: Option<Game>) -> Result<Vec<ImportedCase>, SuiteError> {
    let shown = if path == Path::new("-") {
        Path::new("standard input")
    } else {
        path
    };
    let text = read_utf8_text(path, shown)?;
    if jsonl::is_json_lines(&text) {
        jsonl::read_cases(shown, &text, game)
    } else {
        text::read_cases(shown, &text, game)
    }
}

/// Reads a text file. Error messages call the file `shown`.
fn read_utf8_text(path: &Path, shown: &Path) -> Result<String, SuiteError> {
    let bytes = read_or_stdin(path, MAX_TEXT)
        .map_err(|error| SuiteError::rule(named(shown), format!("cannot be read: {error}")))?;
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.split(|&byte| byte == b'\n').count();
        error_at(
            shown,
            line,
            "the text is not valid UTF-8; give a plain text file",
        )
    })
}
