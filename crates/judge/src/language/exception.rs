//! What a runtime says about the exception that has ended a program.

use regex::Regex;

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
