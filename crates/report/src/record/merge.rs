//! Merges the logs of all shards into the record of a single run.

use std::time::Duration;

use super::Recorder;
use crate::Model;
use crate::log::{LoggedOutcome, MergeError, Shards, read_outcome, unreadable_log_error};
use mousetrap_model::{Event, MachineFacts, RunHeader, SubmissionInfo, SubmissionOutcome};

impl Recorder {
    /// Records all shards of a run as a single run.
    ///
    /// # Errors
    /// Returns an error if a log is inconsistent or a report cannot be written.
    pub fn merge(mut self, shards: &Shards) -> Result<Model, MergeError> {
        let longest = shards.log_with_most_submissions();
        let indices = shards.submission_indices()?;
        let logs = || shards.logs.iter().map(|(_, log)| log);
        // Only the log of the first shard lists the files that are not judged and the groups of
        // similar submissions.
        let first = logs()
            .next()
            .map(|log| log.header.clone())
            .unwrap_or_default();
        self.model.header = RunHeader {
            conditions: longest.header.conditions.clone(),
            points: longest.header.points.clone(),
            similar: first.shard.and_then(|shard| shard.similar),
            shard: None,
            worker: None,
            ..first
        };
        let submissions = logs().zip(&indices);
        let submissions = submissions.flat_map(|(log, own)| own.iter().zip(&log.submissions));
        let mut submissions: Vec<(&usize, &SubmissionInfo)> = submissions.collect();
        submissions.sort_by_key(|(index, _)| **index);
        let submissions = submissions.into_iter().map(|(_, info)| info.clone());
        self.record(&Event::RunStarted {
            submissions: submissions.collect(),
            jobs: logs().fold(0, |jobs, log| log.header.jobs.saturating_add(jobs)),
            isolation: longest.header.isolation.clone(),
            clock: longest.header.clock,
        })?;
        let mut wall = Duration::ZERO;
        let mut facts = MachineFacts::default();
        for ((path, log), indices) in shards.logs.iter().zip(indices) {
            // The outcome of a duplicate must be recorded after the outcome of its original.
            let mut outcomes: Vec<(&usize, &LoggedOutcome)> = log.outcomes.iter().collect();
            outcomes.sort_by_key(|(_, outcome)| outcome.same_as.is_some());
            for (&own, outcome) in outcomes {
                let outcome = match outcome.same_as {
                    Some(first) => SubmissionOutcome::SameAs(indices[first]),
                    None => read_outcome(&log.file, outcome.line)
                        .map_err(|error| unreadable_log_error(path, error))?,
                };
                self.record(&Event::Outcome(indices[own], outcome))?;
            }
            if let Some(ending) = &log.ending {
                wall = wall.max(ending.wall.unwrap_or_default());
                facts.machine.extend(ending.facts.machine.clone());
                facts.toolchains.extend(ending.facts.toolchains.clone());
            }
        }
        self.record(&Event::RunFinished {
            interrupted: false,
            wall,
        })?;
        Ok(self.finish(facts)?)
    }
}
