//! The state of a run, folded from the judge's events.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::log::Log;
use crate::{Labelled, Phase, Standing, Submission, Summary};
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
    /// The machine and its toolchains, as far as they are known while the run lasts.
    pub facts: Facts,
    /// The log, which has the cases that are not in memory.
    pub log: Option<Arc<Log>>,
    /// The accuracy on labelled programs, if it cannot be computed because a redacted run
    /// does not know which submissions are copies.
    pub labelled: Option<Vec<Labelled>>,
    /// For whom reports are written.
    pub view: View,
}

/// The audience of a report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// The user who ran the command. Reports suggest further commands.
    #[default]
    Owner,
    /// The author of the only submission.
    Author,
    /// The owner of the room with this name. The service judged it as submissions came, so
    /// there is no command to repeat.
    Room(String),
}

impl Model {
    /// Takes in one event.
    ///
    /// # Panics
    /// On a submission that `RunStarted` did not list: a fault of the judge.
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
                *self = Self {
                    header: RunHeader {
                        jobs,
                        isolation,
                        clock,
                        ..std::mem::take(&mut self.header)
                    },
                    submissions: submissions.into_iter().map(Submission::new).collect(),
                    facts: std::mem::take(&mut self.facts),
                    ..Self::default()
                };
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
                self.submissions[submission].phase = Phase::Compiling;
                self.submissions[submission].cases.clear();
            }
            Event::Preparing { submission, .. } => {
                // The build with sanitizers comes after the cases.
                let phase = &mut self.submissions[submission].phase;
                if *phase == Phase::Waiting {
                    *phase = Phase::Compiling;
                }
            }
            Event::Started { submission, .. } => {
                self.submissions[submission].phase = Phase::Running;
            }
            Event::CaseStarted { .. } | Event::Checking { .. } => {}
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
                self.submissions.iter_mut().for_each(Submission::conclude);
                self.ending = Some(RunEnding {
                    interrupted,
                    wall: Some(wall),
                    reporting_cpu: None,
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

    /// The machine and its toolchains, as far as they are known.
    pub(crate) fn facts(&self) -> &Facts {
        let ending = self.ending.as_ref();
        ending.map_or(&self.facts, |ending| &ending.facts)
    }

    /// Wall time of the entire run; none for a part of a run, and while it lasts.
    pub(crate) fn wall(&self) -> Option<Duration> {
        self.ending.as_ref()?.wall
    }

    /// Each submission with all of its cases, from wherever they are.
    pub fn each(&self) -> impl Iterator<Item = Cow<'_, Submission>> {
        self.submissions
            .iter()
            .map(|submission| self.full(submission))
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

    /// The run with every case of it in memory.
    #[must_use]
    pub fn whole(&self) -> Self {
        let submissions = self.each().map(Cow::into_owned).collect();
        self.with(submissions)
    }

    /// The run with what is shown of each failure in memory, and what tables say.
    #[must_use]
    pub(crate) fn condensed(&self) -> Self {
        let condensed = |submission: Cow<'_, Submission>| match submission {
            Cow::Owned(full) => full.condensed(None, true),
            Cow::Borrowed(whole) => whole.clone(),
        };
        self.with(self.each().map(condensed).collect())
    }

    /// The run with these in place of its submissions.
    pub(crate) fn with(&self, submissions: Vec<Submission>) -> Self {
        Self {
            header: self.header.clone(),
            submissions,
            ending: self.ending.clone(),
            facts: self.facts.clone(),
            log: None,
            labelled: self.labelled.clone(),
            view: self.view.clone(),
        }
    }

    /// The number of submissions that have an outcome.
    pub(crate) fn over(&self) -> usize {
        let outcomes = self.submissions.iter().map(|one| &one.outcome);
        outcomes
            .filter(|&one| *one != SubmissionOutcome::NotJudged)
            .count()
    }

    /// Returns whether the run was cut short or has not ended yet.
    pub fn interrupted(&self) -> bool {
        let ending = self.ending.as_ref();
        ending.is_none_or(|ending| ending.interrupted)
    }

    /// The run in numbers.
    pub fn summary(&self) -> Summary {
        let mut summary = Summary {
            refused: self.header.refused.len(),
            ..Summary::default()
        };
        for submission in &self.submissions {
            summary.submissions += 1;
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

    /// The submissions that stand like this, in order.
    pub fn standing(&self, standing: Standing) -> impl Iterator<Item = &Submission> {
        self.submissions
            .iter()
            .filter(move |submission| submission.standing() == standing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

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

    /// The build with sanitizers comes after the cases.
    #[test]
    fn a_toolchain_is_made_ready_while_a_submission_runs() {
        let preparing = Event::Preparing {
            submission: 0,
            worker: 0,
            failed: None,
        };
        let mut events = sample::events(false);
        let is_started = |event: &Event| matches!(event, Event::Started { submission: 0, .. });
        let started = events.iter().position(is_started).unwrap();
        events.truncate(started);
        events.push(preparing.clone());
        let phase = |events: &[Event]| sample::fold(events.to_vec()).submissions[0].phase;
        assert_eq!(phase(&events), Phase::Compiling);
        events.push(Event::Started {
            submission: 0,
            worker: 0,
        });
        events.push(preparing);
        assert_eq!(phase(&events), Phase::Running);
    }
}
