//! Regular expressions that are tried on submissions.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use regex::{Captures, Match, Regex};

use super::steps::searched;

/// A regular expression that is matched against submissions. Tests count the bytes that
/// it scans: one search takes linear time, but many searches that each look far ahead
/// take more.
#[derive(Clone, Debug)]
pub(crate) struct Pattern(Regex);

/// The compiled expressions. The same few are matched against every submission, and
/// compiling one takes longer than matching it.
static COMPILED: Mutex<BTreeMap<String, Regex>> = Mutex::new(BTreeMap::new());

/// Maximum number of compiled expressions kept. The built-in ones are fewer; a
/// configuration may add any number.
const MAX_COMPILED: usize = 1_000;

impl Pattern {
    /// Compiles an expression that may come from a configuration.
    ///
    /// # Errors
    /// If it is not a regular expression.
    pub(crate) fn new(pattern: &str) -> Result<Self, regex::Error> {
        let mut known = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.get(pattern) {
            return Ok(Self(known.clone()));
        }
        let regex = Regex::new(pattern)?;
        if known.len() < MAX_COMPILED {
            known.insert(pattern.to_owned(), regex.clone());
        }
        Ok(Self(regex))
    }

    /// Compiles an expression of this crate.
    pub(crate) fn sound(pattern: &str) -> Self {
        Self::new(pattern).expect("a sound expression")
    }

    pub(crate) fn is_match(&self, text: &str) -> bool {
        self.find(text).is_some()
    }

    pub(crate) fn find<'t>(&self, text: &'t str) -> Option<Match<'t>> {
        searched(&self.0, text);
        self.0.find(text)
    }

    pub(crate) fn find_iter<'t>(&self, text: &'t str) -> impl Iterator<Item = Match<'t>> {
        searched(&self.0, text);
        let found = self.0.find_iter(text);
        found.inspect(|found| searched(&self.0, &text[found.end()..]))
    }

    pub(crate) fn captures<'t>(&self, text: &'t str) -> Option<Captures<'t>> {
        searched(&self.0, text);
        self.0.captures(text)
    }

    pub(crate) fn captures_iter<'t>(&self, text: &'t str) -> impl Iterator<Item = Captures<'t>> {
        searched(&self.0, text);
        let found = self.0.captures_iter(text);
        found.inspect(|found| searched(&self.0, &text[found.get_match().end()..]))
    }
}

#[cfg(test)]
mod tests {
    use super::super::steps;
    use super::*;

    #[test]
    fn search_counts_scanned_bytes() {
        let text = "ab".repeat(100);
        let steps = |pattern: &str| {
            let pattern = Pattern::sound(pattern);
            steps::of(|| assert_eq!(pattern.find_iter(&text).count(), 100))
        };
        assert!(steps("a") < 500);
        assert!(steps("a(?:.*c)?") > 5_000);
    }
}
