//! A mutation, which is one small change to a source.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

mousetrap_util::choices! {
    /// The class of a mutation.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    pub enum MutationClass {
        /// Another comparison, such as `<` instead of `<=`
        Comparison = "comparison",
        /// Another operator, or `min` instead of `max`
        Arithmetic = "arithmetic",
        /// `||` instead of `&&`, a missing `!`, or a condition that is always true or false
        Boolean = "boolean",
        /// A number that is one too large or too small, or true instead of false
        Constant = "constant",
        /// The right side of a comparison, or an index, that is one too large or too small
        Bound = "bound",
        /// A loop bound that is off by one
        LoopBound = "loop bound",
        /// A missing statement
        Statement = "statement",
        /// Two swapped arguments
        Arguments = "arguments",
    }
}

/// One change to a source: a range of its bytes, and the text that replaces them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mutation {
    /// The class of the mutation.
    pub class: MutationClass,
    /// The replaced bytes.
    pub span: Range<usize>,
    /// The replacement.
    pub text: String,
}

impl Mutation {
    /// Returns whether this mutation can be applied to the source. Call this before any other
    /// method if the mutation comes from a sandbox, whose output cannot be trusted.
    pub fn applies_to(&self, source: &str) -> bool {
        self.text.len() <= source.len() + 16
            && source
                .get(self.span.clone())
                .is_some_and(|old| old != self.text)
    }

    /// Returns the mutated source.
    pub fn apply(&self, source: &str) -> String {
        let Range { start, end } = self.span;
        format!("{}{}{}", &source[..start], self.text, &source[end..])
    }

    /// Returns the mutation as a minimal edit: the changed range of bytes and its new text, without
    /// the common prefix and suffix of the old and the new text.
    pub(crate) fn minimal_edit(&self, source: &str) -> (Range<usize>, &str) {
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

    /// Returns the number of the first changed line, counting from 1.
    pub fn first_changed_line(&self, source: &str) -> usize {
        let (span, _) = self.minimal_edit(source);
        source[..span.start].matches('\n').count() + 1
    }

    /// Returns the lines that differ: old lines after `-`, new lines after `+`.
    pub fn diff(&self, source: &str) -> String {
        let (span, new) = self.minimal_edit(source);
        let start = source[..span.start].rfind('\n').map_or(0, |at| at + 1);
        let end = source[span.end..].find('\n');
        let end = end.map_or(source.len(), |at| span.end + at);
        let (before, after) = (&source[start..span.start], &source[span.end..end]);
        let mut diff = String::new();
        for (sign, text) in [
            ('-', &source[start..end]),
            ('+', &*format!("{before}{new}{after}")),
        ] {
            for line in text.lines().filter(|line| !line.trim().is_empty()) {
                diff.push(sign);
                diff.push_str(line);
                diff.push('\n');
            }
        }
        diff
    }

    /// Returns a pseudorandom number that depends only on the seed, the change and the source.
    /// A sample of mutations consists of those with the smallest keys.
    pub fn sample_key(&self, seed: u64, source: &str) -> u64 {
        let (span, new) = self.minimal_edit(source);
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
