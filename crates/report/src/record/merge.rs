//! The parts of a run, reported as the whole of it.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::time::Duration;

use super::Recorder;
use crate::Model;
use crate::log::{LoggedOutcome, MergeError, Shards};
use crate::run::facts::join;
use mousetrap_model::{Event, Facts, RunHeader, SubmissionOutcome};

impl Recorder {
    /// Reports the parts of a run as the whole of it.
    ///
    /// # Errors
    /// A log that contradicts itself, and a report that cannot be written.
    pub fn merge(mut self, shards: &Shards) -> Result<Model, MergeError> {
        let unreadable = |path: &Path, source| MergeError::Unreadable {
            path: path.to_owned(),
            source,
        };
        let contradicts = |path: &Path| {
            let rule = "it is damaged: it has an outcome without a submission or a verdict";
            unreadable(path, io::Error::other(rule))
        };
        let (_, log) = shards.longest().ok_or(MergeError::Nothing)?;
        let submissions = shards.submissions()?;
        let numbered = submissions.iter().enumerate();
        let places: BTreeMap<(usize, usize), usize> = numbered
            .map(|(index, &(part, own, _))| ((part, own), index))
            .collect();
        self.model.header = RunHeader {
            conditions: log.header.conditions.clone(),
            repeated: log.header.repeated.clone(),
            points: log.header.points.clone(),
            named: log.header.named.clone(),
            archives: log.header.archives.clone(),
            ..std::mem::take(&mut self.model.header)
        };
        for event in shards.before() {
            self.record(event)?;
        }
        self.record(Event::RunStarted {
            submissions: submissions.into_iter().map(|(.., info)| info).collect(),
            jobs: (shards.logs.iter())
                .fold(0, |jobs, (_, log)| log.header.jobs.saturating_add(jobs)),
            isolation: log.header.isolation.clone(),
            clock: log.header.clock,
        })?;
        let (mut wall, mut reporting) = (Duration::ZERO, Duration::ZERO);
        let mut facts = Facts::default();
        for (part, (path, log)) in shards.logs.iter().enumerate() {
            let place = |own: usize| places.get(&(part, own)).copied();
            // A repeated submission comes after the one that it repeats.
            let is_repeated = |outcome: &LoggedOutcome| {
                matches!(outcome, LoggedOutcome::Other(SubmissionOutcome::SameAs(_)))
            };
            let (same, own): (Vec<_>, Vec<_>) = log
                .outcomes
                .iter()
                .partition(|(_, outcome)| is_repeated(outcome));
            for (&own, outcome) in own.into_iter().chain(same) {
                let submission = place(own).ok_or_else(|| contradicts(path))?;
                let event = match outcome {
                    &LoggedOutcome::Judged(line) => {
                        let judgement = log
                            .read_at(line)
                            .map_err(|source| unreadable(path, source))?;
                        self.adopt(submission, judgement)?;
                        continue;
                    }
                    LoggedOutcome::Other(outcome) => match outcome.clone() {
                        SubmissionOutcome::SameAs(first) => Event::SameAs {
                            submission,
                            first: place(first).ok_or_else(|| contradicts(path))?,
                        },
                        SubmissionOutcome::Skipped(skip) => Event::Skipped { submission, skip },
                        SubmissionOutcome::Failed(error) => Event::Failed { submission, error },
                        SubmissionOutcome::Judged(_) | SubmissionOutcome::NotJudged => {
                            return Err(contradicts(path));
                        }
                    },
                };
                self.record(event)?;
            }
            if let Some(ending) = &log.ending {
                wall = wall.max(ending.wall.unwrap_or_default());
                reporting = ending
                    .reporting_cpu
                    .unwrap_or_default()
                    .saturating_add(reporting);
                join(&mut facts, &ending.facts);
            }
        }
        self.set_facts(facts);
        self.record(Event::RunFinished {
            interrupted: false,
            wall,
        })?;
        self.add_reporting(reporting);
        Ok(self.finish()?)
    }
}
