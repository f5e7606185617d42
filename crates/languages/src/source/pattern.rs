//! Regular expressions that are tried on submissions.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use regex::{Captures, Match, Regex};

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
        self.searched(text, 0);
        self.0.is_match(text)
    }

    pub(crate) fn find<'t>(&self, text: &'t str) -> Option<Match<'t>> {
        self.searched(text, 0);
        self.0.find(text)
    }

    pub(crate) fn captures<'t>(&self, text: &'t str) -> Option<Captures<'t>> {
        self.searched(text, 0);
        self.0.captures(text)
    }

    pub(crate) fn find_iter<'t>(&self, text: &'t str) -> impl Iterator<Item = Match<'t>> {
        self.searched(text, 0);
        self.0
            .find_iter(text)
            .inspect(|found| self.searched(text, found.end()))
    }

    pub(crate) fn captures_iter<'t>(&self, text: &'t str) -> impl Iterator<Item = Captures<'t>> {
        self.searched(text, 0);
        self.0
            .captures_iter(text)
            .inspect(|found| self.searched(text, found.get_match().end()))
    }

    /// Counts the bytes that a search from `from` scans.
    #[cfg_attr(
        not(test),
        expect(
            clippy::unused_self,
            clippy::missing_const_for_fn,
            reason = "counts in tests"
        )
    )]
    fn searched(&self, text: &str, from: usize) {
        #[cfg(test)]
        super::steps::add(counting::looked_at(
            self.0.as_str(),
            &text.as_bytes()[from..],
        ));
        #[cfg(not(test))]
        let _ = (text, from);
    }
}

#[cfg(test)]
mod counting {
    use std::cell::RefCell;
    use std::collections::HashMap;

    use regex_automata::Input;
    use regex_automata::hybrid::dfa::{Cache, DFA};
    use regex_automata::util::syntax;

    thread_local! {
        static AUTOMATA: RefCell<HashMap<String, (DFA, Cache)>> = RefCell::default();
    }

    /// Returns how far a search scans before it knows the leftmost match. It scans past
    /// the end of the match while a preferred match is still possible.
    pub(super) fn looked_at(pattern: &str, text: &[u8]) -> usize {
        AUTOMATA.with_borrow_mut(|automata| {
            let (dfa, cache) = automata.entry(pattern.to_owned()).or_insert_with(|| {
                // ASCII only: lazy automata do not support Unicode word boundaries.
                let ascii = syntax::Config::new().unicode(false).utf8(false);
                let dfa = DFA::builder().syntax(ascii).build(pattern).unwrap();
                let cache = dfa.create_cache();
                (dfa, cache)
            });
            let mut state = dfa.start_state_forward(cache, &Input::new(text)).unwrap();
            let dead = text.iter().position(|&byte| {
                state = dfa.next_state(cache, state, byte).unwrap();
                state.is_dead()
            });
            dead.map_or(text.len(), |at| at + 1)
        })
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
