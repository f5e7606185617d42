//! Regular expressions from the language table. Some of them extract uncaught exceptions from the
//! output of a runtime.

use std::ops::Deref;

use regex::{Captures, Regex};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::embedded_rows::{fill_placeholders, is_built_in_regex};
use crate::source::Pattern;

/// A regular expression from the language table, which is compiled on first use. Placeholders in
/// braces must be replaced before use.
#[derive(Clone, Debug, Default)]
pub struct TableRegex(String);

impl Deref for TableRegex {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl TableRegex {
    /// Returns whether the expression contains a placeholder.
    pub(super) fn has_placeholder(&self) -> bool {
        fill_placeholders(self) != self.0
    }

    /// Searches a text for this expression, which must not contain placeholders.
    pub fn captures<'t>(&self, text: &'t str) -> Option<Captures<'t>> {
        Pattern::new(self).ok()?.captures(text)
    }
}

impl<'de> Deserialize<'de> for TableRegex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if !is_built_in_regex(&text)
            && let Err(error) = Regex::new(&fill_placeholders(&text))
        {
            let message = error.to_string();
            let last = message.lines().last().unwrap_or_default();
            let reason = last.trim().trim_start_matches("error: ");
            let message = format!("not a regular expression: {reason}");
            return Err(D::Error::custom(message));
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
    pub fn compile_patterns(patterns: &[TableRegex], source: &str) -> Vec<Self> {
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
