//! What the parsers of both games share: size bounds, the error type, and the
//! first look at an input that decides its form.

mod broken_rule;
mod graph;
mod grid;
mod lines;
mod literal;

use thiserror::Error;

pub use broken_rule::{BrokenRule, Excerpt, Expected};

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
#[error("line {line}: {rule}")]
pub struct GameError {
    /// 1-based line of the input at fault.
    pub line: usize,
    /// The rule that is broken and what to do about it.
    pub rule: BrokenRule,
}

impl GameError {
    pub(super) const fn new(line: usize, rule: BrokenRule) -> Self {
        Self { line, rule }
    }
}

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
        let rule = BrokenRule::TooLong {
            bytes: input.len(),
            max: LARGEST_INPUT,
        };
        return Err(GameError::new(1, rule));
    }
    for (index, line) in input.split('\n').enumerate() {
        let line = line.strip_suffix('\r').unwrap_or(line);
        if let Some(at) = line.find(|c: char| c.is_control() && c != '\t') {
            let rule = BrokenRule::ControlCharacter {
                column: line[..at].chars().count() + 1,
                character: line[at..].chars().next().unwrap_or_default(),
            };
            return Err(GameError::new(index + 1, rule));
        }
    }
    match input.trim_start().chars().next() {
        None => Err(GameError::new(1, BrokenRule::Empty)),
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
