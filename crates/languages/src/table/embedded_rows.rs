//! The rows of the built-in language table, and which of their texts are regular
//! expressions.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use toml::{Table, Value};

/// The rows of the built-in table.
pub(super) static ROWS: LazyLock<Table> = LazyLock::new(|| {
    let rows = toml::from_str(include_str!("languages.toml"));
    rows.expect("the embedded table is sound; tested in `languages.rs`")
});

/// The keys whose values are regular expressions.
const EXPRESSIONS: [&str; 8] = [
    "entry",
    "exception",
    "main",
    "out_of_memory",
    "pattern",
    "sanitizer",
    "stack_overflow",
    "stdin",
];

static SOUND: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    let mut found = BTreeSet::new();
    for row in ROWS.values() {
        expressions(row, false, &mut found);
    }
    found
});

/// Returns whether this text is a regular expression of the built-in table, so that it
/// need not be compiled to check it. A test compiles them all; doing so at each start
/// would take longer than the rest of the start.
pub(super) fn is_sound(expression: &str) -> bool {
    SOUND.contains(expression)
}

/// Fills the placeholders of an expression with sample text.
pub(super) fn sample(text: &str) -> String {
    text.replace("{entry}", "x").replace("{source}", "x")
}

fn expressions(value: &'static Value, wanted: bool, found: &mut BTreeSet<&'static str>) {
    match value {
        Value::String(text) if wanted => {
            found.insert(text);
        }
        Value::Array(values) => values
            .iter()
            .for_each(|value| expressions(value, wanted, found)),
        Value::Table(table) => table.iter().for_each(|(key, value)| {
            expressions(value, EXPRESSIONS.contains(&key.as_str()), found);
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
        for expression in &*SOUND {
            assert!(Regex::new(&sample(expression)).is_ok(), "{expression}");
        }
        for known in [
            r"\bcin\b",
            "^go version",
            "uncaught exception",
            "no such text",
        ] {
            assert!(!is_sound(known));
        }
        assert!(is_sound(r"\bfn\s+main\s*\("));
        assert!(SOUND.len() > 90, "{}", SOUND.len());
    }
}
