//! One change to a source.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

mousetrap_util::choices! {
    /// What a mutant has changed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    pub enum Class {
        /// Another comparison: `<` for `<=`
        Comparison = "comparison",
        /// Another operator, or `min` for `max`
        Arithmetic = "arithmetic",
        /// `||` for `&&`, no `!`, a condition that is always true or false
        Boolean = "boolean",
        /// A number one more or less, true for false
        Constant = "constant",
        /// What is compared with, or an index, one more or less
        Bound = "bound",
        /// The same where a loop ends
        LoopBound = "loop bound",
        /// A statement that is not there
        Statement = "statement",
        /// Two arguments that have changed places
        Arguments = "arguments",
    }
}

/// What stands where a change is made: how it can be chosen at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shape {
    /// An expression that is true or false.
    Truth,
    /// Any other expression.
    Value,
    /// A statement.
    Statement,
    /// Anything else: it makes a program of its own.
    Token,
}

/// One change to a source: some of its bytes, and what stands there instead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mutation {
    /// What it changes.
    pub class: Class,
    /// What stands there.
    pub shape: Shape,
    /// The bytes that it replaces.
    pub span: Range<usize>,
    /// What stands there instead.
    pub text: String,
}

impl Mutation {
    /// Whether it can be a change of this source: what comes out of a sandbox says
    /// whatever it likes.
    pub fn fits(&self, source: &str) -> bool {
        self.text.len() <= source.len() + 16
            && source
                .get(self.span.clone())
                .is_some_and(|old| old != self.text)
    }

    /// The mutant.
    pub fn apply(&self, source: &str) -> String {
        let Range { start, end } = self.span;
        format!("{}{}{}", &source[..start], self.text, &source[end..])
    }

    /// The least bytes that differ, and what they become.
    pub(crate) fn edit(&self, source: &str) -> (Range<usize>, &str) {
        let old = &source[self.span.clone()];
        let same = |pairs: &mut dyn Iterator<Item = (char, char)>| -> usize {
            let same = pairs.take_while(|(old, new)| old == new);
            same.map(|(old, _)| old.len_utf8()).sum()
        };
        let head = same(&mut old.chars().zip(self.text.chars()));
        let (rest, new) = (&old[head..], &self.text[head..]);
        let tail = same(&mut rest.chars().rev().zip(new.chars().rev()));
        let span = self.span.start + head..self.span.end - tail;
        (span, &new[..new.len() - tail])
    }

    /// The line of the first difference, from 1.
    pub fn line(&self, source: &str) -> usize {
        let (span, _) = self.edit(source);
        source[..span.start].matches('\n').count() + 1
    }

    /// The lines that differ, before with `-`, after with `+`.
    pub fn diff(&self, source: &str) -> String {
        let (span, new) = self.edit(source);
        let start = source[..span.start].rfind('\n').map_or(0, |at| at + 1);
        let end = source[span.end..].find('\n');
        let end = end.map_or(source.len(), |at| span.end + at);
        let old = &source[start..end];
        let new = format!(
            "{}{new}{}",
            &source[start..span.start],
            &source[span.end..end]
        );
        let mut diff = String::new();
        for (sign, text) in [('-', old), ('+', new.as_str())] {
            for line in text.lines().filter(|line| !line.trim().is_empty()) {
                diff.push(sign);
                diff.push_str(line);
                diff.push('\n');
            }
        }
        diff
    }

    /// The same for the same change of the same source, and like chance otherwise:
    /// samples and shards go by it, whatever else there is.
    pub fn mark(&self, seed: u64, source: &str) -> u64 {
        let (span, new) = self.edit(source);
        let mut hash = Sha256::new();
        hash.update(seed.to_le_bytes());
        hash.update(span.start.to_le_bytes());
        hash.update(span.end.to_le_bytes());
        hash.update(new);
        hash.update([0]);
        hash.update(source);
        let hash = hash.finalize();
        u64::from_le_bytes(hash[..8].try_into().expect("eight bytes"))
    }
}
