//! Finds cases in running text, such as bug reports: boards with two jumps, and graphs. Cases may
//! use any style of brackets, and argument names. Prose between cases is ignored.

use std::path::Path;
use std::sync::LazyLock;

use regex::Regex;

use super::imported_case::{ImportedCase, WrittenCase, error_at};
use crate::error::SuiteError;
use cat_and_mouse::Game;
use mousetrap_util::printable::named;

/// The start of a board or a graph: a bracket before a string or another bracket.
static CASE_START: LazyLock<Regex> = LazyLock::new(|| compile_pattern(r#"[\[{]\s*["'\[{]"#));

/// The two numbers after a board, each with an optional name.
static JUMP_NUMBERS: LazyLock<Regex> = LazyLock::new(|| {
    compile_pattern(r#"^(?:[\s,;]*(?:["']?[A-Za-z_]+["']?\s*[=:]\s*)?-?\d[\w.]*){1,2}"#)
});

/// The expected answer. The text after `Output` is ignored, because in bug reports it is the reply
/// of a submission.
static EXPECTED_ANSWER: LazyLock<Regex> = LazyLock::new(|| {
    compile_pattern(r"(?i)\bexpected\b(?:\s+\w+)?[\s:=*`]*\b(true|false|[012])\b")
});

fn compile_pattern(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is valid")
}

/// Reads all cases in a text, in order. A text that begins with a number is a single case in the
/// text form.
///
/// # Errors
/// Returns the line and the broken rule.
pub(super) fn read_cases(
    file: &Path,
    text: &str,
    game: Option<Game>,
) -> Result<Vec<ImportedCase>, SuiteError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim_start().starts_with(|c: char| c.is_ascii_digit()) {
        let input = WrittenCase::new(file, 1, text);
        return Ok(vec![WrittenCase { game, ..input }.parse_and_solve()?]);
    }
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = CASE_START.find_at(text, at).map(|start| start.start()) {
        let line = line_number(text, start);
        let length = bracketed_length(&text[start..]).ok_or_else(|| {
            error_at(
                file,
                line,
                "this bracket is not closed; the text may have been cut short",
            )
        })?;
        let mut end = start + length;
        if text[start..end].contains(['"', '\'']) {
            end += JUMP_NUMBERS
                .find(&text[end..])
                .map_or(0, |jumps| jumps.end());
        }
        let next = CASE_START
            .find_at(text, end)
            .map_or(text.len(), |next| next.start());
        let answer = EXPECTED_ANSWER
            .captures(&text[end..next])
            .and_then(|found| found.get(1));
        let written = WrittenCase {
            game,
            answer: answer.map(|answer| {
                let line = line_number(text, end + answer.start());
                (answer.as_str(), line)
            }),
            ..WrittenCase::new(file, line, &text[start..end])
        };
        found.push(written.parse_and_solve()?);
        at = end;
    }
    if found.is_empty() {
        return Err(SuiteError::rule(
            named(file),
            "no case found; a case is a board such as [\"M.F\",\"..C\"] with two numbers, or a \
             graph such as [[1],[0,2],[1]]",
        ));
    }
    Ok(found)
}

/// Returns the length of the list at the start of a text, including its closing bracket.
fn bracketed_length(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), _) if c == open || c == '\n' => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '[' | '{') => depth += 1,
            (None, ']' | '}') => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// Returns the line number of a byte, from 1.
fn line_number(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}
