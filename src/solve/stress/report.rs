//! The JSON report of `mousetrap stress`, described in `docs/setter-json.md`.

use serde::{Deserialize, Serialize};

use mousetrap_model::RefusedFile;

/// Some submissions, each with an instance on which it fails.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct StressReport {
    /// Version of this format.
    pub(super) format: u32,
    /// Version of Mousetrap.
    pub(super) version: String,
    /// What chose the instances.
    pub(super) seed: u64,
    /// How long each submission was tried, in microseconds.
    pub(super) time_us: u64,
    /// Whether the run was cut short or has not ended yet.
    pub(super) interrupted: bool,
    /// The submissions that were tried.
    pub(super) stressed: Vec<JsonStressed>,
    /// Files that cannot be tried.
    pub(super) refused: Vec<RefusedFile>,
}

/// A submission that was tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct JsonStressed {
    /// The file.
    pub(super) path: String,
    /// The problem.
    pub(super) problem: String,
    /// Where it stands among all that are to be tried, from 0.
    pub(super) place: usize,
    /// Cases tried.
    pub(super) cases: usize,
    /// The simplest instance on which it fails; null where none was found.
    pub(super) found: Option<JsonFailure>,
}

/// An instance on which a submission fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct JsonFailure {
    /// One JSON argument per line.
    pub(super) leetcode: String,
    /// Cells of a board, nodes of a graph.
    pub(super) size: usize,
    /// The ply of the forced end; null where there is none.
    pub(super) depth: Option<u32>,
    /// The jury's reply.
    pub(super) answer: String,
    /// What the submission did; for two, what each of them did.
    pub(super) said: Vec<String>,
}

impl StressReport {
    /// The version of the format.
    pub(super) const FORMAT: u32 = 1;

    /// The JSON text, ending in a newline.
    pub(super) fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("all keys are text") + "\n"
    }
}
