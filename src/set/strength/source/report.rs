//! The JSON report of `mousetrap strength source`, described in `docs/setter-json.md`.

use std::collections::BTreeMap;

use serde::Serialize;

use mousetrap_model::RefusedFile;

/// The mutants of some submissions.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct MutantReport {
    /// Version of this format.
    pub(super) format: u32,
    /// Version of Mousetrap.
    pub(super) version: String,
    /// The seed of samples and instances.
    pub(super) seed: u64,
    /// The suites asked for, by problem.
    pub(super) suites: BTreeMap<String, Vec<String>>,
    /// Whether the run was cut short or has not ended yet.
    pub(super) interrupted: bool,
    /// Mutants that were to be tried.
    pub(super) mutants: usize,
    /// Those that some case has noticed.
    pub(super) killed: usize,
    /// Those of which the compiler makes the same program as of the original.
    pub(super) equivalent: usize,
    /// Those that do not compile.
    pub(super) not_compiled: usize,
    /// Those that were not tried, since the run was cut short.
    pub(super) not_judged: usize,
    /// Survivors for which no instance was tried, since the run was cut short or was not
    /// to search.
    pub(super) not_searched: usize,
    /// Those that are accepted on every case.
    pub(super) survivors: Vec<JsonSurvivor>,
    /// The same numbers for each submission.
    pub(super) submissions: Vec<JsonMutated>,
    /// Files that have no mutants to be tried.
    pub(super) refused: Vec<RefusedFile>,
}

/// The mutants of one submission, in numbers.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct JsonMutated {
    /// The file.
    pub(super) path: String,
    /// The problem.
    pub(super) problem: String,
    /// The id of the language.
    pub(super) language: String,
    /// How many mutants there are.
    pub(super) possible: usize,
    /// How many of them were to be tried.
    pub(super) mutants: usize,
    /// How many some case has noticed.
    pub(super) killed: usize,
    /// The number of mutants with each verdict.
    pub(super) verdicts: BTreeMap<String, usize>,
    /// How many are the same program as the original.
    pub(super) equivalent: usize,
    /// How many do not compile.
    pub(super) not_compiled: usize,
    /// How many were not tried.
    pub(super) not_judged: usize,
    /// How many are accepted on every case.
    pub(super) survivors: usize,
    /// For how many of these no instance was tried.
    pub(super) not_searched: usize,
    /// For how many of these an instance was found that notices them.
    pub(super) broken: usize,
    /// Wall time in microseconds.
    pub(super) wall_us: u64,
}

/// A mutant that is accepted on every case.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct JsonSurvivor {
    /// The file of the original.
    pub(super) path: String,
    /// The line that differs.
    pub(super) line: usize,
    /// Its index among all mutants of the file, from 0.
    pub(super) place: usize,
    /// The kind of change: `comparison`, `arithmetic`, `boolean`, `constant`, `bound`,
    /// `loop bound`, `statement` or `arguments`.
    pub(super) class: String,
    /// The lines that differ, those of the original after `-`, those of the mutant
    /// after `+`.
    pub(super) diff: String,
    /// Instances on which it was compared with the original.
    pub(super) tried: usize,
    /// One on which they differ; null where none was found, so that it is perhaps
    /// equivalent if any were tried.
    pub(super) found: Option<JsonInstance>,
}

impl JsonSurvivor {
    /// Whether an instance was tried that might tell it from the original.
    pub(super) fn is_searched(&self) -> bool {
        self.tried > 0 || self.found.is_some()
    }
}

/// An instance on which a mutant differs from the original.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct JsonInstance {
    /// One JSON argument per line.
    pub(super) leetcode: String,
    /// The jury's reply.
    pub(super) answer: String,
    /// The reply of the mutant.
    pub(super) mutant: String,
    /// The reply of the original.
    pub(super) original: String,
}

impl MutantReport {
    /// The version of the format.
    pub(super) const FORMAT: u32 = 1;

    /// Adds up what is known of each submission.
    #[must_use]
    pub(super) fn summed(mut self) -> Self {
        let sum = |of: fn(&JsonMutated) -> usize| self.submissions.iter().map(of).sum();
        self.mutants = sum(|one| one.mutants);
        self.killed = sum(|one| one.killed);
        self.equivalent = sum(|one| one.equivalent);
        self.not_compiled = sum(|one| one.not_compiled);
        self.not_judged = sum(|one| one.not_judged);
        self.not_searched = sum(|one| one.not_searched);
        self
    }

    /// The JSON text, ending in a newline.
    pub(super) fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("all keys are text") + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_are_sums_over_submissions() {
        let one = JsonMutated {
            mutants: 5,
            killed: 2,
            equivalent: 1,
            ..JsonMutated::default()
        };
        let report = MutantReport {
            submissions: vec![one.clone(), one],
            ..MutantReport::default()
        };
        let report = report.summed();
        assert_eq!(
            (report.mutants, report.killed, report.equivalent),
            (10, 4, 2)
        );
    }
}
