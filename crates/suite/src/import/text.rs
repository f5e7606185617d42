//! Cases in running text, as in bug reports: a board and its two jumps, or a graph. They
//! may have brackets of any style and argument names, and prose between them.

use std::path::Path;
use std::sync::LazyLock;

use regex::Regex;

use super::imported_case::{ImportedCase, WrittenCase, error_at};
use crate::error::SuiteError;
use cat_and_mouse::Game;
use mousetrap_util::printable::named;

/// The start of a board or a graph: a bracket before a string or another bracket.
static START: LazyLock<Regex> = LazyLock::new(|| pattern(r#"[\[{]\s*["'\[{]"#));

/// The two numbers after a board, each with an optional name.
static JUMPS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r#"^(?:[\s,;]*(?:["']?[A-Za-z_]+["']?\s*[=:]\s*)?-?\d[\w.]*){1,2}"#));

/// The expected answer. The text after `Output` is ignored, because in a bug report it is the
/// reply of a submission.
static EXPECTED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\bexpected\b(?:\s+\w+)?[\s:=*`]*\b(true|false|[012])\b"));

fn pattern(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is ours")
}

/// Reads the cases of a text, in order. A text that begins with a number is one case in the
/// text form.
///
/// # Errors
/// Names the line and the rule.
pub(super) fn cases(
    file: &Path,
    text: &str,
    game: Option<Game>,
) -> Result<Vec<ImportedCase>, SuiteError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim_start().starts_with(|c: char| c.is_ascii_digit()) {
        let input = WrittenCase::new(file, 1, text);
        return Ok(vec![WrittenCase { game, ..input }.read()?]);
    }
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = START.find_at(text, at).map(|start| start.start()) {
        let line = line_of(text, start);
        let length = literal(&text[start..]).ok_or_else(|| {
            error_at(
                file,
                line,
                "this bracket is not closed; the text may be cut short",
            )
        })?;
        let mut end = start + length;
        if text[start..end].contains(['"', '\'']) {
            end += JUMPS.find(&text[end..]).map_or(0, |jumps| jumps.end());
        }
        let next = START
            .find_at(text, end)
            .map_or(text.len(), |next| next.start());
        let answer = EXPECTED
            .captures(&text[end..next])
            .and_then(|found| found.get(1));
        let written = WrittenCase {
            game,
            answer: answer.map(|answer| {
                let line = line_of(text, end + answer.start());
                (answer.as_str(), line)
            }),
            ..WrittenCase::new(file, line, &text[start..end])
        };
        found.push(written.read()?);
        at = end;
    }
    if found.is_empty() {
        return Err(SuiteError::rule(
            named(file),
            "there is no case in it; a case is a board like [\"M.F\",\"..C\"] and two numbers, or \
             a graph like [[1],[0,2],[1]]",
        ));
    }
    Ok(found)
}

/// Returns the length of the list at the start of a text, including its closing bracket.
fn literal(text: &str) -> Option<usize> {
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
fn line_of(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}
