//! The state of a run, built up from the judge's events.

use std::borrow::Cow;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::log::read_outcome;
use crate::texts::Texts;
use crate::{OutcomeClass, Submission};
use mousetrap_model::{Event, MachineFacts, RunEnding, RunHeader, SubmissionOutcome};

/// Everything that is known about a run so far.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// The options and the files of the run.
    pub header: RunHeader,
    /// The submissions, in the order in which reports list them.
    pub submissions: Vec<Submission>,
    /// How the run ended, or `None` while it is still running.
    pub ending: Option<RunEnding>,
    /// The log, which contains the cases that are not in memory.
    pub log: Option<Arc<File>>,
    /// The options that suggested commands must include.
    pub command_options: CommandOptions,
}

/// Shell-quoted command-line options, which are included in every command that a report suggests.
/// The text of each field begins with a space, unless it is empty.
#[derive(Clone, Debug, Default)]
pub struct CommandOptions {
    /// The options that all commands accept: `-C` and `--isolation`.
    pub common: String,
    /// The option that only the command `judge` accepts: `--suite`, once for each suite.
    pub suites: String,
}

/// Statistics about a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// The number of submissions.
    pub submissions: usize,
    /// Submissions with the expected verdict.
    pub as_expected: usize,
    /// Submissions with an unexpected verdict.
    pub unexpected: usize,
    /// Submissions whose toolchain is missing.
    pub skipped: usize,
    /// Submissions that could not be judged because of an internal error.
    pub failed: usize,
    /// Submissions without a verdict because the run was interrupted.
    pub not_judged: usize,
    /// Files that cannot be judged. Such files do not count as submissions.
    #[serde(default)]
    pub refused: usize,
    /// Submissions whose result was reused from an earlier run.
    #[serde(default)]
    pub from_cache: usize,
    /// Submissions that are identical to an earlier submission and share its judgement.
    #[serde(default)]
    pub same: usize,
    /// Runs of a submission on a case, including repeats of borderline cases.
    pub runs: usize,
}

impl Model {
    /// Applies one event.
    ///
    /// # Panics
    /// Panics if the event is about a submission that `RunStarted` did not list.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::RunStarted {
                submissions,
                jobs,
                isolation,
                clock,
            } => {
                let header = &mut self.header;
                (header.jobs, header.clock) = (*jobs, *clock);
                header.isolation.clone_from(isolation);
                self.submissions = submissions.iter().cloned().map(Submission::new).collect();
            }
            Event::Outcome(submission, outcome) => self.set_outcome(*submission, outcome),
            // The outcome contains the results of all cases.
            Event::Compiling { .. }
            | Event::Started { .. }
            | Event::Preparing { .. }
            | Event::CaseStarted { .. }
            | Event::Case { .. }
            | Event::Checking { .. } => {}
            Event::RunFinished { interrupted, wall } => {
                self.ending = Some(RunEnding {
                    interrupted: *interrupted,
                    wall: Some(*wall),
                    facts: MachineFacts::default(),
                });
            }
        }
    }

    /// Sets the outcome of the submission with this index.
    fn set_outcome(&mut self, index: usize, outcome: &SubmissionOutcome) {
        let submission = &mut self.submissions[index];
        match outcome {
            SubmissionOutcome::SameAs(first) => {
                let info = submission.info.clone();
                self.submissions[index] = Submission {
                    info,
                    same_as: Some(*first),
                    ..self.submissions[*first].clone()
                };
            }
            outcome => {
                submission.outcome = outcome.clone();
                let points = self.header.points.get(&submission.info.problem);
                let points = points.filter(|_| submission.judgement().is_some());
                submission.award =
                    points.map(|points| points.award_points(submission.accepted_cases()));
            }
        }
    }

    /// Returns the path of the submission to which this one is identical, if any.
    pub(crate) fn path_of_original(&self, submission: &Submission) -> Option<&Path> {
        let first = self.submissions.get(submission.same_as?)?;
        Some(&first.info.path)
    }

    /// Returns the origin of a result if the submission was not run: `same as class/anna.py` or
    /// `cached`.
    pub(crate) fn origin(&self, submission: &Submission, texts: &Texts) -> Option<String> {
        match self.path_of_original(submission) {
            Some(first) => Some(texts.fill_template("same_as", &[("path", &first.display())])),
            None => submission.is_cached().then(|| texts["cached"].to_owned()),
        }
    }

    /// Returns the origin of a result as a suffix, such as ` (cached)`; empty if the submission was
    /// run.
    pub(crate) fn origin_suffix(&self, submission: &Submission, texts: &Texts) -> String {
        let origin = self.origin(submission, texts);
        origin.map_or_else(String::new, |origin| format!(" ({origin})"))
    }

    /// Returns the wall time of the entire run, if it is known.
    pub(crate) fn wall_time(&self) -> Option<Duration> {
        self.ending.as_ref()?.wall
    }

    /// Returns each submission with all of its cases. Cases that are not in memory are read from
    /// the log.
    pub fn loaded_submissions(&self) -> impl Iterator<Item = Cow<'_, Submission>> {
        self.submissions.iter().map(|one| self.load_cases(one))
    }

    /// Returns a submission with all of its cases. Cases that are not in memory are read from the
    /// log.
    pub(crate) fn load_cases<'a>(&self, submission: &'a Submission) -> Cow<'a, Submission> {
        let (Some(line), Some(log)) = (submission.logged, &self.log) else {
            return Cow::Borrowed(submission);
        };
        let outcome = read_outcome(log, line).unwrap_or_else(|error| {
            let error = format!("the log of the run cannot be read: {error}");
            SubmissionOutcome::Failed(error.into())
        });
        Cow::Owned(Submission {
            outcome,
            statistics: None,
            logged: None,
            ..submission.clone()
        })
    }

    /// Returns a copy of the run with all of its cases in memory.
    #[must_use]
    pub fn with_all_cases(&self) -> Self {
        Self {
            submissions: self.loaded_submissions().map(Cow::into_owned).collect(),
            log: None,
            ..self.clone()
        }
    }

    /// Returns whether the run was interrupted or has not ended yet.
    pub fn is_interrupted(&self) -> bool {
        let ending = self.ending.as_ref();
        ending.is_none_or(|ending| ending.interrupted)
    }

    /// Returns whether any submission has an expected verdict.
    pub(crate) fn has_expected_verdicts(&self) -> bool {
        let mut submissions = self.submissions.iter();
        submissions.any(|one| one.info.expected.is_some())
    }

    /// Returns statistics about the run.
    pub fn summary(&self) -> Summary {
        let mut summary = Summary {
            submissions: self.submissions.len(),
            refused: self.header.refused.len(),
            ..Summary::default()
        };
        for submission in &self.submissions {
            summary.runs += submission.run_count();
            summary.from_cache += usize::from(submission.is_cached());
            summary.same += usize::from(submission.same_as.is_some());
            *match submission.outcome_class() {
                OutcomeClass::AsExpected => &mut summary.as_expected,
                OutcomeClass::Unexpected => &mut summary.unexpected,
                OutcomeClass::Skipped => &mut summary.skipped,
                OutcomeClass::Failed => &mut summary.failed,
                OutcomeClass::NotJudged => &mut summary.not_judged,
            } += 1;
        }
        summary
    }

    /// Returns the submissions whose outcome is in this class, in the order of the run.
    pub fn submissions_in_class(&self, class: OutcomeClass) -> impl Iterator<Item = &Submission> {
        let submissions = self.submissions.iter();
        submissions.filter(move |submission| submission.outcome_class() == class)
    }
}
