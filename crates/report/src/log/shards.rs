//! The logs of all shards of a run.

use std::collections::BTreeMap;
use std::io;
use std::mem::replace;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::earlier_log::{EarlierLog, LoggedOutcome, damaged_line_error, damaged_log_error};
use crate::record::output::WriteError;
use mousetrap_util::printable::escape_path;
use mousetrap_util::{CLOCK_CONDITION, Shard, differing_conditions};

/// Maximum number of missing shards that an error lists.
const MAX_LISTED_MISSING_SHARDS: usize = 20;

/// The reason why logs cannot be merged.
#[derive(Debug, Error)]
pub enum MergeError {
    /// A log cannot be read, or does not belong to the same run as the others.
    #[error("{}: cannot be merged: {source}", escape_path(path))]
    Unreadable {
        /// The path of the log.
        path: PathBuf,
        /// The error, or the rule that the log violates.
        source: io::Error,
    },
    /// The logs of some shards are missing.
    #[error("cannot merge; missing shards: {missing} (of {of}); pass the logs of all shards")]
    MissingShards {
        /// The number of shards.
        of: u32,
        /// The numbers of the first missing shards.
        missing: String,
    },
    /// A report could not be written.
    #[error(transparent)]
    Report(#[from] WriteError),
}

/// The logs of all shards of a run.
#[derive(Debug)]
pub struct Shards {
    /// The logs, in the order of the shard numbers.
    pub(crate) logs: Vec<(PathBuf, EarlierLog)>,
}

impl Shards {
    /// Reads the logs of all shards.
    ///
    /// # Errors
    /// Returns an error if a log cannot be read, or if the logs do not belong to the same run.
    pub fn open(files: &[PathBuf]) -> Result<Self, MergeError> {
        let mut logs: BTreeMap<Shard, (PathBuf, EarlierLog)> = BTreeMap::new();
        for path in files {
            let refused =
                |reason: String| Err(unreadable_log_error(path, io::Error::other(reason)));
            let log = EarlierLog::open(path).map_err(|error| unreadable_log_error(path, error))?;
            let Some(shard) = log.header.shard.as_ref().map(|one| one.shard) else {
                let rule = "this is the log of a complete run; judge shards with --shard K/N";
                return refused(rule.to_owned());
            };
            let is_judged = log.outcomes.len() == log.submissions.len();
            if !is_judged || log.ending.as_ref().is_none_or(|ended| ended.interrupted) {
                return refused(format!(
                    "shard {shard} was interrupted; judge the shard again, with \
                     --resume to continue"
                ));
            }
            if let Some(how) = log.shard_mismatch(shard) {
                return Err(unreadable_log_error(path, damaged_log_error(how)));
            }
            let conditions = log.common_conditions();
            for (other_shard, (other, other_log)) in &logs {
                let other = escape_path(other);
                if other_shard.of != shard.of {
                    return refused(format!(
                        "this is shard {shard}, but {other} is shard {other_shard}"
                    ));
                }
                let other_conditions = other_log.common_conditions();
                let differ = differing_conditions(&other_conditions, &conditions);
                if !differ.is_empty() {
                    return refused(format!(
                        "differs from {other} in: {}; judge one of them again under \
                         the same conditions",
                        differ.join(", ")
                    ));
                }
            }
            if let Some((other, _)) = logs.insert(shard, (path.clone(), log)) {
                let other = escape_path(&other);
                return refused(format!(
                    "this is shard {shard}, as is {other}; omit one of them"
                ));
            }
        }
        let of = logs.keys().next().map_or(0, |shard| shard.of.get());
        let numbers: Vec<u32> = logs.keys().map(|shard| shard.number.get()).collect();
        let missing = (1..=of).filter(|number| !numbers.contains(number));
        // A forged log can claim any number of shards.
        let missing = missing
            .take(MAX_LISTED_MISSING_SHARDS)
            .map(|number| number.to_string());
        let missing: Vec<String> = missing.collect();
        if !missing.is_empty() {
            let missing = missing.join(", ");
            return Err(MergeError::MissingShards { of, missing });
        }
        let logs = logs.into_values().collect();
        Ok(Self { logs })
    }

    /// Returns the log that lists the most submissions. The header of a shard without submissions
    /// does not record which clock the run uses.
    pub(crate) fn log_with_most_submissions(&self) -> &EarlierLog {
        let logs = self.logs.iter().map(|(_, log)| log);
        let longest = logs.max_by_key(|log| log.submissions.len());
        longest.expect("the command-line parser requires at least one log")
    }

    /// Returns whether the run awards points.
    pub fn awards_points(&self) -> bool {
        let mut logs = self.logs.iter();
        logs.any(|(_, log)| !log.header.points.is_empty())
    }

    /// Returns every file of the run, including those that cannot be judged.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.logs.iter().flat_map(|(_, log)| {
            let refused = log.header.refused.iter().map(|refused| &*refused.path);
            let judged = log.submissions.iter().map(|info| &*info.path);
            judged.chain(refused)
        })
    }

    /// For each shard, returns the indices of its submissions in the entire run, in the order of
    /// the shard's submissions.
    ///
    /// # Errors
    /// Returns an error if the headers contradict each other, because logs can be forged.
    pub(crate) fn submission_indices(&self) -> Result<Vec<&[usize]>, MergeError> {
        let submissions = self.logs.iter().map(|(_, log)| log.submissions.len());
        let total = submissions.sum();
        let mut seen = vec![false; total];
        let mut indices = Vec::new();
        for (path, log) in &self.logs {
            let shard = log.header.shard.as_ref();
            let own = shard.map_or(&[][..], |shard| &shard.indices);
            let similar = shard.and_then(|shard| shard.similar.as_deref());
            let mut members = similar
                .into_iter()
                .flatten()
                .flat_map(|group| &group.submissions);
            let is_new = |&index: &usize| index < total && !replace(&mut seen[index], true);
            let is_consistent = own.len() == log.submissions.len()
                && own.iter().all(is_new)
                && members.all(|&index| index < total);
            if !is_consistent {
                let rule = "`shard` lists submissions that the shards do not have; judge this \
                            shard again";
                return Err(unreadable_log_error(path, damaged_line_error(1, rule)));
            }
            indices.push(own);
        }
        Ok(indices)
    }
}

/// Returns the error for a log that cannot be read.
pub(crate) fn unreadable_log_error(path: &Path, source: io::Error) -> MergeError {
    MergeError::Unreadable {
        path: path.to_owned(),
        source,
    }
}

impl EarlierLog {
    /// Returns the reason why this log cannot be the log of the given shard, or `None` if it can.
    fn shard_mismatch(&self, shard: Shard) -> Option<&'static str> {
        let infos = &self.submissions;
        if infos.iter().any(|info| !shard.contains(&info.digest)) {
            return Some("it contains a submission that belongs to another shard");
        }
        let is_judged = |index: usize| {
            let outcome = self.outcomes.get(&index);
            outcome.is_some_and(|outcome| outcome.same_as.is_none())
        };
        let is_wrong = |(own, outcome): (&usize, &LoggedOutcome)| {
            let first = outcome.same_as;
            first
                .is_some_and(|first| !is_judged(first) || infos[*own].digest != infos[first].digest)
        };
        let wrong = self.outcomes.iter().any(is_wrong);
        wrong.then_some("it marks a submission as identical to one that differs or was not judged")
    }

    /// Returns the conditions that must be the same in all shards.
    fn common_conditions(&self) -> BTreeMap<String, String> {
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

#[cfg(test)]
mod tests {
    use std::fs;

    use mousetrap_model::ShardHeader;

    use super::*;
    use crate::tests::sample;
    use crate::{Format, View, render};

    #[test]
    fn forged_number_of_shards_has_a_short_error() {
        let mut model = sample::empty_run();
        model.header.shard = Some(ShardHeader {
            shard: "1/4000000000".parse().unwrap(),
            indices: Vec::new(),
            similar: None,
        });
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("log");
        fs::write(&path, render(Format::Log, &model, &View::default())).unwrap();
        let error = Shards::open(&[path]).unwrap_err().to_string();
        assert!(error.contains("missing shards: 2, 3, ") && error.len() < 200);
    }
}
