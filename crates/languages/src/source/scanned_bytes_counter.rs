//! Counts scanned bytes, so that tests can check that detection takes time linear in the length of
//! the text.

#[cfg(test)]
pub(crate) use counting::{add_scanned_bytes, add_searched_bytes, count_scanned_bytes};

/// Adds to the number of scanned bytes. Does nothing outside of tests.
#[cfg(not(test))]
pub(crate) const fn add_scanned_bytes(_: usize) {}

/// Adds the number of bytes that a search scans. Does nothing outside of tests.
#[cfg(not(test))]
pub(crate) const fn add_searched_bytes(_: &regex::Regex, _: &str) {}

#[cfg(test)]
mod counting {
    use std::cell::{Cell, RefCell};
    use std::collections::HashMap;

    use regex::Regex;
    use regex_automata::Input;
    use regex_automata::hybrid::dfa::{Cache, DFA};
    use regex_automata::util::syntax;

    thread_local! {
        static SCANNED_BYTES: Cell<usize> = const { Cell::new(0) };
        static DFA_CACHE: RefCell<HashMap<String, (DFA, Cache)>> = RefCell::default();
    }

    /// Returns how many bytes a search reads before it can determine the leftmost match. The search
    /// continues past the end of a match as long as a longer match could be preferred.
    fn scanned_length(pattern: &str, text: &[u8]) -> usize {
        DFA_CACHE.with_borrow_mut(|automata| {
            let (dfa, cache) = automata.entry(pattern.to_owned()).or_insert_with(|| {
                // Only ASCII is supported, because lazy automata do not support Unicode word
                // boundaries.
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
    pub(crate) fn add_scanned_bytes(bytes: usize) {
        SCANNED_BYTES.set(SCANNED_BYTES.get() + bytes);
    }

    /// Adds the number of bytes that a search scans.
    pub(crate) fn add_searched_bytes(pattern: &Regex, text: &str) {
        add_scanned_bytes(scanned_length(pattern.as_str(), text.as_bytes()));
    }

    /// Runs `work` and returns how many bytes it scanned.
    pub(crate) fn count_scanned_bytes(work: impl FnOnce()) -> usize {
        let before = SCANNED_BYTES.get();
        work();
        SCANNED_BYTES.get() - before
    }
}
