//! A case as the script reads it.

use serde::Serialize;

use crate::table;
use cat_and_mouse::Instance;
use cat_and_mouse::explain::{Claim, Contradiction, Explanation};
use cat_and_mouse::game::{Bounds, Outcome};

/// A case with the facts that the script cannot compute itself.
#[derive(Clone, Debug, Serialize)]
pub struct Exhibit {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// The `LeetCode` form.
    input: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_plies: Option<u32>,
    summary: Summary,
    /// The value of every position, for a case above contest size.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<Vec<i32>>,
    /// The positions of mouse and cat in a game of best play.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    line: Vec<(u16, u16)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    claims: Vec<Claim>,
    #[serde(skip_serializing_if = "Option::is_none")]
    contradiction: Option<Contradiction>,
}

/// The winner, and the ply of the win.
#[derive(Clone, Debug, Serialize)]
struct Summary {
    winner: Option<&'static str>,
    depth: Option<u32>,
}

impl Exhibit {
    /// Solves a case.
    pub fn new(name: Option<String>, instance: &Instance) -> Self {
        let outcome = instance.solve();
        let contest = instance
            .game()
            .parse(&instance.text(), Bounds::Contest)
            .is_ok();
        Self {
            name,
            input: instance.leetcode(),
            max_plies: instance.max_plies(),
            summary: Summary {
                winner: match outcome {
                    Outcome::Mouse { .. } => Some("mouse"),
                    Outcome::Cat { .. } => Some("cat"),
                    Outcome::Draw => None,
                },
                depth: outcome.depth().map(|depth| depth.0),
            },
            table: (!contest).then(|| table(instance)),
            line: Vec::new(),
            claims: Vec::new(),
            contradiction: None,
        }
    }

    /// Returns the length of its table, which is 0 for a case of contest size.
    pub fn table_len(&self) -> usize {
        self.table.as_ref().map_or(0, Vec::len)
    }

    /// Adds the claims of a submission about positions of the explained game, and a contradiction
    /// between them.
    #[must_use]
    pub fn with_claims(
        mut self,
        explanation: &Explanation,
        claims: &[Claim],
        contradiction: Option<&Contradiction>,
    ) -> Self {
        if let Some(first) = explanation.steps.first().filter(|_| !claims.is_empty()) {
            let positions = explanation.steps.iter().map(|step| step.to);
            let all = std::iter::once(first.from).chain(positions);
            self.line = all.map(|at| (at.mouse, at.cat)).collect();
        }
        self.claims = claims.to_vec();
        self.contradiction = contradiction.cloned();
        self
    }
}
