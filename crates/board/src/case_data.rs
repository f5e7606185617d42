//! A case's data, which a page passes to the script.

use serde::Serialize;

use crate::encode_values;
use cat_and_mouse::Instance;
use cat_and_mouse::explain::{Claim, Explanation};
use cat_and_mouse::game::Bounds;

/// A case and the data about it that the script cannot compute.
#[derive(Clone, Debug, Serialize)]
pub struct CaseData {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// The `LeetCode` form.
    input: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_plies: Option<u32>,
    /// The encoded values of all positions, if the case exceeds the contest's size limits.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<Vec<i32>>,
    /// The places of the mouse and the cat in each position of an optimally played game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    line: Vec<(u16, u16)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    claims: Vec<Claim>,
}

impl CaseData {
    /// Returns the data of a case, with its name if it has one.
    pub fn new(name: Option<String>, instance: &Instance) -> Self {
        let contest = instance
            .game()
            .parse(&instance.text(), Bounds::Contest)
            .is_ok();
        Self {
            name,
            input: instance.leetcode_text(),
            max_plies: instance.max_plies(),
            table: (!contest).then(|| encode_values(instance)),
            line: Vec::new(),
            claims: Vec::new(),
        }
    }

    /// Returns the length of the encoded values, which is 0 for a case of contest size.
    pub fn value_table_len(&self) -> usize {
        self.table.as_ref().map_or(0, Vec::len)
    }

    /// Adds a submission's answers for the positions of an explained game.
    #[must_use]
    pub fn with_claims(mut self, explanation: &Explanation, claims: &[Claim]) -> Self {
        if let Some(first) = explanation.moves.first().filter(|_| !claims.is_empty()) {
            let positions = explanation.moves.iter().map(|played| played.to);
            let all = std::iter::once(first.from).chain(positions);
            self.line = all.map(|at| (at.mouse, at.cat)).collect();
        }
        self.claims = claims.to_vec();
        self
    }
}
