//! The rows of the built-in language table, and the set of regular expressions in them.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use toml::{Table, Value};

pub(super) static EMBEDDED_ROWS: LazyLock<Table> = LazyLock::new(|| {
    let rows = toml::from_str(include_str!("languages.toml"));
    rows.expect("a test in `languages.rs` checks that the embedded table is valid")
});

/// The keys of the language table whose values are regular expressions.
const REGEX_KEYS: [&str; 8] = [
    "entry",
    "exception",
    "main",
    "out_of_memory",
    "pattern",
    "sanitizer",
    "stack_overflow",
    "stdin",
];

static BUILT_IN_REGEXES: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    let mut found = BTreeSet::new();
    for row in EMBEDDED_ROWS.values() {
        collect_regexes(row, false, &mut found);
    }
    found
});

/// Returns whether this text is a regular expression of the built-in table. These expressions need
/// no check, because a test compiles them all. Compiling them at each start would take longer than
/// all other startup work.
pub(super) fn is_built_in_regex(expression: &str) -> bool {
    BUILT_IN_REGEXES.contains(expression)
}

/// Replaces the placeholders of a regular expression with sample text.
pub(super) fn fill_placeholders(text: &str) -> String {
    text.replace("{entry}", "x").replace("{source}", "x")
}

fn collect_regexes(value: &'static Value, wanted: bool, found: &mut BTreeSet<&'static str>) {
    match value {
        Value::String(text) if wanted => {
            found.insert(text);
        }
        Value::Array(values) => values
            .iter()
            .for_each(|value| collect_regexes(value, wanted, found)),
        Value::Table(table) => table.iter().for_each(|(key, value)| {
            collect_regexes(value, REGEX_KEYS.contains(&key.as_str()), found);
        }),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use regex::Regex;

    use super::*;

    #[test]
    fn embedded_regexes_compile() {
        for expression in &*BUILT_IN_REGEXES {
            let compiled = Regex::new(&fill_placeholders(expression));
            assert!(compiled.is_ok(), "{expression}");
        }
        for other in [r"\bcin\b", "^go version", "uncaught exception"] {
            assert!(!is_built_in_regex(other));
        }
        assert!(is_built_in_regex(r"\bfn\s+main\s*\("));
        assert!(BUILT_IN_REGEXES.len() > 90, "{}", BUILT_IN_REGEXES.len());
    }
}
