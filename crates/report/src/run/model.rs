//! The state of a run, folded from the judge's events.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::log::Log;
use crate::{Standing, Submission};
use mousetrap_model::{CaseResult, Event, Facts, RunEnding, RunHeader, SubmissionOutcome};

/// All that is known about a run so far.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// The options and the files of the run.
    pub header: RunHeader,
    /// Every submission, in the order in which reports list them.
    pub submissions: Vec<Submission>,
    /// How the run ended; `None` while it lasts.
    pub ending: Option<RunEnding>,
    /// The machine and its toolchains, as far as they are known.
    pub facts: Facts,
    /// The log, which has the cases that are not in memory.
    pub log: Option<Arc<Log>>,
    /// The options that suggested commands repeat.
    pub repeated: RepeatedOptions,
}

/// Options of a run that suggested commands repeat, quoted for a shell. Each begins with a
/// space.
#[derive(Clone, Debug, Default)]
pub struct RepeatedOptions {
    /// Those of all commands: `-C`, `--isolation`.
    pub common: String,
    /// Those of `judge` alone: `--suite`.
    pub suites: String,
}

/// A run in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// The number of submissions.
    pub submissions: usize,
    /// Those with the expected verdict.
    pub as_expected: usize,
    /// Those with another verdict.
    pub unexpected: usize,
    /// Those whose toolchain is missing.
    pub skipped: usize,
    /// Those on which the judge failed.
    pub failed: usize,
    /// Those without a verdict because the run was cut short.
    pub not_judged: usize,
    /// Files that cannot be judged; they are not among the submissions.
    #[serde(default)]
    pub refused: usize,
    /// Submissions whose result was reused from an earlier run.
    #[serde(default)]
    pub from_cache: usize,
    /// Those that are the same as another, and were judged once with it.
    #[serde(default)]
    pub same: usize,
    /// Runs of a submission on a case, repeats of borderline cases included.
    pub runs: usize,
}

impl Model {
    /// Takes in one event.
    ///
    /// # Panics
    /// If the event is about a submission that `RunStarted` did not list: a fault of the
    /// judge.
    pub fn apply(&mut self, event: Event) {
        match event {
            Event::FilesFound { refused, left_out } => {
                self.header.refused = refused;
                self.header.left_out = left_out;
            }
            Event::SimilarFound(similar) => self.header.similar = Some(similar),
            Event::RunStarted {
                submissions,
                jobs,
                isolation,
                clock,
            } => {
                let header = &mut self.header;
                (header.jobs, header.isolation, header.clock) = (jobs, isolation, clock);
                self.submissions = submissions.into_iter().map(Submission::new).collect();
            }
            Event::Skipped { submission, skip } => {
                self.submissions[submission].outcome = SubmissionOutcome::Skipped(skip);
            }
            Event::SameAs { submission, first } => {
                self.submissions[submission] = Submission {
                    info: self.submissions[submission].info.clone(),
                    same_as: Some(first),
                    ..self.submissions[first].clone()
                };
            }
            Event::Compiling { submission, .. } => {
                self.submissions[submission].cases.clear();
            }
            Event::Started { .. }
            | Event::Preparing { .. }
            | Event::CaseStarted { .. }
            | Event::Checking { .. } => {}
            Event::Case { submission, result } => {
                let submission = &mut self.submissions[submission];
                let cases = &mut submission.cases;
                let is_it = |known: &CaseResult| known.id == result.id;
                let all_ran = cases.len() == submission.info.case_count;
                match cases.last() {
                    Some(last) if is_it(last) || all_ran => {
                        if let Some(known) = cases.iter_mut().rfind(|known| is_it(known)) {
                            *known = *result;
                        }
                    }
                    _ => cases.push(*result),
                }
            }
            Event::Judged {
                submission,
                judgement,
            } => {
                let submission = &mut self.submissions[submission];
                submission.set(judgement);
                let points = self.header.points.get(&submission.info.problem);
                submission.award = points.map(|points| points.award(submission.accepted_cases()));
            }
            Event::Failed { submission, error } => {
                self.submissions[submission].outcome = SubmissionOutcome::Failed(error);
            }
            Event::RunFinished { interrupted, wall } => {
                self.ending = Some(RunEnding {
                    interrupted,
                    wall: Some(wall),
                    facts: self.facts.clone(),
                });
            }
        }
    }

    /// The path of the submission that this one repeats.
    pub(crate) fn path_of_first(&self, submission: &Submission) -> Option<&Path> {
        let first = self.submissions.get(submission.same_as?)?;
        Some(&first.info.path)
    }

    /// Why a submission has a result although it was not run: `same as class/anna.py` or
    /// `cached`.
    pub(crate) fn origin(&self, submission: &Submission) -> Option<String> {
        match self.path_of_first(submission) {
            Some(first) => Some(format!("same as {}", first.display())),
            None => submission.is_cached().then(|| "cached".to_owned()),
        }
    }

    /// The origin in parentheses after a space; empty if the submission was run.
    pub(crate) fn origin_suffix(&self, submission: &Submission) -> String {
        let origin = self.origin(submission);
        origin.map_or_else(String::new, |origin| format!(" ({origin})"))
    }

    /// Wall time of the entire run; none for a part of a run, and while it lasts.
    pub(crate) fn wall(&self) -> Option<Duration> {
        self.ending.as_ref()?.wall
    }

    /// Each submission with all of its cases, from memory or from the log.
    pub fn each(&self) -> impl Iterator<Item = Cow<'_, Submission>> {
        self.submissions.iter().map(|one| self.full(one))
    }

    /// A submission with all of its cases.
    pub(crate) fn full<'a>(&self, submission: &'a Submission) -> Cow<'a, Submission> {
        let (Some(place), Some(log)) = (submission.place, &self.log) else {
            return Cow::Borrowed(submission);
        };
        let mut full = submission.clone();
        match log.read(place) {
            Ok(judgement) => {
                full.set(judgement);
                (full.totals, full.place) = (None, None);
            }
            Err(error) => {
                let error = format!("the log of the run cannot be read: {error}");
                full.outcome = SubmissionOutcome::Failed(error.into());
            }
        }
        Cow::Owned(full)
    }

    /// The run with all of its cases in memory.
    #[must_use]
    pub fn whole(&self) -> Self {
        self.with(self.each().map(Cow::into_owned).collect())
    }

    /// The run with these submissions instead of its own.
    pub(crate) fn with(&self, submissions: Vec<Submission>) -> Self {
        Self {
            header: self.header.clone(),
            submissions,
            ending: self.ending.clone(),
            facts: self.facts.clone(),
            log: None,
            repeated: self.repeated.clone(),
        }
    }

    /// The number of submissions that have an outcome.
    pub(crate) fn over(&self) -> usize {
        let is_over = |one: &&Submission| one.outcome != SubmissionOutcome::NotJudged;
        self.submissions.iter().filter(is_over).count()
    }

    /// Returns whether the run was cut short or has not ended yet.
    pub fn interrupted(&self) -> bool {
        let ending = self.ending.as_ref();
        ending.is_none_or(|ending| ending.interrupted)
    }

    /// Returns whether any submission has a verdict that it should earn.
    pub(crate) fn has_expectations(&self) -> bool {
        let mut submissions = self.submissions.iter();
        submissions.any(|one| one.info.expected.is_some())
    }

    /// The run in numbers.
    pub fn summary(&self) -> Summary {
        let mut summary = Summary {
            submissions: self.submissions.len(),
            refused: self.header.refused.len(),
            ..Summary::default()
        };
        for submission in &self.submissions {
            summary.runs += submission.runs();
            summary.from_cache += usize::from(submission.is_cached());
            summary.same += usize::from(submission.same_as.is_some());
            *match submission.standing() {
                Standing::AsExpected => &mut summary.as_expected,
                Standing::Unexpected => &mut summary.unexpected,
                Standing::Skipped => &mut summary.skipped,
                Standing::Failed => &mut summary.failed,
                Standing::NotJudged => &mut summary.not_judged,
            } += 1;
        }
        summary
    }

    /// The submissions with this standing, in order.
    pub fn standing(&self, standing: Standing) -> impl Iterator<Item = &Submission> {
        let submissions = self.submissions.iter();
        submissions.filter(move |submission| submission.standing() == standing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::sample;

    #[test]
    fn a_run_is_counted_by_standing() {
        assert_eq!(
            sample::interrupted().summary(),
            Summary {
                submissions: 9,
                as_expected: 3,
                unexpected: 2,
                skipped: 2,
                failed: 1,
                not_judged: 1,
                refused: 2,
                from_cache: 0,
                same: 0,
                runs: 14,
            }
        );
    }

    #[test]
    fn a_run_without_its_end_counts_as_interrupted() {
        let mut model = sample::good();
        assert!(!model.interrupted());
        model.ending = None;
        assert!(model.interrupted());
    }
}
