//! The record of one submission, built up from the judge's events.

use mousetrap_model::{
    CaseResult, Event, Message, Run, RunHeader, RunWorker, SubmissionInfo, SubmissionOutcome,
    Verdict,
};
use serde::{Deserialize, Serialize};

use super::summary::Counts;
use crate::store::{FAILED, Submission, new_run, unjudged_run_header};

/// A step of judging, which a page shows while the submission is being judged.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub(crate) enum Step {
    Compiling,
    Running { cases: usize },
    Cases(Counts),
}

/// The results of one submission so far.
#[derive(Debug)]
pub(crate) struct SubmissionRecord {
    header: RunHeader,
    info: SubmissionInfo,
    /// Results of an earlier, interrupted attempt. Judging resumes after these cases.
    earlier: Vec<CaseResult>,
    cases: Vec<CaseResult>,
    outcome: SubmissionOutcome,
    worker: Option<RunWorker>,
    /// Whether there are results that no [`Step`] has reported.
    is_new: bool,
}

impl SubmissionRecord {
    pub(crate) fn new(submission: &Submission, earlier: Vec<CaseResult>) -> Self {
        Self {
            header: unjudged_run_header(),
            info: submission.info(),
            cases: earlier.clone(),
            earlier,
            outcome: SubmissionOutcome::NotJudged,
            worker: None,
            is_new: false,
        }
    }

    /// Adds an event. Returns a step if pages must show it immediately.
    pub(crate) fn add_event(&mut self, event: Event) -> Option<Step> {
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
                self.cases.clone_from(&self.earlier);
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
                    reason = %skip.reason,
                    remedy = skip.remedy,
                    "skipped"
                );
                self.outcome = SubmissionOutcome::Skipped(skip);
            }
            Event::Failed { error, .. } => self.record_failure(error),
            _ => {}
        }
        None
    }

    /// Records the reason why the judge failed.
    pub(crate) fn record_failure(&mut self, error: Message) {
        self.outcome = SubmissionOutcome::Failed(error);
    }

    /// Records which worker judges the submission.
    pub(crate) fn set_worker(&mut self, worker: RunWorker) {
        self.worker = Some(worker);
    }

    /// Returns the results so far.
    pub(crate) fn cases(&self) -> &[CaseResult] {
        &self.cases
    }

    /// The result of the first case that the submission failed, if it failed any.
    pub(crate) fn first_failure(&self) -> Option<&CaseResult> {
        let mut cases = self.cases.iter();
        cases.find(|result| result.verdict != Verdict::Accepted)
    }

    /// The code of the verdict, or [`FAILED`]. `None` until there is an outcome.
    pub(crate) fn code(&self) -> Option<&'static str> {
        match &self.outcome {
            SubmissionOutcome::Judged(judgement) => Some(judgement.verdict.code()),
            SubmissionOutcome::NotJudged => None,
            _ => Some(FAILED),
        }
    }

    /// The reason why there is no verdict, if the judge failed or skipped the submission.
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

    /// Returns the case counts as a step, if they have changed since the last step.
    pub(crate) fn step(&mut self) -> Option<Step> {
        let counts = || Step::Cases(Counts::new(&self.cases, self.info.case_count));
        std::mem::take(&mut self.is_new).then(counts)
    }

    /// Converts the record to a run for the database.
    pub(crate) fn into_run(self) -> Run {
        let header = RunHeader {
            worker: self.worker,
            ..self.header
        };
        new_run(header, self.info, self.outcome)
    }
}
