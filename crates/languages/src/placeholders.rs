//! Placeholders in the commands, paths and environment variables of the language table.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::{Captures, Regex};

static PLACEHOLDER_PATTERN: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\{([^{}]*)\}").expect("the pattern is valid"));

/// Replaces each `{name}` that has a value, and keeps all other braces.
pub(crate) fn expand(word: &str, values: &BTreeMap<String, String>) -> String {
    replace_placeholders(word, |name| values.get(name).cloned())
}

/// Replaces each `{name}` for which `value` returns a text, and keeps all other braces.
pub(crate) fn replace_placeholders(text: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let value = |found: &Captures<'_>| value(&found[1]).unwrap_or_else(|| found[0].to_owned());
    PLACEHOLDER_PATTERN.replace_all(text, value).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expand_with_unknown_names_keeps_braces() {
        let values = [
            ("prog", "/prog"),
            ("memory_mib", "256"),
            ("stack_mib", "64"),
        ];
        let values = values.map(|(name, value)| (name.to_owned(), value.to_owned()));
        for (word, expected) in [
            ("{prog}/main", "/prog/main"),
            ("-Xmx{memory_mib}m-Xss{stack_mib}m", "-Xmx256m-Xss64m"),
            ("{unknown} { {prog} }", "{unknown} { /prog }"),
        ] {
            assert_eq!(expand(word, &values.clone().into()), expected);
        }
    }
}
