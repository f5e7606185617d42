//! The parts of one run, each judged on its own, put together again.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::Earlier;
use super::earlier::Outcome;
use super::lines::LogPath;
use crate::recorder::WriteError;
use mousetrap_base::printable::named;
use mousetrap_base::{Parts, PartsError, Shard};
use mousetrap_judge::{Event, Refused, SubmissionInfo};

/// Logs that are not the parts of one run.
#[derive(Debug, Error)]
pub enum MergeError {
    /// A log that cannot be read.
    #[error("{}: cannot be merged: {source}", named(path))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: io::Error,
    },
    /// Logs that do not belong together.
    #[error(transparent)]
    Parts(#[from] PartsError),
    /// No part at all.
    #[error("there is nothing to merge; name the logs of all shards")]
    Nothing,
    /// A report that cannot be written.
    #[error(transparent)]
    Report(#[from] WriteError),
}

/// All parts of a run.
#[derive(Debug)]
pub struct Shards {
    /// In the order of their numbers.
    pub(crate) logs: Vec<(PathBuf, Earlier)>,
}

impl Shards {
    /// Reads the logs of all parts.
    ///
    /// # Errors
    /// What does not belong together.
    pub fn open(files: &[PathBuf]) -> Result<Self, MergeError> {
        let mut parts = Parts::default();
        for path in files {
            let unreadable = |source| MergeError::Unreadable {
                path: path.clone(),
                source,
            };
            let log = Earlier::open(path).map_err(unreadable)?;
            let Some(shard) = log.head.shard else {
                let path = path.clone();
                return Err(PartsError::Whole {
                    path,
                    what: "the log",
                }
                .into());
            };
            let judged = log.outcomes.len() == log.head.submissions.len();
            if !judged || log.ended.as_ref().is_none_or(|ended| ended.interrupted) {
                let path = path.clone();
                let go_on = "judge it again, with --resume to go on";
                return Err(PartsError::Unended { path, shard, go_on }.into());
            }
            if let Some(how) = log.strays(shard) {
                return Err(unreadable(io::Error::other(format!(
                    "it is damaged: {how}"
                ))));
            }
            parts.add(path, shard, log.conditions(), log)?;
        }
        let logs = parts.whole()?;
        Ok(Self { logs })
    }

    /// The part with most submissions.
    pub(crate) fn longest(&self) -> Option<&(PathBuf, Earlier)> {
        let logs = self.logs.iter();
        logs.max_by_key(|(_, log)| log.head.submissions.len())
    }

    /// Whether the run gives points.
    pub fn have_points(&self) -> bool {
        let mut logs = self.logs.iter();
        logs.any(|(_, log)| !log.head.points.is_empty())
    }

    /// Every file of the run, those that cannot be judged as well.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.logs.iter().flat_map(|(_, log)| {
            let refused = log.head.refused.iter().map(|(path, _)| path);
            let judged = log.head.submissions.iter().map(|entry| &entry.path);
            judged.chain(refused).map(LogPath::as_path)
        })
    }

    /// What was set aside before anything was judged.
    pub(crate) fn before(&self) -> impl Iterator<Item = Event> {
        self.logs.iter().flat_map(|(_, log)| {
            let head = &log.head;
            let refused = head.refused.iter().map(|(path, reason)| Refused {
                path: path.as_path().to_owned(),
                reason: reason.clone(),
            });
            let (refused, left_out) = (refused.collect::<Vec<_>>(), &head.left_out);
            let any = !(refused.is_empty() && left_out.is_empty());
            let set_aside = any.then(|| Event::SetAside {
                refused,
                left_out: left_out
                    .iter()
                    .map(|path| path.as_path().to_owned())
                    .collect(),
            });
            set_aside
                .into_iter()
                .chain(head.similar.clone().map(Event::Compared))
        })
    }

    /// Every submission, in the order of the whole run, with its part and its number
    /// there; `None` where no judge has written this.
    pub(crate) fn submissions(&self) -> Option<Vec<(usize, usize, SubmissionInfo)>> {
        let mut all = Vec::new();
        for (part, (_, log)) in self.logs.iter().enumerate() {
            for (own, entry) in log.head.submissions.iter().enumerate() {
                all.push((entry.place?, part, own, entry.info()?));
            }
        }
        all.sort_by_key(|(place, ..)| *place);
        // Each place once, from the first to the last.
        if all
            .iter()
            .zip(0..)
            .any(|((place, ..), expected)| *place != expected)
        {
            return None;
        }
        let own = |(_, part, own, info)| (part, own, info);
        Some(all.into_iter().map(own).collect())
    }
}

impl Earlier {
    /// What is in it that cannot be in this part.
    fn strays(&self, shard: Shard) -> Option<&'static str> {
        let entries = &self.head.submissions;
        if entries.iter().any(|entry| !shard.takes(&entry.source)) {
            return Some("a submission in it belongs to another part");
        }
        let is_wrong = |(own, outcome): (&usize, &Outcome)| match outcome {
            Outcome::Same(first) => {
                let is_judged = !matches!(self.outcomes.get(first), None | Some(Outcome::Same(_)));
                !is_judged || entries[*own].source != entries[*first].source
            }
            _ => false,
        };
        let wrong = self.outcomes.iter().any(is_wrong);
        wrong.then_some("a submission is the same as one that is not judged, or is another")
    }

    /// What must be the same in all parts.
    fn conditions(&self) -> BTreeMap<String, String> {
        let mut all = self.head.conditions.clone();
        let points = serde_json::to_string(&self.head.points);
        all.insert("points".to_owned(), points.unwrap_or_default());
        if self.head.submissions.is_empty() {
            // Nothing was isolated.
            return all;
        }
        all.insert("isolation".to_owned(), self.head.isolation.clone());
        all.insert("clock".to_owned(), self.head.clock.to_string());
        all
    }
}
