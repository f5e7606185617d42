//! Reads the text form line by line, with line numbers for errors.

use std::fmt::Arguments;

use super::{BrokenRule, InstanceError, excerpt};

/// The lines of a text, numbered from 1, without trailing white space. Blank lines at the beginning
/// and the end of the text are skipped.
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

    /// Returns the next line and its number. If there is no further line, the error states what was
    /// `expected`.
    pub(super) fn next(
        &mut self,
        expected: Arguments<'_>,
    ) -> Result<(usize, &'a str), InstanceError> {
        let number = self.next + 1;
        let Some(line) = self.lines.get(self.next) else {
            let expected = expected.to_string();
            return Err(BrokenRule::CutShort { expected }.on_line(number));
        };
        self.next = number;
        Ok((number, line))
    }

    /// Returns an error if anything follows the instance.
    pub(super) fn expect_end(self) -> Result<(), InstanceError> {
        match self.lines.get(self.next) {
            None => Ok(()),
            Some(line) => {
                let text = excerpt(line);
                Err(BrokenRule::SurplusText { text }.on_line(self.next + 1))
            }
        }
    }
}

/// Reads the integers on a line, separated by spaces or tabs.
pub(super) fn read_integers(line: usize, text: &str) -> Result<Vec<i64>, InstanceError> {
    text.split_ascii_whitespace()
        .enumerate()
        .map(|(index, token)| {
            read_integer(token).ok_or_else(|| {
                let rule = BrokenRule::NoWholeItem {
                    item: index + 1,
                    text: excerpt(token),
                };
                rule.on_line(line)
            })
        })
        .collect()
}

/// Reads a decimal integer without a plus sign or leading zeros. Negative numbers are accepted
/// here, so that a later check can report the rule that they break.
pub(super) fn read_integer(token: &str) -> Option<i64> {
    let value = token.parse::<i64>().ok()?;
    (value.to_string() == token).then_some(value)
}
