//! The parts of a run, reported as the whole of it.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::log::{MergeError, Outcome, Shards};
use crate::{Facts, Model, Recorder};
use mousetrap_base::printable::named;
use mousetrap_judge::Event;

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
        let contradicts = |path: &Path| unreadable(path, io::ErrorKind::InvalidData.into());
        let (first, log) = shards.longest().ok_or(MergeError::Nothing)?;
        let submissions = shards.submissions().ok_or_else(|| contradicts(first))?;
        let numbered = submissions.iter().enumerate();
        let places: BTreeMap<(usize, usize), usize> = numbered
            .map(|(index, &(part, own, _))| ((part, own), index))
            .collect();
        self.model.repeated = log.head.repeated.clone();
        self.model.points = log.head.points.clone();
        self.model.named = log.head.named.iter().map(PathBuf::from).collect();
        for event in shards.before() {
            self.record(event)?;
        }
        self.record(Event::RunStarted {
            submissions: submissions.into_iter().map(|(.., info)| info).collect(),
            jobs: (shards.logs.iter()).fold(0, |jobs, (_, log)| log.head.jobs.saturating_add(jobs)),
            isolation: log.head.isolation.clone(),
            clock: log.head.clock,
        })?;
        let (mut wall, mut reporting, mut facts) = (0, 0, Facts::default());
        for (part, (path, log)) in shards.logs.iter().enumerate() {
            let place = |own: usize| places.get(&(part, own)).copied();
            // Who is the same as another comes after that.
            let is_same = |outcome: &Outcome| matches!(outcome, Outcome::Same(_));
            let (same, own): (Vec<_>, Vec<_>) = log
                .outcomes
                .iter()
                .partition(|(_, outcome)| is_same(outcome));
            for (&own, outcome) in own.into_iter().chain(same) {
                let submission = place(own).ok_or_else(|| contradicts(path))?;
                let info = &self.model.submissions[submission].info;
                let event = match outcome {
                    Outcome::Finished(_) => {
                        let (result, cases) = log
                            .read(&info.source, &info.problem)
                            .map_err(|source| unreadable(path, source))?;
                        if !result.follows_from(&cases, info.cases) {
                            let how = format!(
                                "it is damaged: the verdict of {} does not follow from those of its cases",
                                named(&info.source)
                            );
                            return Err(unreadable(path, io::Error::other(how)));
                        }
                        self.take_over(submission, result, cases)?;
                        continue;
                    }
                    Outcome::Same(first) => Event::Same {
                        submission,
                        first: place(*first).ok_or_else(|| contradicts(path))?,
                    },
                    Outcome::Skipped(skip) => Event::Skipped {
                        submission,
                        skip: skip.clone(),
                    },
                    Outcome::Failed(error) => Event::Failed {
                        submission,
                        error: error.clone(),
                    },
                };
                self.record(event)?;
            }
            if let Some(ended) = &log.ended {
                wall = wall.max(ended.wall_us);
                reporting = ended.reporting_us.unwrap_or(0).saturating_add(reporting);
                facts.join(ended.facts.as_ref());
            }
        }
        self.record(Event::RunFinished {
            interrupted: false,
            wall: Duration::from_micros(wall),
        })?;
        self.set_facts(facts);
        self.add_reporting(Duration::from_micros(reporting));
        Ok(self.finish()?)
    }
}
