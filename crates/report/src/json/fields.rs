//! The fields of the JSON report, as `docs/json.md` describes them.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Facts, Labelled, Summary};
use mousetrap_model::points::{Award, RunPoints};

/// A whole run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Report<S = Vec<JsonSubmission>> {
    /// Version of this format. It grows when a field changes its meaning or
    /// goes away, not when one is added.
    pub format: u32,
    /// Version of Mousetrap.
    pub version: String,
    /// Worker threads.
    pub jobs: usize,
    /// The isolation in force, in words.
    pub isolation: String,
    /// What reads the CPU time of runs, in words.
    #[serde(default)]
    pub clock: String,
    /// What that cannot see; left out if nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_unseen: Option<String>,
    /// Whether the run was cut short or has not ended yet; what had no verdict
    /// by then has the status `not_judged`.
    pub interrupted: bool,
    /// Wall time of the whole run; null while it lasts.
    pub wall_us: Option<u64>,
    /// CPU time in microseconds that writing reports took until this one; left out
    /// where it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reporting_cpu_us: Option<u64>,
    /// The machine and its toolchains.
    pub facts: Facts,
    /// The run in numbers.
    pub summary: Summary,
    /// The point groups, by problem; left out if the run gives no points.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub points: BTreeMap<String, RunPoints>,
    /// How programs known to be right or wrong fared, by problem, the last row all
    /// together where there are several; left out where none is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labelled: Vec<Labelled>,
    /// Every submission.
    pub submissions: S,
    /// Every file that cannot be judged.
    #[serde(default)]
    pub refused: Vec<JsonRefused>,
    /// Files in the directories judged that are not meant to be: hidden ones,
    /// backups, reports of earlier runs.
    #[serde(default)]
    pub left_out: Vec<String>,
    /// Which submissions resemble each other; only with `--similar`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub similar: Option<Vec<JsonAlike>>,
}

/// Submissions that resemble each other. Comments and layout do not count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JsonAlike {
    /// By how much.
    pub likeness: JsonLikeness,
    /// How many percent of their code is common, names apart.
    pub percent: u8,
    /// Their paths.
    pub submissions: Vec<String>,
}

/// By how much submissions resemble each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum JsonLikeness {
    /// The same code.
    Same,
    /// The same code with other names.
    Renamed,
    /// Much of the code.
    Near,
}

/// A file that cannot be judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JsonRefused {
    /// The file.
    pub path: String,
    /// The rule that it breaks, and the remedy.
    pub reason: String,
}

/// How far the judgement of a submission came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum JsonStatus {
    /// It has a verdict.
    Judged,
    /// Its toolchain is missing; its verdict is `SKIP`.
    Skipped,
    /// The judge failed on it; it has no verdict.
    Failed,
    /// The run ended before it had a verdict.
    NotJudged,
}

/// How a submission is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum JsonForm {
    /// A function in `LeetCode`'s form.
    Function,
    /// A program that reads a case on stdin.
    Program,
}

/// One submission.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JsonSubmission {
    /// Its file.
    pub path: String,
    /// Id of its problem: `1728`.
    pub problem: String,
    /// Id of its language: `cpp`.
    pub language: String,
    /// Function or program.
    pub form: JsonForm,
    /// The encoding that its file was in, where it was converted to UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
    /// The verdict it ought to earn: `AC`, `WA`, …; left out where nobody said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// How far its judgement came.
    pub status: JsonStatus,
    /// `AC`, `WA`, `TLE`, `MLE`, `OLE`, `RTE`, `CE`, `SV`, or `SKIP` where the
    /// toolchain is missing; null where the judge failed or was cut short.
    pub verdict: Option<String>,
    /// Whether the verdict is the expected one; null where there is none.
    pub as_expected: Option<bool>,
    /// Its points; left out if the run gives none, and if the judge failed, skipped the
    /// submission or was interrupted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub award: Option<Award>,
    /// Id of the first case it failed.
    pub first_failing: Option<String>,
    /// Why it was skipped; only with the status `skipped`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skip: Option<JsonSkip>,
    /// What went wrong inside the judge; only with the status `failed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Whether the result, with its measurements, was taken over from an earlier
    /// run of the same; left out if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub from_cache: bool,
    /// The submission of this run that it is the same as, and was judged once
    /// with; left out if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_as: Option<String>,
    /// What the compiler said; left out if it said nothing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub compiler: String,
    /// Why the run with sanitizers ended without a result; left out if it had one.
    /// Empty in a redacted report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unchecked: Option<String>,
    /// Why its remaining cases were not run: `gave up after 3 time-outs`. They count as
    /// failed. Left out if all were run, or if it stopped at its first failing case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gave_up: Option<String>,
    /// What the compilation used; left out where there was none or its result
    /// was cached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compile: Option<Used>,
    /// What the start of the first driver process used, before the first case;
    /// left out for programs, whose start is part of each run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub startup: Option<Used>,
    /// All cases that it is to be right on; those after the first that it
    /// fails are judged with `--all-cases` only.
    #[serde(default)]
    pub all_cases: usize,
    /// The cases judged, in the order in which they were run; none in a redacted
    /// report.
    pub cases: Vec<JsonCase>,
    /// What a redacted report says in place of the cases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<JsonHidden>,
}

/// What a redacted report says of the cases: counts, and maxima over all of them,
/// rounded up and at most the limit. The maxima are null without a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JsonHidden {
    /// Cases judged.
    pub cases: usize,
    /// Those among them that were accepted.
    pub accepted: usize,
    /// CPU time in microseconds, rounded up to two digits.
    pub cpu_us: Option<u64>,
    /// Its limit; the largest, where cases differ.
    pub cpu_limit_us: Option<u64>,
    /// Peak memory in bytes, rounded up to whole mebibytes.
    pub memory_bytes: Option<u64>,
    /// Its limit; the largest, where cases differ.
    pub memory_limit_bytes: Option<u64>,
}

/// Why a submission was skipped.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JsonSkip {
    /// What is missing.
    pub reason: String,
    /// The command that mends it.
    pub remedy: String,
}

/// What a process tree has used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Used {
    /// CPU time, user and system, in microseconds.
    pub cpu_us: u64,
    /// Wall time in microseconds.
    pub wall_us: u64,
    /// Peak memory in bytes.
    pub memory_bytes: u64,
}

/// What a run may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JsonLimit {
    /// CPU time in microseconds; it decides.
    pub cpu_us: u64,
    /// Wall time in microseconds: a net against sleepers.
    pub wall_us: u64,
    /// Peak memory in bytes.
    pub memory_bytes: u64,
    /// Output in bytes, per stream.
    pub output_bytes: u64,
}

/// One submission on one case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JsonCase {
    /// The case: `hidden/walls-017`.
    pub id: String,
    /// What it earned there.
    pub verdict: String,
    /// What it used.
    #[serde(flatten)]
    pub used: Used,
    /// What it was allowed, scaled for its language.
    pub limit: JsonLimit,
    /// How often the run was repeated because it was borderline; left out if
    /// never.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub repeats: u32,
    /// The reason in one line; left out when accepted.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// What it printed, cut to a few kilobytes; left out when empty or accepted,
    /// and where it is the reply of a whole program.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stdout: String,
    /// What it wrote to standard error, cut to a few kilobytes; left out when
    /// empty or accepted.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
    /// The case itself and both replies; only where it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failing: Option<JsonFailing>,
}

/// A case that was failed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JsonFailing {
    /// The stdin text form.
    pub input: String,
    /// The `LeetCode` form: one JSON argument per line.
    pub leetcode: String,
    /// The board or graph drawn with characters.
    pub drawing: String,
    /// The jury's reply.
    pub answer: String,
    /// The submission's reply, cut to 256 bytes; null if there was none.
    pub reply: Option<String>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}
