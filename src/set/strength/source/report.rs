//! The report of `mousetrap strength source`: its JSON, described in `docs/setter-json.md`, and its
//! text for a terminal.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

use mousetrap_model::RefusedFile;
use mousetrap_report::{format_count, format_number};
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

/// Returns one line for each submission, with the number of mutants for each result.
pub(super) fn summary_text(report: &MutantReport) -> String {
    let lines = report.submissions.iter().map(|one| {
        format!(
            "{}: {} of {}: {} killed, {} equivalent, {} not compiled, {} survive; the search killed \
             {} of the survivors\n",
            one.path,
            format_number(one.mutants),
            format_count(one.possible, "mutant"),
            format_number(one.killed),
            format_number(one.equivalent),
            format_number(one.not_compiled),
            format_number(one.survivors),
            format_number(one.broken),
        )
    });
    lines.collect()
}

/// Returns the survivors of all submissions, grouped by the kind of change.
pub(super) fn survivors_text(report: &MutantReport) -> String {
    let mut classes: BTreeMap<&str, Vec<&Survivor>> = BTreeMap::new();
    for survivor in &report.survivors {
        classes.entry(&survivor.class).or_default().push(survivor);
    }
    let mut text = String::new();
    for (class, survivors) in classes {
        let count = format_count(survivors.len(), "survivor");
        let _ = writeln!(text, "\n{class}: {count}");
        text.extend(survivors.into_iter().map(survivor_entry));
    }
    text
}

/// Returns the report entry for a survivor: its line, its change, and an instance that would kill
/// it.
fn survivor_entry(survivor: &Survivor) -> String {
    let Survivor {
        path,
        line,
        diff,
        tried,
        found,
        ..
    } = survivor;
    let result = match found {
        Some(found) => format!(
            "the mutant {}, the original {} (expected: {}) on this instance:\n{}",
            found.mutant,
            found.original,
            found.answer,
            found.leetcode.trim_end()
        ),
        None if !survivor.was_compared_with_original() => {
            "not compared with the original".to_owned()
        }
        None => format!(
            "possibly equivalent to the original; no difference found on {} instances",
            format_number(*tried)
        ),
    };
    format!("\n{path}:{line}: {result}\n{}\n", diff.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn survivor_is_not_reported_as_equivalent_if_search_was_skipped() {
        let survivor = |tried| Survivor {
            path: "a.py".to_owned(),
            line: 7,
            place: 0,
            class: "bound".to_owned(),
            diff: "-a\n+b\n".to_owned(),
            tried,
            found: None,
        };
        let report = MutantReport {
            survivors: vec![survivor(0), survivor(9)],
            ..MutantReport::default()
        };
        let expected = "\nbound: 2 survivors\n\na.py:7: not compared with the original\n-a\n+b\n\na.py:7: possibly \
                        equivalent to the original; no difference found on 9 instances\n-a\n+b\n";
        assert_eq!(survivors_text(&report), expected);
    }
}
