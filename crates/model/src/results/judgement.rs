//! The results of a submission on one case and on all cases, and its outcome in a run.

use std::collections::BTreeSet;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::serialization::micros;
use crate::{CaseId, FailingCase, Limits, Message, Usage, Verdict};

/// The result of a submission on one case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseResult {
    /// The name of the case, such as `hidden/walls-017`.
    #[serde(rename = "case")]
    pub id: CaseId,
    /// The verdict on this case.
    pub verdict: Verdict,
    /// The time and memory that the run used.
    pub usage: Usage,
    /// The limits of the case, scaled for the language.
    pub limits: Limits,
    /// How many times the run was repeated because its CPU time was close to the limit; omitted
    /// if it was not repeated.
    #[serde(default, skip_serializing_if = "is_default")]
    pub repeats: u32,
    /// The reason for the verdict, such as `expected true, got false`; omitted if the case was
    /// accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Message>,
    /// Standard output of the submission, truncated to a few kilobytes. Omitted if it is empty,
    /// and usually also if the case was accepted. Always omitted for a complete program, whose
    /// standard output is the reply.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stdout: String,
    /// Standard error of the submission, truncated to a few kilobytes. Omitted if it is empty,
    /// and usually also if the case was accepted.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
    /// The input, the jury answer and the reply; usually omitted if the case was accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failing: Option<FailingCase>,
}

/// The result of a submission on all cases that it was run on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judgement {
    /// The verdict of the first failed case, or accepted if no case failed.
    pub verdict: Verdict,
    /// Output of the compiler, truncated to a few kilobytes; omitted if empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub compiler_output: String,
    /// The compiler error; omitted if the submission compiles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compile_error: Option<Message>,
    /// Why an accepted submission was not checked with sanitizers on all cases. Omitted if the
    /// submission was checked on all cases, or if its language has no sanitizers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unchecked: Option<Message>,
    /// Why the remaining cases were not run and count as failed. Present only if the user asked for
    /// all cases and some of them were not run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gave_up: Option<EarlyStop>,
    /// The time and memory of the compilation; omitted if the program was not compiled in this
    /// run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compile: Option<Usage>,
    /// The time and memory that the first driver process used before the first case. Omitted for
    /// complete programs, because each run includes their start-up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub startup: Option<Usage>,
    /// The CPU time that a process may use for its startup, in addition to the time limit, in
    /// microseconds. A driver process gets this allowance once, a complete program on every run.
    #[serde(rename = "startup_allowance_us", with = "micros")]
    pub startup_allowance: Duration,
    /// True if this judgement and its measurements come from an earlier run; omitted otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub from_cache: bool,
    /// The results of the cases, in the order in which they were run.
    pub cases: Vec<CaseResult>,
}

/// Why a submission was not run on its remaining cases, although the user asked for all cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EarlyStop {
    /// The submission exceeded the time limit on too many cases. The field contains the number of
    /// these cases.
    TimeOuts(u32),
    /// The submission exceeded the total CPU time budget of all cases. The field contains the CPU
    /// time used, in microseconds.
    #[serde(rename = "cpu_time_us", with = "micros")]
    CpuTime(Duration),
    /// The user stopped the run after the submission had failed a case.
    Interrupted,
}

/// Why a submission cannot be judged on this machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkipReason {
    /// The reason, such as `kotlinc is not installed`.
    pub reason: Message,
    /// How to fix this, usually with the command that installs the missing tool, such as `mousetrap
    /// setup kotlin`.
    pub remedy: String,
}

/// The outcome of a submission in a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SubmissionOutcome {
    /// The submission has a verdict.
    Judged(Box<Judgement>),
    /// The submission is identical to the submission with this index and shares its outcome.
    SameAs(usize),
    /// The toolchain of the submission is missing on this machine.
    Skipped(SkipReason),
    /// The judge itself failed for this reason, through no fault of the submission.
    Failed(Message),
    /// The run ended before the submission had a verdict.
    #[default]
    NotJudged,
}

impl CaseResult {
    /// Creates a result without further details.
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

    /// Returns the reason in English, or an empty string if the case was accepted.
    pub fn reason_text(&self) -> String {
        let reason = self.reason.as_ref();
        reason.map_or_else(String::new, Message::to_string)
    }
}

impl Judgement {
    /// Creates a judgement without cases or further details.
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

    /// Returns whether the verdict agrees with the results of the cases. An accepted submission
    /// must have `case_count` results, all of them accepted.
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

impl EarlyStop {
    /// Returns the reason as a message.
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

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
