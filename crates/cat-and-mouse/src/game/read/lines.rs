//! Reads the text form line by line, with line numbers for errors.

use std::fmt::Arguments;

use super::{BrokenRule, GameError, excerpt};

/// The lines of a text, numbered from 1, without white space at their ends. Blank lines at the
/// beginning and the end are skipped.
pub(super) struct Lines<'a> {
    lines: Vec<&'a str>,
    next: usize,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let mut lines: Vec<&str> = text.split('\n').map(str::trim_end).collect();
        while lines.last().is_some_and(|line| line.is_empty()) {
            lines.pop();
        }
        let next = lines.iter().take_while(|line| line.is_empty()).count();
        Self { lines, next }
    }

    /// Returns the next line and its number. `expected` describes the line for an error.
    pub(super) fn next(&mut self, expected: Arguments<'_>) -> Result<(usize, &'a str), GameError> {
        let number = self.next + 1;
        let Some(line) = self.lines.get(self.next) else {
            let expected = expected.to_string();
            return Err(GameError::new(number, BrokenRule::CutShort { expected }));
        };
        self.next = number;
        Ok((number, line))
    }

    /// Returns an error if anything follows the instance.
    pub(super) fn finish(self) -> Result<(), GameError> {
        match self.lines.get(self.next) {
            None => Ok(()),
            Some(line) => {
                let text = excerpt(line);
                Err(GameError::new(
                    self.next + 1,
                    BrokenRule::SurplusText { text },
                ))
            }
        }
    }
}

/// Reads the numbers of a line, which consist of digits only, separated by spaces or tabs.
pub(super) fn numbers(line: usize, text: &str) -> Result<Vec<i64>, GameError> {
    text.split_ascii_whitespace()
        .enumerate()
        .map(|(index, token)| {
            number(token).ok_or_else(|| {
                let rule = BrokenRule::NoWholeItem {
                    item: index + 1,
                    text: excerpt(token),
                };
                GameError::new(line, rule)
            })
        })
        .collect()
}

/// Reads a whole number in canonical spelling. Negative numbers are read so that the error can
/// name the rule that they break.
pub(super) fn number(token: &str) -> Option<i64> {
    let value = token.parse::<i64>().ok()?;
    (value.to_string() == token).then_some(value)
}
