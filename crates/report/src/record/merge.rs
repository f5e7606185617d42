//! Recording the shards of a run as one run.

use std::io;
use std::time::Duration;

use super::Recorder;
use crate::Model;
use crate::log::{LoggedOutcome, MergeError, Shards, unreadable};
use mousetrap_model::{Event, Facts, RunHeader, SubmissionInfo, SubmissionOutcome};

impl Recorder {
    /// Records the shards of a run as one run.
    ///
    /// # Errors
    /// A log that contradicts itself, and a report that cannot be written.
    pub fn merge(mut self, shards: &Shards) -> Result<Model, MergeError> {
        let longest = shards.longest();
        let indices = shards.indices()?;
        self.model.header = RunHeader {
            conditions: longest.header.conditions.clone(),
            points: longest.header.points.clone(),
            named: longest.header.named.clone(),
            archives: longest.header.archives.clone(),
            ..std::mem::take(&mut self.model.header)
        };
        for event in shards.first_events() {
            self.record(event)?;
        }
        let logs = || shards.logs.iter().map(|(_, log)| log);
        let submissions = logs().zip(&indices);
        let submissions = submissions.flat_map(|(log, own)| own.iter().zip(&log.submissions));
        let mut submissions: Vec<(&usize, &SubmissionInfo)> = submissions.collect();
        submissions.sort_by_key(|(index, _)| **index);
        self.record(Event::RunStarted {
            submissions: submissions
                .into_iter()
                .map(|(_, info)| info.clone())
                .collect(),
            jobs: logs().fold(0, |jobs, log| log.header.jobs.saturating_add(jobs)),
            isolation: longest.header.isolation.clone(),
            clock: longest.header.clock,
        })?;
        let mut wall = Duration::ZERO;
        let mut facts = Facts::default();
        for ((path, log), indices) in shards.logs.iter().zip(indices) {
            // A copy comes after the submission that it repeats.
            let is_copy = |outcome: &LoggedOutcome| {
                matches!(outcome, LoggedOutcome::Other(SubmissionOutcome::SameAs(_)))
            };
            let mut outcomes: Vec<(&usize, &LoggedOutcome)> = log.outcomes.iter().collect();
            outcomes.sort_by_key(|(_, outcome)| is_copy(outcome));
            for (&own, outcome) in outcomes {
                let submission = indices[own];
                let event = match outcome {
                    &LoggedOutcome::Judged(place) => {
                        let judgement = log.read_at(place);
                        let judgement = judgement.map_err(|error| unreadable(path, error))?;
                        self.adopt(submission, judgement)?;
                        continue;
                    }
                    LoggedOutcome::Other(outcome) => match outcome.clone() {
                        SubmissionOutcome::SameAs(first) => {
                            let first = indices[first];
                            Event::SameAs { submission, first }
                        }
                        SubmissionOutcome::Skipped(skip) => Event::Skipped { submission, skip },
                        SubmissionOutcome::Failed(error) => Event::Failed { submission, error },
                        SubmissionOutcome::Judged(_) | SubmissionOutcome::NotJudged => {
                            let rule = "it is damaged: it has an outcome without a verdict";
                            return Err(unreadable(path, io::Error::other(rule)));
                        }
                    },
                };
                self.record(event)?;
            }
            if let Some(ending) = &log.ending {
                wall = wall.max(ending.wall.unwrap_or_default());
                facts.machine.extend(ending.facts.machine.clone());
                facts.toolchains.extend(ending.facts.toolchains.clone());
            }
        }
        self.set_facts(facts);
        self.record(Event::RunFinished {
            interrupted: false,
            wall,
        })?;
        Ok(self.finish()?)
    }
}
