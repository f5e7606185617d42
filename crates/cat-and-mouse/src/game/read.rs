//! What the parsers of both games share: size bounds, the error type, and the
//! first look at an input that decides its form.

mod graph;
mod grid;
mod lines;
mod literal;

use thiserror::Error;

/// Maximum number of cells of a board beyond contest size.
pub const MAX_CELLS: u32 = 1024;

/// Which board sizes are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Bounds {
    /// The sizes of the public problem statements.
    #[default]
    Contest,
    /// Boards beyond contest size, for suites that say `extended = true`.
    Extended,
}

/// A text that is not a legal instance: where, and which rule it breaks.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {message}")]
pub struct GameError {
    /// 1-based line of the input at fault.
    pub line: usize,
    /// The rule that is broken and what to do about it.
    pub message: String,
}

impl GameError {
    pub(super) fn new(line: usize, message: impl Into<String>) -> Self {
        Self {
            line,
            message: message.into(),
        }
    }
}

/// A [`GameError`] at a line, with a message as [`format!`] takes it.
macro_rules! fault {
    ($line:expr, $($message:tt)+) => {
        crate::game::GameError::new($line, format!($($message)+))
    };
}
use fault;

/// The two ways in which an instance is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notation {
    /// What a program reads on stdin: numbers first.
    Text,
    /// One JSON argument per line, or as pasted from a bug report.
    LeetCode,
}

/// Larger than any legal instance: a complete graph of 1000 nodes takes 4 MB.
const LARGEST_INPUT: usize = 8 << 20;

/// Strips a byte-order mark, refuses what cannot be an instance at all, and
/// recognises the notation by the first character.
pub(super) fn recognise(input: &str) -> Result<(Notation, &str), GameError> {
    let input = input.strip_prefix('\u{feff}').unwrap_or(input);
    if input.len() > LARGEST_INPUT {
        return Err(fault!(
            1,
            "the input has {} bytes, but no legal instance needs more than {LARGEST_INPUT}; \
                 give one instance per file",
            input.len()
        ));
    }
    for (index, line) in input.split('\n').enumerate() {
        let line = line.strip_suffix('\r').unwrap_or(line);
        if let Some(at) = line.find(|c: char| c.is_control() && c != '\t') {
            let column = line[..at].chars().count() + 1;
            return Err(fault!(
                index + 1,
                "column {column} holds the control character {:?}; an instance is plain text",
                line[at..].chars().next().unwrap_or_default()
            ));
        }
    }
    match input.trim_start().chars().next() {
        None => Err(GameError::new(
            1,
            "the input is empty; give an instance in the text form or the LeetCode form",
        )),
        Some(c) if c.is_ascii_digit() || c == '-' || c == '+' => Ok((Notation::Text, input)),
        Some(_) => Ok((Notation::LeetCode, input)),
    }
}

/// Number of items on the first line of a text form; `None` if the input is
/// not in the text form.
pub(crate) fn header_items(input: &str) -> Option<usize> {
    let (Notation::Text, input) = recognise(input).ok()? else {
        return None;
    };
    input
        .trim_start()
        .lines()
        .next()
        .map(|line| line.split_whitespace().count())
}

/// A piece of the input short enough for a message.
pub(super) fn excerpt(text: &str) -> String {
    const SHOWN: usize = 24;
    if text.chars().count() <= SHOWN {
        format!("{text:?}")
    } else {
        let head: String = text.chars().take(SHOWN).collect();
        format!("{head:?}…")
    }
}

/// The bounds in words, with the way out for a suite that means it.
fn beyond(bounds: Bounds) -> &'static str {
    match bounds {
        Bounds::Contest => {
            "of contest size (larger ones need `extended = true` in a suite, --extended in a command)"
        }
        Bounds::Extended => "beyond contest size",
    }
}
