//! Converts the lines of a server's response to events.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::mpsc::Sender;

use mousetrap_judge::Submission;
use mousetrap_model::{
    Case, Event, Judgement, Run, RunSubmission, SkipReason, SubmissionOutcome, Verdict,
};
use mousetrap_service::{BatchErrorKind, BatchLine};
use mousetrap_util::printable::printable;

/// The outcomes that a server has reported so far.
pub(super) struct Outcomes<'a> {
    pub(super) submissions: &'a [Submission<'a>],
    pub(super) cases: &'a BTreeMap<String, Vec<Case>>,
    pub(super) events: &'a Sender<Event>,
    /// The submissions that have no outcome yet.
    pub(super) pending: BTreeSet<usize>,
    /// For each submission that is identical to an earlier submission, the index of the earlier
    /// one.
    pub(super) same: BTreeMap<usize, usize>,
}

impl Outcomes<'_> {
    /// Records the outcome that a response line contains for a submission.
    pub(super) fn record_response_line(&mut self, submission: usize, line: BatchLine) {
        let outcome = match line {
            BatchLine {
                error: Some(error), ..
            } if error.kind == BatchErrorKind::Unusable => SubmissionOutcome::Skipped(SkipReason {
                reason: format!(
                    "the server rejects the submission: {}",
                    printable(&error.message)
                )
                .into(),
                remedy: "judge it on this machine, without --server".to_owned(),
            }),
            BatchLine { run: Some(run), .. } => self.extract_outcome(submission, run),
            BatchLine { error, .. } => {
                let message = error.map_or_else(
                    || "the server's response contains neither a verdict nor an error".to_owned(),
                    |error| printable(&error.message),
                );
                SubmissionOutcome::Failed(message.into())
            }
        };
        self.report_outcome(submission, outcome);
    }

    /// Returns the outcome of a submission from the results that the server sent.
    fn extract_outcome(&self, submission: usize, run: Run) -> SubmissionOutcome {
        let Ok([RunSubmission { info, outcome, .. }]) = <[_; 1]>::try_from(run.submissions) else {
            return SubmissionOutcome::Failed(
                "the server's response must contain the results of exactly one submission".into(),
            );
        };
        let Submission {
            detected, problem, ..
        } = &self.submissions[submission];
        let cases = self.cases.get(&problem.id).map_or(&[][..], Vec::as_slice);
        match outcome {
            SubmissionOutcome::Judged(judgement)
                if info.language == detected.language.id
                    && info.form == detected.form
                    && matches_cases(&judgement, cases) =>
            {
                SubmissionOutcome::Judged(judgement)
            }
            SubmissionOutcome::Skipped(_) | SubmissionOutcome::Failed(_) => outcome,
            _ => SubmissionOutcome::Failed(
                "the server's judgement does not fit this submission; use the same version of \
                 mousetrap on both machines"
                    .into(),
            ),
        }
    }

    fn send(&self, event: Event) {
        let _ = self.events.send(event);
    }

    /// Reports the outcome of a submission, and of all submissions that are identical to it.
    pub(super) fn report_outcome(&mut self, submission: usize, outcome: SubmissionOutcome) {
        self.pending.remove(&submission);
        match outcome {
            SubmissionOutcome::Judged(judgement) => {
                for result in judgement.cases.iter().cloned().map(Box::new) {
                    self.send(Event::Case { submission, result });
                }
                self.send(Event::Judged {
                    submission,
                    judgement,
                });
            }
            SubmissionOutcome::Skipped(skip) => self.send(Event::Skipped { submission, skip }),
            SubmissionOutcome::Failed(error) => self.send(Event::Failed { submission, error }),
            SubmissionOutcome::SameAs(_) | SubmissionOutcome::NotJudged => {}
        }
        for (&same, &first) in &self.same {
            if first == submission {
                self.send(Event::SameAs {
                    submission: same,
                    first,
                });
            }
        }
    }
}

/// Returns whether a judgement is consistent and has results only for these cases.
fn matches_cases(judgement: &Judgement, cases: &[Case]) -> bool {
    let known: BTreeSet<_> = cases.iter().map(|case| &case.id).collect();
    judgement.cases.iter().all(|case| known.contains(&case.id))
        && (judgement.verdict != Verdict::Accepted || judgement.is_consistent(cases.len()))
}

#[cfg(test)]
mod tests {
    use mousetrap_model::{CaseId, CaseResult, Limits, Usage};

    use super::*;

    fn sample_case(name: &str) -> Case {
        Case {
            id: CaseId(name.to_owned()),
            input: String::new(),
            arguments: String::new(),
            max_plies: None,
            answer: String::new(),
            limits: Limits::DEFAULT,
        }
    }

    fn sample_judgement(verdict: Verdict, results: &[(&str, Verdict)]) -> Judgement {
        let cases = results.iter().map(|(name, verdict)| {
            let id = CaseId((*name).to_owned());
            CaseResult::new(id, *verdict, Usage::NONE, Limits::DEFAULT)
        });
        Judgement {
            cases: cases.collect(),
            ..Judgement::new(verdict)
        }
    }

    #[test]
    fn inconsistent_judgement_is_rejected() {
        use Verdict::{Accepted, WrongAnswer};
        let cases = [sample_case("a/1"), sample_case("a/2")];
        for (verdict, results, expected) in [
            (Accepted, &[("a/1", Accepted), ("a/2", Accepted)][..], true),
            (WrongAnswer, &[("a/1", WrongAnswer)], true),
            (Accepted, &[("a/1", Accepted)], false),
            (Accepted, &[("a/1", Accepted), ("a/2", WrongAnswer)], false),
            (Accepted, &[("a/1", Accepted), ("b/2", Accepted)], false),
            (WrongAnswer, &[("b/1", WrongAnswer)], false),
        ] {
            assert_eq!(
                matches_cases(&sample_judgement(verdict, results), &cases),
                expected,
                "{results:?}"
            );
        }
    }
}
