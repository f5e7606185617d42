//! Regular expressions that are tried on submissions. Tests count what they look
//! at: one search takes linear time, but many searches that each look far ahead
//! do not.

use regex::{Captures, Match, Regex};

/// A regular expression.
#[derive(Clone, Debug)]
pub(super) struct Pattern(Regex);

impl Pattern {
    /// Reads an expression that may come from a configuration.
    ///
    /// # Errors
    /// If it is not one.
    pub(super) fn new(pattern: &str) -> Result<Self, regex::Error> {
        Regex::new(pattern).map(Self)
    }

    /// An expression of our own.
    pub(super) fn sound(pattern: &str) -> Self {
        Self::new(pattern).expect("a sound expression")
    }

    pub(super) fn is_match(&self, text: &str) -> bool {
        self.searched(text, 0);
        self.0.is_match(text)
    }

    pub(super) fn find<'t>(&self, text: &'t str) -> Option<Match<'t>> {
        self.searched(text, 0);
        self.0.find(text)
    }

    pub(super) fn captures<'t>(&self, text: &'t str) -> Option<Captures<'t>> {
        self.searched(text, 0);
        self.0.captures(text)
    }

    pub(super) fn find_iter<'t>(&self, text: &'t str) -> impl Iterator<Item = Match<'t>> {
        self.searched(text, 0);
        self.0
            .find_iter(text)
            .inspect(|found| self.searched(text, found.end()))
    }

    pub(super) fn captures_iter<'t>(&self, text: &'t str) -> impl Iterator<Item = Captures<'t>> {
        self.searched(text, 0);
        self.0
            .captures_iter(text)
            .inspect(|found| self.searched(text, found.get_match().end()))
    }

    /// Counts the bytes that a search from `from` looks at.
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
        super::code::steps::add(counting::looked_at(
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

    /// How far a search goes before it knows the leftmost match: on past its end
    /// while something that would be preferred can still come.
    pub(super) fn looked_at(pattern: &str, text: &[u8]) -> usize {
        AUTOMATA.with_borrow_mut(|automata| {
            let (dfa, cache) = automata.entry(pattern.to_owned()).or_insert_with(|| {
                // Letters of ASCII alone: word boundaries of others are beyond
                // such automata.
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
    use super::*;
    use crate::language::code::steps;

    #[test]
    fn what_searches_look_at_is_counted() {
        let text = "ab".repeat(100);
        let steps = |pattern: &str| {
            let pattern = Pattern::sound(pattern);
            steps::of(|| assert_eq!(pattern.find_iter(&text).count(), 100))
        };
        assert!(steps("a") < 500);
        assert!(steps("a(?:.*c)?") > 5_000);
    }
}
