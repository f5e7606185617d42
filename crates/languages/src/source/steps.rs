//! Counts the bytes that scanning looks at, so that tests can check how the work grows
//! with the text.

#[cfg(test)]
pub(crate) use counting::{add, of, searched};

/// Adds to the number of scanned bytes, in tests.
#[cfg(not(test))]
pub(crate) const fn add(_: usize) {}

/// Adds the bytes that a search scans, in tests.
#[cfg(not(test))]
pub(crate) const fn searched(_: &regex::Regex, _: &str) {}

#[cfg(test)]
mod counting {
    use std::cell::{Cell, RefCell};
    use std::collections::HashMap;

    use regex::Regex;
    use regex_automata::Input;
    use regex_automata::hybrid::dfa::{Cache, DFA};
    use regex_automata::util::syntax;

    thread_local! {
        static TAKEN: Cell<usize> = const { Cell::new(0) };
        static AUTOMATA: RefCell<HashMap<String, (DFA, Cache)>> = RefCell::default();
    }

    /// Returns how far a search scans before it knows the leftmost match. It scans past
    /// the end of the match while a preferred match is still possible.
    fn looked_at(pattern: &str, text: &[u8]) -> usize {
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

    /// Adds to the number of scanned bytes.
    pub(crate) fn add(bytes: usize) {
        TAKEN.set(TAKEN.get() + bytes);
    }

    /// Adds the bytes that a search scans.
    pub(crate) fn searched(pattern: &Regex, text: &str) {
        add(looked_at(pattern.as_str(), text.as_bytes()));
    }

    /// Returns the number of bytes that `work` scans.
    pub(crate) fn of(work: impl FnOnce()) -> usize {
        let before = TAKEN.get();
        work();
        TAKEN.get() - before
    }
}
