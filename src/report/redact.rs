//! A report for contestants.

use std::collections::BTreeMap;

use crate::report::{Model, State};
use crate::suite::CaseId;

impl Model {
    /// The run without anything that tells of a hidden case: verdicts, counts,
    /// times and memory stay; names of cases become numbers, and inputs,
    /// replies, reasons and standard error go. (A submission could write the
    /// case to standard error, and reasons quote replies.) What the compiler
    /// said stays, since a submission is compiled before it sees a case.
    #[must_use]
    pub fn redacted(&self) -> Self {
        let mut model = self.clone();
        let mut numbers: BTreeMap<(&str, CaseId), usize> = BTreeMap::new();
        let mut known: BTreeMap<&str, usize> = BTreeMap::new();
        for submission in &mut model.submissions {
            let problem = submission.outline.problem;
            for case in &mut submission.cases {
                let number = *numbers
                    .entry((problem, case.id.clone()))
                    .or_insert_with(|| {
                        let number = known.entry(problem).or_default();
                        *number += 1;
                        *number
                    });
                case.id = CaseId(format!("case-{number:03}"));
                case.detail.clear();
                case.stderr.clear();
                case.failing = None;
            }
            if let State::Failed(error) = &mut submission.state {
                "the judge failed; the host of this contest knows more".clone_into(error);
            }
        }
        model
    }
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum as _;

    use crate::report::{Format, Look, render, sample, show_failing};

    #[test]
    fn nothing_of_a_case_is_left() {
        let model = sample::interrupted().redacted();
        let mut told = show_failing(&model, Look::PLAIN);
        for &format in Format::value_variants() {
            told += &render(format, &model, Look::PLAIN);
        }
        for secret in [
            "walls",
            "####F",
            "M....",
            "█",
            "expected true",
            "got false",
            "visited",
            "SIGSEGV",
            "EPERM",
        ] {
            assert!(!told.contains(secret), "{secret} is told");
        }
    }

    #[test]
    fn verdicts_and_measurements_stay() {
        let model = sample::interrupted();
        let redacted = model.redacted();
        assert_eq!(redacted.summary(), model.summary());
        for (before, after) in model.submissions.iter().zip(&redacted.submissions) {
            assert_eq!(before.verdict(), after.verdict());
            for (before, after) in before.cases.iter().zip(&after.cases) {
                assert_eq!(before.verdict, after.verdict);
                assert_eq!(before.measured, after.measured);
            }
        }
    }

    #[test]
    fn a_case_has_the_same_number_in_every_submission() {
        let redacted = sample::interrupted().redacted();
        let number = |submission: usize, case: usize| {
            redacted.submissions[submission].cases[case].id.to_string()
        };
        // Both ran walls-001 first.
        assert_eq!(number(0, 0), number(5, 0));
        assert_ne!(number(0, 1), number(0, 2));
    }
}
