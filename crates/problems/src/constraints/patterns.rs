//! Hard-coded regular expressions and tables of them.

use std::ops::Deref;
use std::sync::OnceLock;

use regex::Regex;

/// A hard-coded regular expression, compiled on first use.
pub(crate) struct LazyRegex {
    text: &'static str,
    compiled: OnceLock<Regex>,
}

impl LazyRegex {
    pub(crate) const fn new(text: &'static str) -> Self {
        let compiled = OnceLock::new();
        Self { text, compiled }
    }
}

impl Deref for LazyRegex {
    type Target = Regex;

    fn deref(&self) -> &Regex {
        self.compiled.get_or_init(|| compile_regex(self.text))
    }
}

fn compile_regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("every hard-coded pattern is valid")
}

/// Compiles a table. Each line has a pattern, `=>` and a text. `complete` completes a pattern, for
/// example by anchors.
pub(super) fn compile_table(
    table: &'static str,
    complete: impl Fn(&str) -> String,
) -> impl Iterator<Item = (Regex, &'static str)> {
    let rows = table.lines().filter_map(|row| row.split_once(" =>"));
    rows.map(move |(pattern, text)| (compile_regex(&complete(pattern)), text.trim_start()))
}
