//! The parts of one run, each judged on its own, put together again.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::earlier::{Earlier, LoggedOutcome, damaged_line};
use crate::record::output::WriteError;
use crate::text::units::counted;
use mousetrap_model::{Event, SubmissionInfo, SubmissionOutcome};
use mousetrap_util::printable::named;
use mousetrap_util::{CLOCK_CONDITION, Parts, PartsError, Shard};

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
            let Some(shard) = log.header.shard.as_ref().map(|one| one.shard) else {
                let path = path.clone();
                return Err(PartsError::Whole {
                    path,
                    what: "the log",
                }
                .into());
            };
            let judged = log.outcomes.len() == log.submissions.len();
            if !judged || log.ending.as_ref().is_none_or(|ended| ended.interrupted) {
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
        logs.max_by_key(|(_, log)| log.submissions.len())
    }

    /// Whether the run gives points.
    pub fn have_points(&self) -> bool {
        let mut logs = self.logs.iter();
        logs.any(|(_, log)| !log.header.points.is_empty())
    }

    /// Every file of the run, those that cannot be judged as well.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.logs.iter().flat_map(|(_, log)| {
            let refused = log.header.refused.iter().map(|refused| &*refused.path);
            let judged = log.submissions.iter().map(|info| &*info.path);
            judged.chain(refused)
        })
    }

    /// What was set aside before anything was judged.
    pub(crate) fn before(&self) -> impl Iterator<Item = Event> {
        self.logs.iter().flat_map(|(_, log)| {
            let header = &log.header;
            let (refused, left_out) = (header.refused.clone(), header.left_out.clone());
            let any = !(refused.is_empty() && left_out.is_empty());
            let files = any.then_some(Event::FilesFound { refused, left_out });
            let similar = header
                .shard
                .as_ref()
                .and_then(|shard| shard.similar.clone());
            files.into_iter().chain(similar.map(Event::SimilarFound))
        })
    }

    /// Returns every submission, in the order of the entire run, with its part and its index
    /// there.
    ///
    /// # Errors
    /// Returns an error if the headers contradict each other, because logs can be forged.
    pub(crate) fn submissions(&self) -> Result<Vec<(usize, usize, SubmissionInfo)>, MergeError> {
        let damaged = |part: usize, rule: &str| MergeError::Unreadable {
            path: self.logs[part].0.clone(),
            source: damaged_line(1, &format!("{rule}; judge this shard again")),
        };
        let mut all = Vec::new();
        for (part, (_, log)) in self.logs.iter().enumerate() {
            let shard = log.header.shard.iter();
            let indices: Vec<usize> = shard.flat_map(|shard| &shard.indices).copied().collect();
            let (given, needed) = (indices.len(), log.submissions.len());
            if given != needed {
                let rule = format!(
                    "`shard.indices` has {given} numbers for {}",
                    counted(needed, "submission")
                );
                return Err(damaged(part, &rule));
            }
            let own = log.submissions.iter().enumerate().zip(indices);
            all.extend(own.map(|((own, info), index)| (index, part, own, info.clone())));
        }
        let total = all.len();
        let of_run = format!(
            "the run has {}, numbered from 0",
            counted(total, "submission")
        );
        let mut seen = BTreeSet::new();
        for &(index, part, ..) in &all {
            if index >= total {
                let rule = format!("`shard.indices` contains {index}, but {of_run}");
                return Err(damaged(part, &rule));
            }
            if !seen.insert(index) {
                let rule = format!("`shard.indices` contains {index}, which occurs twice");
                return Err(damaged(part, &rule));
            }
        }
        for (part, (_, log)) in self.logs.iter().enumerate() {
            let shard = log.header.shard.as_ref();
            let groups = shard.and_then(|shard| shard.similar.as_deref());
            let mut similar = groups.into_iter().flatten();
            if let Some(index) = similar.find_map(|group| {
                let mut members = group.submissions.iter();
                members.find(|&&index| index >= total)
            }) {
                let rule = format!("`shard.similar` names submission {index}, but {of_run}");
                return Err(damaged(part, &rule));
            }
        }
        all.sort_by_key(|(index, ..)| *index);
        let own = |(_, part, own, info)| (part, own, info);
        Ok(all.into_iter().map(own).collect())
    }
}

impl Earlier {
    /// What is in it that cannot be in this part.
    fn strays(&self, shard: Shard) -> Option<&'static str> {
        let entries = &self.submissions;
        if entries.iter().any(|entry| !shard.takes(&entry.digest)) {
            return Some("a submission in it belongs to another part");
        }
        let is_wrong = |(own, outcome): (&usize, &LoggedOutcome)| match outcome {
            LoggedOutcome::Other(SubmissionOutcome::SameAs(first)) => {
                let is_judged = !matches!(
                    self.outcomes.get(first),
                    None | Some(LoggedOutcome::Other(
                        SubmissionOutcome::SameAs(_) | SubmissionOutcome::NotJudged
                    ))
                );
                !is_judged || entries[*own].digest != entries[*first].digest
            }
            _ => false,
        };
        let wrong = self.outcomes.iter().any(is_wrong);
        wrong.then_some("a submission is the same as one that is not judged, or is another")
    }

    /// What must be the same in all parts.
    fn conditions(&self) -> BTreeMap<String, String> {
        let mut all = self.header.conditions.clone();
        let points = serde_json::to_string(&self.header.points);
        all.insert("points".to_owned(), points.unwrap_or_default());
        all.insert("isolation".to_owned(), self.header.isolation.clone());
        if !self.submissions.is_empty() {
            all.insert(CLOCK_CONDITION.to_owned(), self.header.clock.to_string());
        }
        all
    }
}
