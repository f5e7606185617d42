//! Reading the stdin text form line by line, with positions for messages.

use super::{BrokenRule, Excerpt, Expected, GameError};

/// The lines of a text, numbered from 1, without the white space at their
/// ends. Blank lines before the first and after the last line do not count.
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

    /// Returns the next line, which should hold what is `expected`, and its number.
    pub(super) fn next(&mut self, expected: Expected) -> Result<(usize, &'a str), GameError> {
        let number = self.next + 1;
        let Some(line) = self.lines.get(self.next) else {
            return Err(GameError::new(number, BrokenRule::CutShort { expected }));
        };
        self.next = number;
        Ok((number, line))
    }

    /// Refuses anything that follows the instance.
    pub(super) fn finish(self) -> Result<(), GameError> {
        match self.lines.get(self.next) {
            None => Ok(()),
            Some(line) => {
                let text = Excerpt::new(line);
                Err(GameError::new(
                    self.next + 1,
                    BrokenRule::SurplusText { text },
                ))
            }
        }
    }
}

/// The numbers of one line: digits only, separated by spaces or tabs.
pub(super) fn numbers(line: usize, text: &str) -> Result<Vec<i64>, GameError> {
    text.split_ascii_whitespace()
        .enumerate()
        .map(|(index, token)| {
            number(token).ok_or_else(|| {
                let rule = BrokenRule::NoWholeItem {
                    item: index + 1,
                    text: Excerpt::new(token),
                };
                GameError::new(line, rule)
            })
        })
        .collect()
}

/// A whole number in its one canonical spelling. Negative numbers are read so
/// that the rule they break can be named.
pub(super) fn number(token: &str) -> Option<i64> {
    let value = token.parse::<i64>().ok()?;
    (value.to_string() == token).then_some(value)
}
