//! The embedded texts that exports are made from: statements, validators, metadata, jobs.

use std::collections::BTreeMap;

use include_dir::{Dir, include_dir};
use serde::Deserialize;

use cat_and_mouse::Game;

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/export/files");

/// Returns an embedded text.
pub(super) fn text(path: &str) -> &'static str {
    FILES
        .get_file(path)
        .and_then(include_dir::File::contents_utf8)
        .unwrap_or_else(|| panic!("{path} is embedded"))
}

/// Returns an embedded text with each `{{name}}` replaced by the part of that name.
pub(super) fn filled<T: AsRef<str>>(path: &str, parts: &[(&str, T)]) -> String {
    parts
        .iter()
        .fold(text(path).to_owned(), |text, (name, part)| {
            text.replace(&format!("{{{{{name}}}}}"), part.as_ref())
        })
}

/// What validators must refuse: for each rule of the two inputs a text that breaks only this
/// rule, and replies that are not answers.
#[derive(Debug, Deserialize)]
pub struct Faults {
    /// Inputs by the rule that they break, which is a file name.
    pub inputs: BTreeMap<String, String>,
    /// Outputs for the first case that are almost an answer.
    pub outputs: BTreeMap<String, String>,
}

impl Faults {
    /// Returns the faults of a game.
    pub fn of(game: Game) -> Self {
        toml::from_str(text(&format!("{game}/faults.toml"))).expect("the file is ours")
    }
}
