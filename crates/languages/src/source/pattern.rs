//! Regular expressions that are matched against submissions.

use std::collections::BTreeMap;

use parking_lot::Mutex;
use regex::{Captures, Match, Regex};

use super::scanned_bytes_counter::add_searched_bytes;

/// A regular expression that is matched against submissions. Tests count the scanned bytes, because
/// repeated searches that each scan far ahead could take more than linear time in total.
#[derive(Clone, Debug)]
pub(crate) struct Pattern(Regex);

/// A cache of compiled expressions. The same few expressions are matched against every submission,
/// and compiling an expression takes longer than matching it.
static COMPILED_PATTERNS: Mutex<BTreeMap<String, Regex>> = Mutex::new(BTreeMap::new());

/// Maximum number of cached expressions. The built-in table has fewer expressions than this limit,
/// but a configuration may add any number.
const MAX_COMPILED_PATTERNS: usize = 1_000;

impl Pattern {
    /// Compiles a regular expression that may come from a configuration.
    ///
    /// # Errors
    /// Returns an error if the pattern is not a regular expression.
    pub(crate) fn new(pattern: &str) -> Result<Self, regex::Error> {
        let mut known = COMPILED_PATTERNS.lock();
        if let Some(known) = known.get(pattern) {
            return Ok(Self(known.clone()));
        }
        let regex = Regex::new(pattern)?;
        if known.len() < MAX_COMPILED_PATTERNS {
            known.insert(pattern.to_owned(), regex.clone());
        }
        Ok(Self(regex))
    }

    /// Compiles a regular expression that is a constant of this crate. Panics if the
    /// expression is invalid.
    pub(crate) fn built_in(pattern: &str) -> Self {
        Self::new(pattern).expect("the pattern is valid")
    }

    pub(crate) fn is_match(&self, text: &str) -> bool {
        self.find(text).is_some()
    }

    pub(crate) fn find<'t>(&self, text: &'t str) -> Option<Match<'t>> {
        add_searched_bytes(&self.0, text);
        self.0.find(text)
    }

    pub(crate) fn find_iter<'t>(&self, text: &'t str) -> impl Iterator<Item = Match<'t>> {
        add_searched_bytes(&self.0, text);
        let found = self.0.find_iter(text);
        found.inspect(|found| add_searched_bytes(&self.0, &text[found.end()..]))
    }

    pub(crate) fn captures<'t>(&self, text: &'t str) -> Option<Captures<'t>> {
        add_searched_bytes(&self.0, text);
        self.0.captures(text)
    }

    pub(crate) fn captures_iter<'t>(&self, text: &'t str) -> impl Iterator<Item = Captures<'t>> {
        add_searched_bytes(&self.0, text);
        let found = self.0.captures_iter(text);
        found.inspect(|found| add_searched_bytes(&self.0, &text[found.get_match().end()..]))
    }
}
