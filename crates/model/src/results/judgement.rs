//! The judgement of a submission: of each case, of all cases together, and the outcome of a
//! submission that was not judged.

use std::collections::BTreeSet;
use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::serial::micros;
use crate::{CaseId, FailingCase, Limits, Message, Usage, Verdict};

/// The judgement of a submission on one case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseResult {
    /// The case: `hidden/walls-017`.
    #[serde(rename = "case")]
    pub id: CaseId,
    /// The verdict on this case.
    pub verdict: Verdict,
    /// The usage of the run.
    pub usage: Usage,
    /// The limits in force: those of the case, scaled for the language.
    pub limits: Limits,
    /// How many times the run was repeated because it was borderline; left out if never.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub repeats: u32,
    /// The reason: `expected true, got false`; left out if accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Message>,
    /// Standard output of the submission, cut to a few kilobytes. Left out if accepted, if empty,
    /// and if it is the reply of a complete program.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stdout: String,
    /// Standard error of the submission, cut to a few kilobytes. Left out if
    /// accepted, and if empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
    /// The case and both replies; left out if accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failing: Option<FailingCase>,
}

/// The judgement of a submission on all cases that it was run on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judgement {
    /// The verdict on the first case that it failed, or accepted.
    pub verdict: Verdict,
    /// Output of the compiler, cut to a few kilobytes; left out if empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub compiler_output: String,
    /// Why it does not compile; left out if it compiles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compile_error: Option<Message>,
    /// Why the accepted submission could not be checked with sanitizers on all cases; left
    /// out if it was, or if its language has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unchecked: Option<Message>,
    /// Why its remaining cases were not run. They count as failed. Left out if all were
    /// run, or if it stopped at its first failing case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gave_up: Option<GaveUp>,
    /// Usage of the compilation; left out if there was none, or if its result was cached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compile: Option<Usage>,
    /// Usage of the start of the first driver process, before the first case. Left out for
    /// complete programs, whose start is part of each run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub startup: Option<Usage>,
    /// CPU time in microseconds that is granted for the start: once for a driver, and for
    /// each run of a complete program, whose limits contain it.
    #[serde(rename = "startup_allowance_us", with = "micros")]
    pub startup_allowance: Duration,
    /// Whether an earlier run gave this judgement and all of its measurements; left out if
    /// not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub from_cache: bool,
    /// The results of the cases, in the order in which they were run.
    pub cases: Vec<CaseResult>,
}

/// Why a submission was not run on its remaining cases, although all were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GaveUp {
    /// It exceeded the time limit of this many cases.
    TimeOuts(u32),
    /// It used this much CPU time, in microseconds, on all cases together, which is more
    /// than it may.
    #[serde(rename = "cpu_time_us", with = "micros")]
    CpuTime(Duration),
    /// The user stopped the run after it had failed a case.
    Interrupted,
}

/// Why a submission was not judged on this machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skip {
    /// The missing part: `kotlinc is not installed`.
    pub reason: Message,
    /// The command that installs it: `mousetrap setup kotlin`.
    pub remedy: String,
}

/// What became of a submission.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SubmissionOutcome {
    /// It has a verdict.
    Judged(Box<Judgement>),
    /// It is the same as the submission with this index in the run, and was judged once
    /// with it.
    SameAs(usize),
    /// Its toolchain is missing on this machine.
    Skipped(Skip),
    /// The judge itself failed on it, for this reason. The submission is not to blame.
    Failed(Message),
    /// The run ended before it had a verdict.
    #[default]
    NotJudged,
}

impl CaseResult {
    /// A result without further details.
    pub const fn new(id: CaseId, verdict: Verdict, usage: Usage, limits: Limits) -> Self {
        Self {
            id,
            verdict,
            usage,
            limits,
            repeats: 0,
            reason: None,
            stdout: String::new(),
            stderr: String::new(),
            failing: None,
        }
    }

    /// The reason in English; empty if accepted.
    pub fn reason_text(&self) -> String {
        text_of(self.reason.as_ref())
    }
}

impl Judgement {
    /// A judgement without cases or further details.
    pub const fn new(verdict: Verdict) -> Self {
        Self {
            verdict,
            compiler_output: String::new(),
            compile_error: None,
            unchecked: None,
            gave_up: None,
            compile: None,
            startup: None,
            startup_allowance: Duration::ZERO,
            from_cache: false,
            cases: Vec::new(),
        }
    }

    /// Why it does not compile, in English; empty if it compiles.
    pub fn compile_error_text(&self) -> String {
        text_of(self.compile_error.as_ref())
    }

    /// Returns whether the verdict follows from the results, if the submission was to be
    /// run on `case_count` cases: only results of all cases show that it is accepted.
    pub fn is_consistent(&self, case_count: usize) -> bool {
        let results = &self.cases;
        let ids: BTreeSet<_> = results.iter().map(|result| &result.id).collect();
        let earned = |verdict| move |result: &CaseResult| result.verdict == verdict;
        ids.len() == results.len()
            && match self.verdict {
                Verdict::Accepted => {
                    results.len() == case_count && results.iter().all(earned(Verdict::Accepted))
                }
                Verdict::WrongAnswer if results.is_empty() => false,
                verdict => results.is_empty() || results.iter().any(earned(verdict)),
            }
    }
}

impl GaveUp {
    /// The reason as a sentence.
    pub const fn message(self) -> Message {
        match self {
            Self::TimeOuts(count) => Message::GaveUpTimeOuts { count },
            Self::CpuTime(time) => Message::GaveUpCpuTime {
                seconds: time.as_secs(),
            },
            Self::Interrupted => Message::Interrupted,
        }
    }
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

fn text_of(message: Option<&Message>) -> String {
    message.map_or_else(String::new, Message::to_string)
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}
