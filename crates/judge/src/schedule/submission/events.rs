//! The events of one submission.

use std::sync::mpsc::Sender;

use crate::JudgeError;
use crate::program::toolchain_record::Unprepared;
use mousetrap_model::{Case, CaseResult, Event, Judgement, Message, Skip, Verdict};

/// A mistake that a sanitizer found.
pub(crate) struct Finding {
    /// Index of the case.
    pub case: usize,
    /// The sanitizer's message, with the line of the submission.
    pub detail: String,
    /// The complete standard error.
    pub stderr: String,
}

/// Sends the events of one submission. Judging continues if the receiver is gone.
pub(crate) struct EventSink<'a> {
    events: &'a Sender<Event>,
    submission: usize,
    worker: usize,
    /// Results of the cases so far.
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

    fn send(&self, event: Event) {
        let _ = self.events.send(event);
    }

    pub(crate) fn skipped(&self, skip: Skip) {
        self.send(Event::Skipped {
            submission: self.submission,
            skip,
        });
    }

    pub(crate) fn compiling(&self) {
        self.send(Event::Compiling {
            submission: self.submission,
            worker: self.worker,
        });
    }

    pub(crate) fn preparing(&self, failed: Option<&Unprepared>) {
        self.send(Event::Preparing {
            submission: self.submission,
            worker: self.worker,
            failed: failed.map(Unprepared::message),
        });
    }

    pub(crate) fn started(&self) {
        self.send(Event::Started {
            submission: self.submission,
            worker: self.worker,
        });
    }

    pub(crate) fn checking(&self) {
        self.send(Event::Checking {
            submission: self.submission,
            worker: self.worker,
        });
    }

    pub(crate) fn case_started(&self, case: &Case, number: usize) {
        self.send(Event::CaseStarted {
            submission: self.submission,
            case: case.id.clone(),
            number,
        });
    }

    pub(crate) fn case(&mut self, result: CaseResult) {
        self.cases.push(result.clone());
        self.send(Event::Case {
            submission: self.submission,
            result: Box::new(result),
        });
    }

    /// Reports a mistake that a sanitizer found on a case. An accepted case becomes a runtime
    /// error; for a failed case, the mistake is the likely reason.
    pub(crate) fn found(&mut self, finding: &Finding, case: &Case) {
        let Some(result) = self.cases.iter_mut().find(|result| result.id == case.id) else {
            return;
        };
        if result.verdict == Verdict::Accepted {
            result.verdict = Verdict::RunTimeError;
            result.reason = Some(Message::text(&finding.detail));
            result.stderr.clone_from(&finding.stderr);
            result.failing = Some(case.failing(None));
        } else {
            let finding = finding.detail.clone();
            let remark = Message::SanitizersFind { finding };
            result.reason = result.reason.take().map(|it| it.with_remark(remark));
        }
        let result = Box::new(result.clone());
        self.send(Event::Case {
            submission: self.submission,
            result,
        });
    }

    pub(crate) fn judged(&self, judgement: Judgement) {
        self.send(Event::Judged {
            submission: self.submission,
            judgement: Box::new(judgement),
        });
    }

    pub(crate) fn failed(&self, error: &JudgeError) {
        self.send(Event::Failed {
            submission: self.submission,
            error: Message::text(error.to_string()),
        });
    }
}
