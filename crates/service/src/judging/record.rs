//! The record of one submission, built up from the judge's events.

use mousetrap_model::{CaseResult, Event, Message, Run, SubmissionOutcome, Verdict};
use serde::Serialize;

use super::summary::CaseCounts;
use crate::store::Submission;

/// A step of judging, which a page shows while the submission is being judged.
#[derive(Debug, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub(crate) enum Step {
    Compiling,
    Running { cases: usize },
    Cases(CaseCounts),
}

/// The results of one submission so far.
#[derive(Debug)]
pub(crate) struct SubmissionRecord {
    /// The run report for this submission alone.
    pub run: Run,
    /// The results so far.
    pub cases: Vec<CaseResult>,
    /// The results of an earlier, interrupted attempt. Judging resumes after the cases judged then.
    earlier: Vec<CaseResult>,
    /// Whether there are results that no [`Step`] has reported.
    is_new: bool,
}

impl SubmissionRecord {
    pub(crate) fn new(submission: &Submission, earlier: &[CaseResult]) -> Self {
        Self {
            run: submission.run_report(SubmissionOutcome::NotJudged),
            cases: earlier.to_vec(),
            earlier: earlier.to_vec(),
            is_new: false,
        }
    }

    /// Adds an event to the record. If pages must show the event immediately, returns it as a step.
    pub(crate) fn add_event(&mut self, event: Event) -> Option<Step> {
        let submission = &mut self.run.submissions[0];
        match event {
            Event::RunStarted {
                submissions,
                jobs,
                isolation,
                clock,
            } => {
                let header = &mut self.run.header;
                (header.jobs, header.isolation, header.clock) = (jobs, isolation, clock);
                submission.info = submissions.into_iter().next()?;
            }
            Event::Compiling { .. } => {
                self.cases.clone_from(&self.earlier);
                return Some(Step::Compiling);
            }
            Event::Started { .. } => {
                let cases = submission.info.case_count;
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
                submission.outcome = SubmissionOutcome::Judged(judgement);
            }
            // The log has the reason, which can contain paths.
            Event::Skipped { skip, .. } => {
                let language = submission.info.language_name.clone();
                tracing::error!(language, reason = %skip.reason, remedy = skip.remedy, "skipped");
                self.record_failure(Message::LanguageUnavailable { language });
            }
            Event::Failed { error, .. } => self.record_failure(error),
            _ => {}
        }
        None
    }

    /// Records the reason why the judge failed.
    pub(crate) fn record_failure(&mut self, error: Message) {
        self.run.submissions[0].outcome = SubmissionOutcome::Failed(error);
    }

    /// The result of the first case that the submission failed, if it failed any.
    pub(crate) fn first_failure(&self) -> Option<&CaseResult> {
        let mut cases = self.cases.iter();
        cases.find(|result| result.verdict != Verdict::Accepted)
    }

    /// Returns whether the submission has a verdict or the judge has failed.
    pub(crate) fn has_outcome(&self) -> bool {
        self.run.submissions[0].outcome != SubmissionOutcome::NotJudged
    }

    /// The reason why there is no verdict, if the judge failed.
    pub(crate) fn failure(&self) -> Option<&Message> {
        match &self.run.submissions[0].outcome {
            SubmissionOutcome::Failed(error) => Some(error),
            _ => None,
        }
    }

    /// Returns the case counts as a step, if they have changed since the last step.
    pub(crate) fn step(&mut self) -> Option<Step> {
        let case_count = self.run.submissions[0].info.case_count;
        let counts = || Step::Cases(CaseCounts::new(&self.cases, case_count));
        std::mem::take(&mut self.is_new).then(counts)
    }
}
