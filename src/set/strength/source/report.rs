//! The JSON report of `mousetrap strength source`, described in `docs/setter-json.md`.

use std::collections::BTreeMap;

use serde::Serialize;

use mousetrap_model::RefusedFile;
use mousetrap_setter::mutants::{MutantCounts, Survivor};

/// The report: the results of the mutants of all submissions.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct MutantReport {
    /// The version of this format.
    pub(super) format: u32,
    /// The version of Mousetrap.
    pub(super) version: String,
    /// The seed with which mutants and instances were drawn.
    pub(super) seed: u64,
    /// The suites that were measured, by problem.
    pub(super) suites: BTreeMap<String, Vec<String>>,
    /// Whether the run was interrupted or has not ended yet.
    pub(super) interrupted: bool,
    /// The number of mutants that were selected for this run.
    pub(super) mutants: usize,
    /// The number of mutants that at least one case killed.
    pub(super) killed: usize,
    /// The number of mutants that compile to the same program as the original.
    pub(super) equivalent: usize,
    /// The number of mutants that do not compile.
    pub(super) not_compiled: usize,
    /// The number of mutants that were not tried because the run was interrupted.
    pub(super) not_judged: usize,
    /// The number of survivors for which no instance was tried, because the run was interrupted or
    /// the search was skipped.
    pub(super) not_searched: usize,
    /// The mutants that are accepted on every case.
    pub(super) survivors: Vec<Survivor>,
    /// The results for each submission.
    pub(super) submissions: Vec<MutantCounts>,
    /// The files that yield no mutants, each with the reason.
    pub(super) refused: Vec<RefusedFile>,
}

impl MutantReport {
    /// The version of the format.
    pub(super) const FORMAT_VERSION: u32 = 1;

    /// Computes the totals from the counts of each submission.
    #[must_use]
    pub(super) fn with_totals(mut self) -> Self {
        let sum = |of: fn(&MutantCounts) -> usize| self.submissions.iter().map(of).sum();
        self.mutants = sum(|one| one.mutants);
        self.killed = sum(|one| one.killed);
        self.equivalent = sum(|one| one.equivalent);
        self.not_compiled = sum(|one| one.not_compiled);
        self.not_judged = sum(|one| one.not_judged);
        self.not_searched = sum(|one| one.not_searched);
        self
    }

    /// Returns the report as JSON text that ends in a newline.
    pub(super) fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("all keys are text") + "\n"
    }
}
