//! Finds uncaught exceptions in the output of a runtime.

use regex::Regex;

use super::expression::RegexTemplate;

/// A pattern that matches a runtime's message about an uncaught exception. The pattern has up to
/// three named groups: the `kind` of exception, the `message`, and the `line` in the submission's
/// file.
#[derive(Clone, Debug)]
pub struct Exception(Regex);

impl Exception {
    /// Compiles patterns of the language table for a submission in the file `source`.
    pub fn compile_all(patterns: &[RegexTemplate], source: &str) -> Vec<Self> {
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
