//! Converts the lines of a server's response to events.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::mpsc::Sender;

use mousetrap_judge::JudgeRequest;
use mousetrap_model::{
    Case, Event, Judgement, Run, RunSubmission, SkipReason, SubmissionOutcome, Verdict,
};
use mousetrap_service::{BatchErrorKind, BatchLine};
use mousetrap_util::printable::to_printable;

/// The outcomes that a server has reported so far.
pub(super) struct Outcomes<'a> {
    pub(super) request: JudgeRequest<'a>,
    pub(super) events: &'a Sender<Event>,
    /// The submissions that have no outcome yet.
    pub(super) pending: BTreeSet<usize>,
    /// For each submission that is identical to an earlier submission, the index of the earlier
    /// one.
    pub(super) same: BTreeMap<usize, usize>,
}

impl Outcomes<'_> {
    /// Records a submission's outcome, as stated in a line of the response.
    pub(super) fn record_response_line(&mut self, submission: usize, line: BatchLine) {
        let outcome = match (line.run, line.error) {
            (_, Some(error)) if error.kind == BatchErrorKind::Unusable => {
                let message = to_printable(&error.message);
                SubmissionOutcome::Skipped(SkipReason {
                    reason: format!("the server rejects the submission: {message}").into(),
                    remedy: "judge it on this machine, without --server".to_owned(),
                })
            }
            (Some(run), _) => self.extract_outcome(submission, run),
            (None, Some(error)) => SubmissionOutcome::Failed(to_printable(&error.message).into()),
            (None, None) => SubmissionOutcome::Failed(
                "the server's response contains neither a verdict nor an error".into(),
            ),
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
        let sent = &self.request.submissions[submission];
        let is_for_submission = match &outcome {
            SubmissionOutcome::Judged(judgement) => {
                let cases = self.request.cases.get(&sent.problem.id);
                info.language == sent.detected.language.id
                    && info.form == sent.detected.form
                    && matches_cases(judgement, cases.map_or(&[], Vec::as_slice))
            }
            SubmissionOutcome::Skipped(_) | SubmissionOutcome::Failed(_) => true,
            SubmissionOutcome::SameAs(_) | SubmissionOutcome::NotJudged => false,
        };
        if is_for_submission {
            return outcome;
        }
        SubmissionOutcome::Failed(
            "the server's judgement does not fit this submission; use the same version of \
             mousetrap on both machines"
                .into(),
        )
    }

    /// Reports the outcome of a submission, and of all submissions that are identical to it.
    pub(super) fn report_outcome(&mut self, submission: usize, outcome: SubmissionOutcome) {
        // Ignores errors, because judging continues even without a receiver of the events.
        let send = |event| drop(self.events.send(event));
        self.pending.remove(&submission);
        if let SubmissionOutcome::Judged(judgement) = &outcome {
            for result in judgement.cases.iter().cloned().map(Box::new) {
                send(Event::Case { submission, result });
            }
        }
        send(Event::Outcome(submission, outcome));
        let copies = self.same.iter().filter(|(_, first)| **first == submission);
        for (&copy, &first) in copies {
            send(Event::Outcome(copy, SubmissionOutcome::SameAs(first)));
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
            let is_accepted = matches_cases(&sample_judgement(verdict, results), &cases);
            assert_eq!(is_accepted, expected, "{results:?}");
        }
    }
}
