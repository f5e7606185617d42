//! What validators must refuse: for each rule of the two inputs a text that
//! breaks it and no other, and replies that are not answers.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::package::text;
use cat_and_mouse::Game;

/// The faults of a problem: what is wrong, as a file name, and the text.
#[derive(Debug, Deserialize)]
pub struct Faults {
    /// Inputs that break one rule each.
    pub inputs: BTreeMap<String, String>,
    /// Outputs for the first case that are refused although they are close to
    /// an answer.
    pub outputs: BTreeMap<String, String>,
}

impl Faults {
    /// Those of a problem.
    pub fn of(problem: Game) -> Self {
        let file = format!("{problem}/faults.toml");
        toml::from_str(text(&file)).expect("the file is ours")
    }
}
