//! Turns the lines of a server's answers into events.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::mpsc::Sender;

use mousetrap_judge::Submission;
use mousetrap_model::{
    Case, Event, Judgement, Run, RunSubmission, Skip, SubmissionOutcome, Verdict,
};
use mousetrap_service::{BatchErrorKind, BatchLine, BatchProgress};
use mousetrap_util::Choice as _;
use mousetrap_util::printable::printable;

/// The results of a run on a server so far.
pub(super) struct Outcomes<'a> {
    pub(super) submissions: &'a [Submission<'a>],
    pub(super) cases: &'a BTreeMap<String, Vec<Case>>,
    pub(super) events: &'a Sender<Event>,
    /// The submissions without an outcome.
    pub(super) pending: BTreeSet<usize>,
    /// For each submission that is identical to an earlier one, the index of that one.
    pub(super) same: BTreeMap<usize, usize>,
    /// By worker number: the submission that the server judges there, and whether it runs.
    pub(super) workers: Vec<Option<(usize, bool)>>,
}

impl Outcomes<'_> {
    /// Takes in a line of an answer about a submission.
    pub(super) fn take(&mut self, submission: usize, line: BatchLine) {
        match line {
            BatchLine {
                progress: Some(progress),
                ..
            } => self.show(submission, progress),
            BatchLine {
                error: Some(error), ..
            } if error.kind == BatchErrorKind::Unusable => {
                let skip = Skip {
                    reason: format!("the server refuses it: {}", printable(&error.message)).into(),
                    remedy: "judge it on this machine, without --server".to_owned(),
                };
                self.end(submission, SubmissionOutcome::Skipped(skip));
            }
            BatchLine { run: Some(run), .. } => {
                let outcome = self.outcome(submission, run);
                self.end(submission, outcome);
            }
            BatchLine { error, .. } => {
                let message = error.map_or_else(
                    || "the server's answer has no verdict and no error".to_owned(),
                    |error| printable(&error.message),
                );
                self.end(submission, SubmissionOutcome::Failed(message.into()));
            }
        }
    }

    /// Returns the outcome of a submission in the run that the server sent.
    fn outcome(&self, submission: usize, run: Run) -> SubmissionOutcome {
        let Ok([RunSubmission { info, outcome, .. }]) = <[_; 1]>::try_from(run.submissions) else {
            return SubmissionOutcome::Failed("the server's run has several submissions".into());
        };
        let detected = &self.submissions[submission].detected;
        let cases = self.cases_of(submission);
        match outcome {
            SubmissionOutcome::Judged(_)
                if info.language != detected.language.id || info.form != detected.form =>
            {
                let (form, of) = (info.form.name(), detected.form.name());
                SubmissionOutcome::Failed(
                    format!(
                        "the server has judged it as {} ({form}), not as {} ({of}); use the same \
                         version of mousetrap here and there",
                        printable(&info.language_name),
                        detected.language.name,
                    )
                    .into(),
                )
            }
            SubmissionOutcome::Judged(judgement) if is_sound(&judgement, cases) => {
                SubmissionOutcome::Judged(judgement)
            }
            SubmissionOutcome::Skipped(_) | SubmissionOutcome::Failed(_) => outcome,
            _ => SubmissionOutcome::Failed("the server's judgement contradicts itself".into()),
        }
    }

    fn cases_of(&self, submission: usize) -> &[Case] {
        let cases = self.cases.get(&self.submissions[submission].problem.id);
        cases.map_or(&[], Vec::as_slice)
    }

    fn send(&self, event: Event) {
        let _ = self.events.send(event);
    }

    /// Returns the number of the worker that judges a submission.
    fn worker(&mut self, submission: usize) -> usize {
        let is_it = |worker: &Option<(usize, bool)>| worker.is_some_and(|(of, _)| of == submission);
        if let Some(worker) = self.workers.iter().position(is_it) {
            return worker;
        }
        let free = self.workers.iter().position(Option::is_none);
        let worker = free.unwrap_or_else(|| {
            self.workers.push(None);
            self.workers.len() - 1
        });
        self.workers[worker] = Some((submission, false));
        self.send(Event::Compiling { submission, worker });
        worker
    }

    /// Reports that a submission runs.
    fn start(&mut self, submission: usize) {
        let worker = self.worker(submission);
        if self.workers[worker] == Some((submission, false)) {
            self.workers[worker] = Some((submission, true));
            self.send(Event::Started { submission, worker });
        }
    }

    fn show(&mut self, submission: usize, progress: BatchProgress) {
        match progress {
            BatchProgress::Compiling => {
                self.worker(submission);
            }
            BatchProgress::Running { cases } => {
                self.start(submission);
                if let Some(case) = self.cases_of(submission).get(cases) {
                    let (case, number) = (case.id.clone(), cases + 1);
                    self.send(Event::CaseStarted {
                        submission,
                        case,
                        number,
                    });
                }
            }
        }
    }

    /// Reports the outcome of a submission and of those that are identical to it.
    pub(super) fn end(&mut self, submission: usize, outcome: SubmissionOutcome) {
        self.pending.remove(&submission);
        match outcome {
            SubmissionOutcome::Judged(judgement) => {
                self.worker(submission);
                if !judgement.cases.is_empty() {
                    self.start(submission);
                }
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
        for worker in &mut self.workers {
            *worker = worker.filter(|(of, _)| *of != submission);
        }
        let first = submission;
        for (&submission, _) in self.same.iter().filter(|(_, of)| **of == first) {
            self.send(Event::SameAs { submission, first });
        }
    }
}

/// Returns whether a judgement is about these cases and does not contradict itself.
fn is_sound(judgement: &Judgement, cases: &[Case]) -> bool {
    let known: BTreeSet<_> = cases.iter().map(|case| &case.id).collect();
    judgement.cases.iter().all(|case| known.contains(&case.id))
        && (judgement.verdict != Verdict::Accepted || judgement.is_consistent(cases.len()))
}

#[cfg(test)]
mod tests {
    use mousetrap_model::{CaseId, CaseResult, Limits, Usage};

    use super::*;

    fn case(name: &str) -> Case {
        Case {
            id: CaseId(name.to_owned()),
            input: String::new(),
            arguments: String::new(),
            max_plies: None,
            answer: String::new(),
            limits: Limits::DEFAULT,
        }
    }

    fn judgement(verdict: Verdict, results: &[(&str, Verdict)]) -> Judgement {
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
    fn judgement_that_contradicts_itself_or_the_suite_is_not_sound() {
        use Verdict::{Accepted, WrongAnswer};
        let cases = [case("a/1"), case("a/2")];
        for (verdict, results, expected) in [
            (Accepted, &[("a/1", Accepted), ("a/2", Accepted)][..], true),
            (WrongAnswer, &[("a/1", WrongAnswer)], true),
            (Accepted, &[("a/1", Accepted)], false),
            (Accepted, &[("a/1", Accepted), ("a/2", WrongAnswer)], false),
            (Accepted, &[("a/1", Accepted), ("b/2", Accepted)], false),
            (WrongAnswer, &[("b/1", WrongAnswer)], false),
        ] {
            assert_eq!(
                is_sound(&judgement(verdict, results), &cases),
                expected,
                "{results:?}"
            );
        }
    }
}
