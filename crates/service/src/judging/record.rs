//! The outcome of one submission, folded from the judge's events.

use mousetrap_model::{
    CaseResult, Event, Message, Run, RunHeader, SubmissionInfo, SubmissionOutcome, Verdict,
};
use serde::Serialize;

use crate::run::{header_without_judge, single};
use crate::store::{FAILED, Submission};
use crate::summary::Counts;

/// What a page that watches the judging is sent.
#[derive(Debug, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub(crate) enum Step {
    Compiling,
    Running { cases: usize },
    Cases(Counts),
}

/// The outcome of one submission so far.
#[derive(Debug)]
pub(crate) struct Record {
    header: RunHeader,
    info: SubmissionInfo,
    cases: Vec<CaseResult>,
    outcome: SubmissionOutcome,
    /// Whether there are results that no [`Step`] has shown.
    is_new: bool,
}

impl Record {
    pub(crate) fn new(submission: &Submission) -> Self {
        Self {
            header: header_without_judge(),
            info: submission.info(),
            cases: Vec::new(),
            outcome: SubmissionOutcome::NotJudged,
            is_new: false,
        }
    }

    /// Adds an event. Returns what pages are sent at once.
    pub(crate) fn take(&mut self, event: Event) -> Option<Step> {
        match event {
            Event::RunStarted {
                submissions,
                jobs,
                isolation,
                clock,
            } => {
                self.header = RunHeader {
                    jobs,
                    isolation,
                    clock,
                    ..RunHeader::default()
                };
                self.info = submissions.into_iter().next()?;
            }
            Event::Compiling { .. } => {
                // A new attempt: results of an earlier one are void.
                self.cases.clear();
                return Some(Step::Compiling);
            }
            Event::Started { .. } => {
                let cases = self.info.case_count;
                return Some(Step::Running { cases });
            }
            Event::Case { result, .. } => {
                self.is_new = true;
                match self.cases.iter_mut().rfind(|known| known.id == result.id) {
                    Some(known) => *known = *result,
                    None => self.cases.push(*result),
                }
            }
            Event::Judged { judgement, .. } => {
                self.is_new = true;
                self.cases.clone_from(&judgement.cases);
                self.outcome = SubmissionOutcome::Judged(judgement);
            }
            Event::Skipped { skip, .. } => {
                tracing::error!(
                    language = self.info.language_name,
                    skip.reason,
                    skip.remedy,
                    "skipped"
                );
                self.outcome = SubmissionOutcome::Skipped(skip);
            }
            Event::Failed { error, .. } => self.fail(error),
            _ => {}
        }
        None
    }

    /// Records that the judge failed for this reason.
    pub(crate) fn fail(&mut self, error: Message) {
        self.outcome = SubmissionOutcome::Failed(error);
    }

    /// The results so far.
    pub(crate) fn cases(&self) -> &[CaseResult] {
        &self.cases
    }

    /// The verdict on the first case that the submission failed, if it failed any.
    pub(crate) fn first_failure(&self) -> Option<Verdict> {
        let mut verdicts = self.cases.iter().map(|result| result.verdict);
        verdicts.find(|verdict| *verdict != Verdict::Accepted)
    }

    /// The code of the verdict, or [`FAILED`]; none while there is no outcome.
    pub(crate) fn code(&self) -> Option<&'static str> {
        match &self.outcome {
            SubmissionOutcome::Judged(judgement) => Some(judgement.verdict.code()),
            SubmissionOutcome::NotJudged => None,
            _ => Some(FAILED),
        }
    }

    /// Why the judge gave no verdict, if it failed or skipped the submission.
    pub(crate) fn failure(&self) -> Option<Message> {
        match &self.outcome {
            SubmissionOutcome::Judged(_) | SubmissionOutcome::NotJudged => None,
            SubmissionOutcome::Failed(error) => Some(error.clone()),
            // The log has the reason, which can contain paths.
            SubmissionOutcome::Skipped(_) => Some(Message::LanguageUnavailable {
                language: self.info.language_name.clone(),
            }),
            SubmissionOutcome::SameAs(_) => Some(Message::Contradiction),
        }
    }

    /// The counts of the cases, if they have changed.
    pub(crate) fn step(&mut self) -> Option<Step> {
        let counts = || Step::Cases(Counts::new(&self.cases, self.info.case_count));
        std::mem::take(&mut self.is_new).then(counts)
    }

    /// The run, as the database stores it.
    pub(crate) fn into_run(self) -> Run {
        single(self.header, self.info, self.outcome)
    }
}
