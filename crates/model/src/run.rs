//! A run of the judge: its submissions and options, and its end.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use mousetrap_util::{Bytes, Shard};
use serde::{Deserialize, Serialize};

use crate::points::{Award, RunPoints};
use crate::serial::{bytes, micros, optional_micros, paths};
use crate::{Clock, Judgement, RefusedFile, SimilarGroup, SubmissionInfo, SubmissionOutcome};

/// The options and the files of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunHeader {
    /// Digests of everything apart from the submissions that decides judgements, by name.
    /// Only the log has them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub conditions: BTreeMap<String, String>,
    /// The shard, if the run is one of several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<ShardHeader>,
    /// The point groups, by problem id; left out if the run gives no points.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub points: BTreeMap<String, RunPoints>,
    /// The paths that the user named. Only the log has them, and `archives`.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        serialize_with = "paths"
    )]
    pub named: Vec<PathBuf>,
    /// The archives in these directories. Their names without the extension are students.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        serialize_with = "paths"
    )]
    pub archives: Vec<PathBuf>,
    /// The number of worker threads.
    pub jobs: usize,
    /// The isolation in force, in words.
    pub isolation: String,
    /// What reads the CPU time of runs.
    pub clock: Clock,
    /// The machine that judged, if a service chose it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worker: Option<RunWorker>,
    /// Files that cannot be judged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<RefusedFile>,
    /// Files that are not meant to be judged: hidden files, backups, reports of earlier runs.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        serialize_with = "paths"
    )]
    pub left_out: Vec<PathBuf>,
    /// Groups of submissions with similar code; left out unless the user asked for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub similar: Option<Vec<SimilarGroup>>,
}

/// The worker of a service that judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunWorker {
    /// Its name.
    pub name: String,
    /// The speed factor by which CPU times were divided, in thousandths: how much longer the
    /// same work takes on the worker than on the machine for which limits are meant. Left
    /// out if it could not be measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed_factor_permille: Option<u32>,
}

/// A run, as the JSON report has it. `S` is a list of [`RunSubmission`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run<S = Vec<RunSubmission>> {
    /// The options and the files of the run.
    #[serde(flatten)]
    pub header: RunHeader,
    /// The submissions, in the order of the log's header.
    pub submissions: S,
    /// How the run ended; null while it lasts.
    pub ending: Option<RunEnding>,
}

/// A submission of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunSubmission {
    /// The submission as the judge found it.
    #[serde(flatten)]
    pub info: SubmissionInfo,
    /// What became of it.
    pub outcome: SubmissionOutcome,
    /// Its points. Left out if the run gives none, and if it has no verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub award: Option<Award>,
    /// Counts that replace the cases in a redacted report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redacted_cases: Option<RedactedCases>,
}

/// Replaces the cases of a submission in a redacted report: counts, and maxima
/// over all cases, which are rounded up.
///
/// A submission can encode a case in the time and memory that it uses. Exact values of single cases
/// would let its author read hidden cases off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RedactedCases {
    /// The number of cases judged.
    pub case_count: usize,
    /// The number of cases accepted.
    pub accepted: usize,
    /// Maximum usage of the cases; left out without a case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub peak: Option<Peak>,
}

/// Maximum usage of the cases of a submission. Neither value is above its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Peak {
    /// CPU time in microseconds.
    #[serde(rename = "cpu_us", with = "micros")]
    pub cpu: Duration,
    /// The CPU time limit in microseconds; the largest, if cases differ.
    #[serde(rename = "cpu_limit_us", with = "micros")]
    pub cpu_limit: Duration,
    /// Memory in bytes.
    #[serde(rename = "memory_bytes", with = "bytes")]
    pub memory: Bytes,
    /// The memory limit in bytes; the largest, if cases differ.
    #[serde(rename = "memory_limit_bytes", with = "bytes")]
    pub memory_limit: Bytes,
}

impl Run {
    /// Returns the judgement of the submission with this index, which may be that of a
    /// submission that it repeats; none if it has none.
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

/// One shard of a run that several machines share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardHeader {
    /// Which one: `2/5`.
    pub shard: Shard,
    /// The index of each of its submissions in the entire run.
    pub indices: Vec<usize>,
    /// Groups of submissions of the entire run with similar code, if this shard reports
    /// them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub similar: Option<Vec<SimilarGroup>>,
}

/// Where a run took place. Names are for people: `processor`, `C++`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// The machine, by name of the fact.
    pub machine: BTreeMap<String, String>,
    /// Versions of the toolchains in use, by language.
    pub toolchains: BTreeMap<String, String>,
}

/// How a run ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunEnding {
    /// Whether a signal cut the run short. A submission without an outcome was then not
    /// judged.
    pub interrupted: bool,
    /// Wall time of the entire run in microseconds; left out for a part of a run.
    #[serde(
        rename = "wall_us",
        default,
        skip_serializing_if = "Option::is_none",
        with = "optional_micros"
    )]
    pub wall: Option<Duration>,
    /// The machine and its toolchains.
    #[serde(default)]
    pub facts: Facts,
}

/// A line of the log of a run, which is JSON Lines. The first line is the header, and the
/// last line of a run that has ended is its ending.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogLine {
    /// A run begins.
    Run {
        /// Version of the format.
        format: u32,
        /// Version of Mousetrap.
        version: String,
        /// The options and the files of the run.
        #[serde(flatten)]
        header: Box<RunHeader>,
        /// The submissions, in the order in which reports list them.
        submissions: Vec<SubmissionInfo>,
    },
    /// A submission has its outcome.
    Submission {
        /// Index of the submission in the header.
        index: usize,
        /// The outcome.
        outcome: SubmissionOutcome,
    },
    /// The run has ended.
    Ended(RunEnding),
}
