//! Judges attacks and honest submissions, and compares the CPU time and memory of honest
//! submissions with and without an attack.

use std::io;
use std::time::Duration;

use thiserror::Error;

use crate::JudgeError;
use mousetrap_model::{SubmissionOutcome, Usage, Verdict};
use mousetrap_util::Bytes;

/// The text that replaces the verdict of a submission whose toolchain is missing.
pub(super) const SKIPPED_VERDICT: &str = "skipped";

/// Maximum CPU time and memory that an honest submission may use after an attack, in addition to
/// what it uses without the attack. This is far more than other load on the machine can cause, and
/// far less than any attack uses.
const MAX_USAGE_INCREASE_AFTER_ATTACK: Usage = Usage {
    cpu: Duration::from_millis(20),
    memory: Bytes::mib(4),
    ..Usage::NONE
};

/// The reason why an attack could not be tried.
#[derive(Debug, Error)]
pub enum AttackError {
    /// The source of the attack could not be written to a file.
    #[error("cannot write the source of an attack: {0}")]
    File(#[from] io::Error),
    /// The judge refuses the source, or has failed.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// The toolchain of an honest submission is missing. Contains the submission's file name and
    /// the reason why it cannot be judged.
    #[error("the honest submission {0} cannot be judged: {1}")]
    Skipped(String, String),
    /// An honest submission is not accepted on this machine. Contains the submission's file name
    /// and its verdict.
    #[error("the honest submission {0} got {1}; run `mousetrap doctor` to find the cause")]
    Honest(String, String),
}

/// The result of judging an attack or an honest submission.
#[derive(Clone, Debug)]
pub(super) struct AttackJudgement {
    /// The abbreviation of the verdict, such as `RTE`, or `skipped` or `no verdict`.
    pub(super) verdict: &'static str,
    pub(super) reason: String,
    /// The largest CPU time and the largest memory that the submission used on any case.
    pub(super) used: Usage,
}

impl AttackJudgement {
    pub(super) fn new(outcome: &SubmissionOutcome) -> Self {
        let mut used = Usage::NONE;
        let (verdict, reason) = match outcome {
            SubmissionOutcome::Judged(judgement) => {
                for result in &judgement.cases {
                    used.cpu = used.cpu.max(result.usage.cpu);
                    used.memory = used.memory.max(result.usage.memory);
                }
                let mut results = judgement.cases.iter().rev();
                let reason = results.find_map(|result| result.reason.as_ref());
                let reason = match judgement.verdict {
                    Verdict::CompileError => judgement.compiler_output.clone(),
                    _ => reason.map_or(String::new(), ToString::to_string),
                };
                (judgement.verdict.code(), reason)
            }
            SubmissionOutcome::Skipped(skip) => (SKIPPED_VERDICT, skip.reason.to_string()),
            SubmissionOutcome::Failed(error) => ("no verdict", error.to_string()),
            _ => ("no verdict", String::new()),
        };
        Self {
            verdict,
            reason,
            used,
        }
    }

    /// Describes how an attack affected this honest submission: a wrong verdict, or more usage than
    /// `baseline`, the usage of the same submission without an attack. Returns `None` if the attack
    /// had no effect.
    pub(super) fn describe_effect_of_attack(&self, baseline: Usage) -> Option<String> {
        let Usage { cpu, memory, .. } = self.used;
        let effect = if self.verdict != Verdict::Accepted.code() {
            format!("got {}", self.verdict_and_reason(""))
        } else if cpu > baseline.cpu + MAX_USAGE_INCREASE_AFTER_ATTACK.cpu {
            let before = baseline.cpu;
            format!(
                "used {cpu:.1?} of CPU time after the attack, but {before:.1?} without the attack"
            )
        } else if memory.0 > baseline.memory.0 + MAX_USAGE_INCREASE_AFTER_ATTACK.memory.0 {
            let before = baseline.memory;
            format!("used {memory} of memory after the attack, but {before} without the attack")
        } else {
            return None;
        };
        Some(format!("the honest submission {effect}"))
    }

    /// Returns the verdict and one line of the reason, such as `RTE: exit code 1`: the first line
    /// that contains `part` or, if there is none, the first line that is not blank.
    pub(super) fn verdict_and_reason(&self, part: &str) -> String {
        let mut lines = self.reason.lines().filter(|line| !line.trim().is_empty());
        let line = lines.clone().find(|line| line.contains(part));
        match line.or_else(|| lines.next()) {
            Some(reason) => format!("{}: {reason}", self.verdict),
            None => self.verdict.to_owned(),
        }
    }
}
