//! The rows of the language table that comes with the program, and which of their
//! texts are regular expressions.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use toml::{Table, Value};

/// Its rows.
pub(super) static ROWS: LazyLock<Table> = LazyLock::new(|| {
    let rows = toml::from_str(include_str!("languages.toml"));
    rows.expect("the embedded table is sound; tested in `table`")
});

/// The keys of what is a regular expression.
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

/// Whether this is a regular expression of the embedded table, once something stands for
/// each name in braces. A test compiles them all, which takes longer than all else that a
/// judge does when it starts.
pub(super) fn is_sound(expression: &str) -> bool {
    SOUND.contains(expression)
}

/// The expression with something for each name in braces.
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
    fn every_expression_of_the_embedded_table_compiles() {
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
