//! The parts of one run, each judged on its own, put together again.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::Earlier;
use super::earlier::Outcome;
use crate::recorder::WriteError;
use mousetrap_base::Shard;
use mousetrap_base::printable::named;
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
    /// The log of a whole run.
    #[error(
        "{}: cannot be merged: it is the log of a whole run; parts are judged with --shard K/N",
        named(path)
    )]
    Whole {
        /// The file.
        path: PathBuf,
    },
    /// A part whose judgement was cut short.
    #[error(
        "{}: cannot be merged: shard {shard} was cut short; judge it again, with --resume to go on",
        named(path)
    )]
    Unended {
        /// The file.
        path: PathBuf,
        /// Which part.
        shard: Shard,
    },
    /// A part of another division.
    #[error(
        "{}: cannot be merged with {}: it is shard {shard}, and that is one of another number",
        named(path),
        named(other)
    )]
    OtherParts {
        /// The file.
        path: PathBuf,
        /// The first one.
        other: PathBuf,
        /// Which part.
        shard: Shard,
    },
    /// The same part twice.
    #[error(
        "{}: cannot be merged: it is shard {shard}, as {} is; leave one of them out",
        named(path),
        named(other)
    )]
    Twice {
        /// The file.
        path: PathBuf,
        /// The other one.
        other: PathBuf,
        /// Which part.
        shard: Shard,
    },
    /// Parts that were judged in different ways.
    #[error(
        "{}: cannot be merged with {}: not the same in both: {}; judge one of them again as the \
         other was",
        named(path), named(other), differs.join(", ")
    )]
    Different {
        /// The file.
        path: PathBuf,
        /// The first one.
        other: PathBuf,
        /// What differs, by name.
        differs: Vec<String>,
    },
    /// Parts that are not there.
    #[error(
        "cannot merge: of {of} shards these are missing: {}; judge them, and name the logs of all",
        numbers(missing)
    )]
    Missing {
        /// How many there are.
        of: u32,
        /// Which are missing.
        missing: Vec<u32>,
    },
    /// No part at all.
    #[error("there is nothing to merge; name the logs of all shards")]
    Nothing,
    /// A report that cannot be written.
    #[error(transparent)]
    Report(#[from] WriteError),
}

/// Numbers with a hyphen for those between: `1, 4-7`.
fn numbers(all: &[u32]) -> String {
    let runs = all.chunk_by(|one, next| one + 1 == *next);
    let text = |run: &[u32]| match run {
        [one] => one.to_string(),
        run => format!("{}-{}", run[0], run[run.len() - 1]),
    };
    runs.map(text).collect::<Vec<_>>().join(", ")
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
        let mut logs: BTreeMap<Shard, (PathBuf, Earlier)> = BTreeMap::new();
        let mut conditions = BTreeMap::new();
        for path in files {
            let path = path.clone();
            let log = match Earlier::open(&path) {
                Ok(log) => log,
                Err(source) => return Err(MergeError::Unreadable { path, source }),
            };
            let Some(shard) = log.head.shard else {
                return Err(MergeError::Whole { path });
            };
            let judged = log.outcomes.len() == log.head.submissions.len();
            if !judged || log.ended.as_ref().is_none_or(|ended| ended.interrupted) {
                return Err(MergeError::Unended { path, shard });
            }
            if let Some(how) = log.strays(shard) {
                let source = io::Error::other(format!("it is damaged: {how}"));
                return Err(MergeError::Unreadable { path, source });
            }
            match logs.get(&shard).or_else(|| logs.values().next()) {
                Some((other, known)) if known.head.shard == Some(shard) => {
                    let other = other.clone();
                    return Err(MergeError::Twice { path, other, shard });
                }
                Some((other, known)) if known.head.shard.is_some_and(|one| one.of != shard.of) => {
                    let other = other.clone();
                    return Err(MergeError::OtherParts { path, other, shard });
                }
                _ => {}
            }
            agree(&mut conditions, &path, log.conditions())?;
            logs.insert(shard, (path, log));
        }
        let there: BTreeSet<u32> = logs.keys().map(|shard| shard.number.get()).collect();
        let of = logs.keys().next().map_or(0, |shard| shard.of.get());
        let missing = (1..=of).filter(|one| !there.contains(one));
        // Enough to say which.
        let missing: Vec<u32> = missing.take(1000).collect();
        if !missing.is_empty() {
            return Err(MergeError::Missing { of, missing });
        }
        Ok(Self {
            logs: logs.into_values().collect(),
        })
    }

    /// The part with most submissions.
    pub(crate) fn longest(&self) -> Option<&(PathBuf, Earlier)> {
        let logs = self.logs.iter();
        logs.max_by_key(|(_, log)| log.head.submissions.len())
    }

    /// Every file of the run, those that cannot be judged as well.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.logs.iter().flat_map(|(_, log)| {
            let refused = log.head.refused.iter().map(|(path, _)| path);
            let judged = log.head.submissions.iter().map(|entry| &entry.path);
            judged.chain(refused).map(Path::new)
        })
    }

    /// What was set aside before anything was judged.
    pub(crate) fn before(&self) -> impl Iterator<Item = Event> {
        self.logs.iter().flat_map(|(_, log)| {
            let head = &log.head;
            let refused = head.refused.iter().map(|(path, reason)| Refused {
                path: path.into(),
                reason: reason.clone(),
            });
            let (refused, left_out) = (refused.collect::<Vec<_>>(), &head.left_out);
            let any = !(refused.is_empty() && left_out.is_empty());
            let set_aside = any.then(|| Event::SetAside {
                refused,
                left_out: left_out.iter().map(PathBuf::from).collect(),
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
        if self.head.submissions.is_empty() {
            // Nothing was isolated.
            return all;
        }
        all.insert("isolation".to_owned(), self.head.isolation.clone());
        all.insert("clock".to_owned(), self.head.clock.to_string());
        all
    }
}

/// Remembers conditions, and who spoke of them first.
fn agree(
    known: &mut BTreeMap<String, (String, PathBuf)>,
    path: &Path,
    conditions: BTreeMap<String, String>,
) -> Result<(), MergeError> {
    let mut differs: BTreeMap<PathBuf, Vec<String>> = BTreeMap::new();
    for (name, value) in conditions {
        let (before, other) = known
            .entry(name.clone())
            .or_insert_with(|| (value.clone(), path.to_owned()));
        if *before != value {
            differs.entry(other.clone()).or_default().push(name);
        }
    }
    differs
        .into_iter()
        .next()
        .map_or(Ok(()), |(other, differs)| {
            let path = path.to_owned();
            Err(MergeError::Different {
                path,
                other,
                differs,
            })
        })
}
