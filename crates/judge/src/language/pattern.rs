//! Regular expressions: those that are tried on submissions, and those of the
//! language table.

use std::collections::BTreeMap;
use std::fmt::{self, Debug, Formatter};
use std::ops::Deref;
use std::sync::{Mutex, OnceLock, PoisonError};

use regex::{Captures, Match, Regex};
use serde::de::Error;
use serde::{Deserialize, Deserializer};

use super::sound::{is_sound, sample};

/// A regular expression that is tried on submissions. Tests count what it looks at:
/// one search takes linear time, but many searches that each look far ahead do not.
#[derive(Clone, Debug)]
pub(super) struct Pattern(Regex);

/// Those that were read before: the same few are tried on each submission of a
/// class, and reading one takes longer than trying it.
static KNOWN: Mutex<BTreeMap<String, Regex>> = Mutex::new(BTreeMap::new());

/// More than there are of our own, whatever a configuration adds.
const MOST: usize = 1_000;

impl Pattern {
    /// Reads an expression that may come from a configuration.
    ///
    /// # Errors
    /// If it is not one.
    pub(super) fn new(pattern: &str) -> Result<Self, regex::Error> {
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.get(pattern) {
            return Ok(Self(known.clone()));
        }
        let regex = Regex::new(pattern)?;
        if known.len() < MOST {
            known.insert(pattern.to_owned(), regex.clone());
        }
        Ok(Self(regex))
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

/// A regular expression of the language table, compiled when it is first used.
#[derive(Clone)]
pub struct Expression {
    text: String,
    compiled: OnceLock<Regex>,
}

impl Deref for Expression {
    type Target = Regex;

    fn deref(&self) -> &Regex {
        let compile = || Regex::new(&self.text).expect("it was tried when it was read");
        self.compiled.get_or_init(compile)
    }
}

/// The same whether it was used or not.
impl Debug for Expression {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.text.fmt(f)
    }
}

impl<'de> Deserialize<'de> for Expression {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let compiled = OnceLock::new();
        if !is_sound(&text) || sample(&text) != text {
            let _ = compiled.set(Regex::new(&text).map_err(|error| unsound(&error))?);
        }
        Ok(Self { text, compiled })
    }
}

/// What is wrong with an expression, in one line; its own message draws it over several.
fn unsound<E: Error>(error: &regex::Error) -> E {
    let message = error.to_string();
    let last = message.lines().last().unwrap_or_default();
    let reason = last.trim().trim_start_matches("error: ");
    E::custom(format!("not a regular expression: {reason}"))
}

/// One in which names in braces stand for what is known later.
#[derive(Clone, Debug, Default)]
pub(crate) struct Template(String);

impl Deref for Template {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for Template {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if !is_sound(&text) {
            Regex::new(&sample(&text)).map_err(|error| unsound(&error))?;
        }
        Ok(Self(text))
    }
}

/// Matches a runtime's message about an uncaught exception. Its groups, each of
/// which may be missing: `kind` of exception, `message`, and `line` of the
/// submission's own file.
#[derive(Clone, Debug)]
pub(crate) struct Exception(Regex);

impl Exception {
    /// A pattern of the language table, for a submission in the file `source`.
    ///
    /// # Errors
    /// If it is not a regular expression.
    pub(crate) fn new(pattern: &str, source: &str) -> Result<Self, regex::Error> {
        let pattern = pattern.replace("{source}", &regex::escape(source));
        Regex::new(&format!("(?m){pattern}")).map(Self)
    }

    /// The last exception that standard error names, in one line:
    /// `IndexError: list index out of range, line 12`.
    pub(crate) fn find(&self, stderr: &str) -> Option<String> {
        /// Characters of a message that are shown.
        const SHOWN: usize = 200;
        let found = self.0.captures_iter(stderr).last()?;
        let group = |name| found.name(name).map(|group| group.as_str().trim());
        let said: Vec<&str> = [group("kind"), group("message")]
            .into_iter()
            .flatten()
            .filter(|text| !text.is_empty())
            .collect();
        let said = said.join(": ");
        let shown: String = said.chars().take(SHOWN).collect();
        let more = if shown.len() < said.len() { "…" } else { "" };
        let place = group("line").map_or(String::new(), |line| format!(", line {line}"));
        (!said.is_empty()).then(|| format!("{shown}{more}{place}"))
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
