//! The rows of the built-in language table, and the set of regular expressions in them.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use toml::{Table, Value};

/// The parsed rows of the built-in table.
pub(super) static EMBEDDED_ROWS: LazyLock<Table> = LazyLock::new(|| {
    let rows = toml::from_str(include_str!("languages.toml"));
    rows.expect("a test in `languages.rs` checks the embedded table")
});

/// The keys whose values are regular expressions.
const EXPRESSION_KEYS: [&str; 8] = [
    "entry",
    "exception",
    "main",
    "out_of_memory",
    "pattern",
    "sanitizer",
    "stack_overflow",
    "stdin",
];

static KNOWN_EXPRESSIONS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    let mut found = BTreeSet::new();
    for row in EMBEDDED_ROWS.values() {
        collect_expressions(row, false, &mut found);
    }
    found
});

/// Returns whether this text is a regular expression of the built-in table, which need not be
/// compiled to check it. A test compiles all of these expressions. Doing so at each start would
/// take longer than the rest of the start.
pub(super) fn is_known_valid(expression: &str) -> bool {
    KNOWN_EXPRESSIONS.contains(expression)
}

/// Replaces the placeholders of an expression by sample text.
pub(super) fn fill_with_samples(text: &str) -> String {
    text.replace("{entry}", "x").replace("{source}", "x")
}

fn collect_expressions(value: &'static Value, wanted: bool, found: &mut BTreeSet<&'static str>) {
    match value {
        Value::String(text) if wanted => {
            found.insert(text);
        }
        Value::Array(values) => values
            .iter()
            .for_each(|value| collect_expressions(value, wanted, found)),
        Value::Table(table) => table.iter().for_each(|(key, value)| {
            collect_expressions(value, EXPRESSION_KEYS.contains(&key.as_str()), found);
        }),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use regex::Regex;

    use super::*;

    #[test]
    fn embedded_expressions_compile() {
        for expression in &*KNOWN_EXPRESSIONS {
            assert!(
                Regex::new(&fill_with_samples(expression)).is_ok(),
                "{expression}"
            );
        }
        for known in [
            r"\bcin\b",
            "^go version",
            "uncaught exception",
            "no such text",
        ] {
            assert!(!is_known_valid(known));
        }
        assert!(is_known_valid(r"\bfn\s+main\s*\("));
        assert!(KNOWN_EXPRESSIONS.len() > 90, "{}", KNOWN_EXPRESSIONS.len());
    }
}
