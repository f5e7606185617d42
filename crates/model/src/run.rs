//! A run of the judge: its options, its submissions and how it ended.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use mousetrap_util::{Bytes, Shard};
use serde::{Deserialize, Serialize};

use crate::points::{EarnedPoints, RunPoints};
use crate::serialization::{micros, optional_micros, serialize_paths};
use crate::{Clock, Judgement, RefusedFile, SimilarGroup, SubmissionInfo, SubmissionOutcome};

/// The options of a run, and the files that were found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunHeader {
    /// Digests of all inputs that affect the results, except the submissions, keyed by name.
    /// Present only in the log.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub conditions: BTreeMap<String, String>,
    /// The shard, if the run is divided into shards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<ShardHeader>,
    /// The point groups, keyed by problem id; omitted if the run awards no points.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub points: BTreeMap<String, RunPoints>,
    /// The paths that the user passed on the command line. Present only in the log.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        serialize_with = "serialize_paths"
    )]
    pub named: Vec<PathBuf>,
    /// The archives in the directories that the user passed on the command line. Each archive is
    /// named after a student. Present only in the log.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        serialize_with = "serialize_paths"
    )]
    pub archives: Vec<PathBuf>,
    /// The number of worker threads.
    pub jobs: usize,
    /// A description of the isolation in effect.
    pub isolation: String,
    /// The clock that measures the CPU time of runs.
    pub clock: Clock,
    /// The machine that judged the run, if a service assigned one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worker: Option<RunWorker>,
    /// Files that cannot be judged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<RefusedFile>,
    /// Files that are not meant to be judged: hidden files, backups, reports of earlier runs.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        serialize_with = "serialize_paths"
    )]
    pub left_out: Vec<PathBuf>,
    /// Groups of submissions with similar code; omitted unless the user asked for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub similar: Option<Vec<SimilarGroup>>,
}

/// The worker that judged a run for a service.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunWorker {
    /// The name of the worker.
    pub name: String,
    /// How many times slower the worker is than the machine for which the limits were chosen, in
    /// thousandths: 1500 is one and a half times. CPU times are divided by this factor. Omitted if
    /// the speed could not be measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed_factor_permille: Option<u32>,
}

/// The JSON representation of a run. `S` is the type of the list of submissions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run<S = Vec<RunSubmission>> {
    /// The options of the run, and the files that were found.
    #[serde(flatten)]
    pub header: RunHeader,
    /// The submissions, in the order in which the header of the log lists them.
    pub submissions: S,
    /// How the run ended; null while the run is in progress.
    pub ending: Option<RunEnding>,
}

/// A submission of a run, with its outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunSubmission {
    /// The properties of the submission that are known before it is judged.
    #[serde(flatten)]
    pub info: SubmissionInfo,
    /// The outcome of the submission.
    pub outcome: SubmissionOutcome,
    /// The points of the submission; omitted if the run awards no points or the submission has no
    /// verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub award: Option<EarnedPoints>,
    /// A summary of the cases; present only in a redacted report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redacted_cases: Option<RedactedCases>,
}

/// A summary that replaces the cases of a submission in a redacted report: the number of cases, and
/// rounded maximum usage.
///
/// A submission can encode a hidden case in the time and memory that it uses. Exact values for
/// individual cases would let the author of the submission reconstruct hidden cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RedactedCases {
    /// The number of judged cases.
    pub case_count: usize,
    /// The number of accepted cases.
    pub accepted: usize,
    /// Maximum usage over all cases; omitted if no case was judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub peak: Option<PeakUsage>,
}

/// The maximum usage over all cases of a submission, rounded up, but capped at the limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PeakUsage {
    /// CPU time in microseconds.
    #[serde(rename = "cpu_us", with = "micros")]
    pub cpu: Duration,
    /// The largest CPU time limit of the cases, in microseconds.
    #[serde(rename = "cpu_limit_us", with = "micros")]
    pub cpu_limit: Duration,
    /// Memory in bytes.
    #[serde(rename = "memory_bytes")]
    pub memory: Bytes,
    /// The largest memory limit of the cases, in bytes.
    #[serde(rename = "memory_limit_bytes")]
    pub memory_limit: Bytes,
}

impl Run {
    /// Returns the judgement of the submission with this index, or of the identical submission
    /// that was judged instead. Returns `None` if there is no judgement.
    pub fn judgement(&self, index: usize) -> Option<&Judgement> {
        match &self.submissions.get(index)?.outcome {
            SubmissionOutcome::Judged(judgement) => Some(judgement),
            SubmissionOutcome::SameAs(first) if *first != index => {
                match &self.submissions.get(*first)?.outcome {
                    SubmissionOutcome::Judged(judgement) => Some(judgement),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// Describes one shard of a run that is divided between several machines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardHeader {
    /// The shard that was judged, such as shard 2 of 5, written `2/5`.
    pub shard: Shard,
    /// For each submission in this shard, its index among the submissions of the entire run.
    pub indices: Vec<usize>,
    /// The groups of similar submissions, found among all submissions of the entire run, if this
    /// shard reports them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub similar: Option<Vec<SimilarGroup>>,
}

/// Describes the machine on which a run took place. The keys are names to show to users, such as
/// `processor` and `C++`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MachineFacts {
    /// Properties of the machine, keyed by name.
    pub machine: BTreeMap<String, String>,
    /// Versions of the toolchains in use, keyed by language.
    pub toolchains: BTreeMap<String, String>,
}

/// How a run ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunEnding {
    /// Whether a signal interrupted the run. If so, the submissions without an outcome were never
    /// judged.
    pub interrupted: bool,
    /// Wall time of the entire run in microseconds; omitted in a report about only a part of a
    /// run.
    #[serde(
        rename = "wall_us",
        default,
        skip_serializing_if = "Option::is_none",
        with = "optional_micros"
    )]
    pub wall: Option<Duration>,
    /// The machine and its toolchains.
    #[serde(default)]
    pub facts: MachineFacts,
}

/// A line of a run's log, which is in JSON Lines format. The first line is the header. The last
/// line describes how the run ended, unless the run is still in progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogLine {
    /// A run begins.
    Run {
        /// Version of the log format.
        format: u32,
        /// Version of Mousetrap that wrote the log.
        version: String,
        /// The options of the run, and the files that were found.
        #[serde(flatten)]
        header: Box<RunHeader>,
        /// The submissions, in the order in which reports list them.
        submissions: Vec<SubmissionInfo>,
    },
    /// The outcome of a submission is known.
    Submission {
        /// Index of the submission in the header.
        index: usize,
        /// The outcome of the submission.
        outcome: SubmissionOutcome,
    },
    /// The run has ended.
    Ended(RunEnding),
}
