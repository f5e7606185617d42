//! The rows of the built-in language table, and the set of texts in them.

use std::collections::HashSet;
use std::sync::LazyLock;

use toml::{Table, Value};

pub(super) static EMBEDDED_ROWS: LazyLock<Table> = LazyLock::new(|| {
    let rows = toml::from_str(include_str!("languages.toml"));
    rows.expect("the embedded table is valid, as a test in `languages.rs` ensures")
});

static BUILT_IN_TEXTS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let mut found = HashSet::new();
    EMBEDDED_ROWS
        .values()
        .for_each(|row| collect_texts(row, &mut found));
    found
});

/// Returns whether the built-in table contains this text. Regular expressions of the built-in table
/// need no check, because a test compiles them all. Compiling them at each start would take longer
/// than all other startup work.
pub(super) fn is_built_in_text(text: &str) -> bool {
    BUILT_IN_TEXTS.contains(text)
}

fn collect_texts(value: &'static Value, found: &mut HashSet<&'static str>) {
    match value {
        Value::String(text) => _ = found.insert(text),
        Value::Array(values) => values.iter().for_each(|value| collect_texts(value, found)),
        Value::Table(table) => table.values().for_each(|value| collect_texts(value, found)),
        _ => {}
    }
}
