//! Sending the events of one submission.

use std::sync::mpsc::Sender;

use mousetrap_model::{Case, CaseResult, Event, Judgement, Message, SubmissionOutcome, Verdict};

/// Sends the events of one submission. Judging continues even if the receiver no longer exists.
pub(crate) struct EventSink<'a> {
    events: &'a Sender<Event>,
    submission: usize,
    worker: usize,
    /// The results of the cases that have been judged so far.
    pub cases: Vec<CaseResult>,
}

impl<'a> EventSink<'a> {
    pub(crate) const fn new(events: &'a Sender<Event>, submission: usize, worker: usize) -> Self {
        Self {
            events,
            submission,
            worker,
            cases: Vec::new(),
        }
    }

    /// Sends the event that `event` creates from the index of the submission and the worker
    /// number.
    pub(crate) fn send(&self, event: impl FnOnce(usize, usize) -> Event) {
        let _ = self.events.send(event(self.submission, self.worker));
    }

    pub(crate) fn send_toolchain_preparation_state(&self, failed: Option<&Message>) {
        let failed = failed.cloned();
        self.send(|submission, worker| Event::Preparing {
            submission,
            worker,
            failed,
        });
    }

    /// Returns a callback that reports failed preparations of toolchains. The callback can be used
    /// in another thread.
    pub(crate) fn preparation_failure_sender(&self) -> impl Fn(Option<&Message>) + Sync + use<'a> {
        let sink = Self::new(self.events, self.submission, self.worker);
        move |failed| {
            if failed.is_some() {
                sink.send_toolchain_preparation_state(failed);
            }
        }
    }

    pub(crate) fn send_case_started(&self, case: &Case, number: usize) {
        let case = case.id.clone();
        self.send(|submission, worker| Event::CaseStarted {
            submission,
            worker,
            case,
            number,
        });
    }

    pub(crate) fn add_case_result(&mut self, result: CaseResult) {
        self.cases.push(result.clone());
        let result = Box::new(result);
        self.send(|submission, _| Event::Case { submission, result });
    }

    /// Adds a sanitizer's message, with its line number in the submission, to the result of a case,
    /// and sends the result again. The verdict of an accepted case changes to "runtime error", with
    /// this standard error. For a failed case, the message is added to the reason.
    pub(crate) fn add_sanitizer_error(&mut self, case: &Case, message: String, stderr: String) {
        let Some(result) = self.cases.iter_mut().find(|result| result.id == case.id) else {
            return;
        };
        if result.verdict == Verdict::Accepted {
            result.verdict = Verdict::RunTimeError;
            result.reason = Some(Message::text(message));
            result.stderr = stderr;
            result.failing = Some(case.failing_case(None));
        } else {
            let remark = Message::SanitizersFind { finding: message };
            result.reason = result.reason.take().map(|it| it.with_remark(remark));
        }
        let result = Box::new(result.clone());
        self.send(|submission, _| Event::Case { submission, result });
    }

    pub(crate) fn send_submission_judged(&self, judgement: Judgement) {
        let outcome = SubmissionOutcome::Judged(Box::new(judgement));
        self.send(|submission, _| Event::Outcome(submission, outcome));
    }
}
