//! Shared code of the parsers of both games: size bounds, the error type, and the detection of the
//! notation.

mod broken_rule;
mod graph;
mod grid;
mod lines;
mod literal;

use thiserror::Error;

pub use broken_rule::BrokenRule;
use broken_rule::excerpt;

/// Maximum number of cells of a board with [`Bounds::Extended`].
pub const MAX_CELLS: u32 = 1024;

/// Maximum number of nodes that the contest allows in a graph. This number is greater than the
/// contest's limits for rows, columns and jumps.
const MAX_CONTEST_NODES: i64 = 50;

/// The sizes of instances that a parser accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Bounds {
    /// The sizes that `LeetCode`'s problem statements allow.
    #[default]
    Contest,
    /// Larger sizes as well, for suites with `extended = true`.
    Extended,
}

/// Why a text is not a legal instance.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {rule}")]
pub struct InstanceError {
    /// The line number in the input, counting from 1.
    pub line: usize,
    /// The broken rule.
    pub rule: BrokenRule,
}

impl BrokenRule {
    /// Returns the error for a line of the input that breaks this rule.
    const fn on_line(self, line: usize) -> InstanceError {
        InstanceError { line, rule: self }
    }
}

/// The notations in which an instance can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notation {
    /// The format of a program's standard input, which begins with a number.
    Text,
    /// JSON arguments, with or without names, one per line or separated by commas.
    LeetCode,
}

/// Maximum size of an input: a complete graph of 1000 nodes takes 4 MB.
const MAX_INPUT_BYTES: usize = 8 << 20;

/// Strips a byte-order mark, rejects inputs that cannot be an instance, and recognises the notation
/// by its first character.
pub(super) fn detect_notation(input: &str) -> Result<(Notation, &str), InstanceError> {
    let input = input.strip_prefix('\u{feff}').unwrap_or(input);
    if input.len() > MAX_INPUT_BYTES {
        let rule = BrokenRule::TooLong {
            bytes: input.len(),
            max: MAX_INPUT_BYTES,
        };
        return Err(rule.on_line(1));
    }
    for (index, line) in input.split('\n').enumerate() {
        let line = line.strip_suffix('\r').unwrap_or(line);
        if let Some(at) = line.find(|c: char| c.is_control() && c != '\t') {
            let rule = BrokenRule::ControlCharacter {
                column: line[..at].chars().count() + 1,
                character: line[at..].chars().next().unwrap_or_default(),
            };
            return Err(rule.on_line(index + 1));
        }
    }
    match input.trim_start().chars().next() {
        None => Err(BrokenRule::Empty.on_line(1)),
        Some(c) if c.is_ascii_digit() || c == '-' || c == '+' => Ok((Notation::Text, input)),
        Some(_) => Ok((Notation::LeetCode, input)),
    }
}

/// Returns the number of items on the first line, or `None` if the input is not in the text form.
pub(crate) fn count_header_items(input: &str) -> Option<usize> {
    let (Notation::Text, input) = detect_notation(input).ok()? else {
        return None;
    };
    input
        .trim_start()
        .lines()
        .next()
        .map(|line| line.split_whitespace().count())
}
