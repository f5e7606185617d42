//! Regular expressions from the language table. Some of them extract uncaught exceptions from the
//! output of a runtime.

use std::fmt::{self, Debug, Formatter};
use std::ops::Deref;
use std::sync::OnceLock;

use regex::Regex;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

use super::embedded_rows::{fill_placeholders, is_built_in_regex};

/// A regular expression from the language table, compiled on first use.
#[derive(Clone)]
pub struct LazyRegex {
    text: String,
    compiled: OnceLock<Regex>,
}

impl Deref for LazyRegex {
    type Target = Regex;

    fn deref(&self) -> &Regex {
        let compile = || Regex::new(&self.text).expect("checked on deserialization");
        self.compiled.get_or_init(compile)
    }
}

/// Prints only the text of the regular expression, not whether it has been compiled yet.
impl Debug for LazyRegex {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.text.fmt(f)
    }
}

impl<'de> Deserialize<'de> for LazyRegex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let compiled = OnceLock::new();
        if !is_built_in_regex(&text) || fill_placeholders(&text) != text {
            let _ = compiled.set(Regex::new(&text).map_err(|error| invalid_regex_error(&error))?);
        }
        Ok(Self { text, compiled })
    }
}

/// Returns a one-line error for an invalid regular expression.
fn invalid_regex_error<E: Error>(error: &regex::Error) -> E {
    let message = error.to_string();
    let last = message.lines().last().unwrap_or_default();
    let reason = last.trim().trim_start_matches("error: ");
    E::custom(format!("not a regular expression: {reason}"))
}

/// A regular expression with placeholders in braces, which are replaced before use.
#[derive(Clone, Debug, Default)]
pub struct RegexTemplate(String);

impl Deref for RegexTemplate {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for RegexTemplate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if !is_built_in_regex(&text) {
            Regex::new(&fill_placeholders(&text)).map_err(|error| invalid_regex_error(&error))?;
        }
        Ok(Self(text))
    }
}

/// A pattern that matches a runtime's message about an uncaught exception. The pattern has up to
/// three named groups: the `kind` of exception, the `message`, and the `line` in the submission's
/// file.
#[derive(Clone, Debug)]
pub struct Exception(Regex);

impl Exception {
    /// Compiles patterns from the language table after replacing `{source}` in them with `source`,
    /// the name of the submission's file.
    pub fn compile_patterns(patterns: &[RegexTemplate], source: &str) -> Vec<Self> {
        let source = regex::escape(source);
        let patterns = patterns
            .iter()
            .map(|pattern| pattern.replace("{source}", &source));
        let compiled = patterns.filter_map(|pattern| Regex::new(&format!("(?m){pattern}")).ok());
        compiled.map(Self).collect()
    }

    /// Returns the last exception in standard error, formatted as one line:
    /// `IndexError: list index out of range, line 12`.
    pub fn find(&self, stderr: &str) -> Option<String> {
        /// Maximum number of displayed characters of the message.
        const MAX_DISPLAYED_CHARS: usize = 200;
        let found = self.0.captures_iter(stderr).last()?;
        let group = |name| found.name(name).map(|group| group.as_str().trim());
        let parts: Vec<&str> = [group("kind"), group("message")]
            .into_iter()
            .flatten()
            .filter(|text| !text.is_empty())
            .collect();
        let text = parts.join(": ");
        let shown: String = text.chars().take(MAX_DISPLAYED_CHARS).collect();
        let more = if shown.len() < text.len() { "…" } else { "" };
        let place = group("line").map_or(String::new(), |line| format!(", line {line}"));
        (!text.is_empty()).then(|| format!("{shown}{more}{place}"))
    }
}
