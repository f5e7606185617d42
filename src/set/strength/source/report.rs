//! The JSON report of `mousetrap strength source`, described in `docs/setter-json.md`.

use std::collections::BTreeMap;

use serde::Serialize;

use mousetrap_model::RefusedFile;

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
    pub(super) survivors: Vec<JsonSurvivor>,
    /// The results for each submission.
    pub(super) submissions: Vec<JsonSubmission>,
    /// The files that yield no mutants, each with the reason.
    pub(super) refused: Vec<RefusedFile>,
}

/// The results of one submission's mutants, as counts.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct JsonSubmission {
    /// The path of the submission.
    pub(super) path: String,
    /// The problem.
    pub(super) problem: String,
    /// The id of the language.
    pub(super) language: String,
    /// The number of all possible mutants.
    pub(super) possible: usize,
    /// The number of mutants that were selected for this run.
    pub(super) mutants: usize,
    /// The number of mutants that at least one case killed.
    pub(super) killed: usize,
    /// The number of killed mutants for each verdict.
    pub(super) verdicts: BTreeMap<String, usize>,
    /// The number of mutants that compile to the same program as the original.
    pub(super) equivalent: usize,
    /// The number of mutants that do not compile.
    pub(super) not_compiled: usize,
    /// The number of mutants that were not tried.
    pub(super) not_judged: usize,
    /// The number of mutants that are accepted on every case.
    pub(super) survivors: usize,
    /// The number of survivors for which no instance was tried.
    pub(super) not_searched: usize,
    /// The number of survivors for which the search found an instance that kills them.
    pub(super) broken: usize,
    /// Wall time in microseconds.
    pub(super) wall_us: u64,
}

/// A mutant that is accepted on every case.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct JsonSurvivor {
    /// The path of the original.
    pub(super) path: String,
    /// The number of the first line that differs.
    pub(super) line: usize,
    /// The index of the mutant among all mutants of the file, starting at 0.
    pub(super) place: usize,
    /// The kind of change: `comparison`, `arithmetic`, `boolean`, `constant`, `bound`,
    /// `loop bound`, `statement` or `arguments`.
    pub(super) class: String,
    /// The lines that differ: lines of the original after `-`, lines of the mutant after `+`.
    pub(super) diff: String,
    /// The number of instances on which the mutant was compared with the original.
    pub(super) tried: usize,
    /// An instance on which mutant and original differ, or null if none was found. A mutant without
    /// such an instance may be equivalent to the original, unless `tried` is 0.
    pub(super) found: Option<JsonInstance>,
}

impl JsonSurvivor {
    /// Returns whether the mutant was compared with the original on any instance.
    pub(super) fn was_compared(&self) -> bool {
        self.tried > 0 || self.found.is_some()
    }
}

/// An instance on which a mutant differs from the original.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct JsonInstance {
    /// The instance, with one argument per line, in JSON.
    pub(super) leetcode: String,
    /// The correct reply.
    pub(super) answer: String,
    /// The mutant's reply.
    pub(super) mutant: String,
    /// The original's reply.
    pub(super) original: String,
}

impl MutantReport {
    /// The version of the format.
    pub(super) const FORMAT_VERSION: u32 = 1;

    /// Computes the totals from the counts of each submission.
    #[must_use]
    pub(super) fn with_totals(mut self) -> Self {
        let sum = |of: fn(&JsonSubmission) -> usize| self.submissions.iter().map(of).sum();
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
