//! Cases in running text, as in bug reports: a board and its two jumps, or a
//! graph, in brackets of any style, with or without names, prose between them.

use std::path::Path;
use std::sync::LazyLock;

use regex::Regex;

use super::found::{ImportError, ImportedCase, Written};
use cat_and_mouse::Game;

/// Where a board or a graph begins: a bracket right before a string or another
/// bracket.
static START: LazyLock<Regex> = LazyLock::new(|| pattern(r#"[\[{]\s*["'\[{]"#));

/// The two numbers after a board, each perhaps with a name.
static JUMPS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r#"^(?:[\s,;]*(?:["']?[A-Za-z_]+["']?\s*[=:]\s*)?-?\d[\w.]*){1,2}"#));

/// An answer that somebody vouches for. What a submission said stands after
/// `Output` in a bug report, so that is not looked at.
static EXPECTED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\bexpected\b(?:\s+\w+)?[\s:=*`]*\b(true|false|[012])\b"));

fn pattern(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is ours")
}

/// The cases of a text, in order. A text that begins with a number is one case
/// in the form that programs read.
///
/// # Errors
/// Names the line and the rule.
pub(super) fn cases(
    file: &Path,
    text: &str,
    game: Option<Game>,
) -> Result<Vec<ImportedCase>, ImportError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim_start().starts_with(|c: char| c.is_ascii_digit()) {
        let whole = Written {
            file,
            line: 1,
            input: text,
            game,
            answer: None,
            name: None,
        };
        return Ok(vec![whole.read()?]);
    }
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = START.find_at(text, at).map(|start| start.start()) {
        let line = line_of(text, start);
        let length = literal(&text[start..]).ok_or_else(|| {
            ImportError::at(
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
        let written = Written {
            file,
            line,
            input: &text[start..end],
            game,
            answer: answer.map(|answer| {
                let line = line_of(text, end + answer.start());
                (answer.as_str(), file, line)
            }),
            name: None,
        };
        found.push(written.read()?);
        at = end;
    }
    if found.is_empty() {
        return Err(ImportError::of(
            file,
            "there is no case in it; a case is a board like [\"M.F\",\"..C\"] and two numbers, or \
             a graph like [[1],[0,2],[1]]",
        ));
    }
    Ok(found)
}

/// The length of the list at the start of a text, to its closing bracket.
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

/// The line on which a byte stands, from 1.
fn line_of(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}
