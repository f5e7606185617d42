//! Judges attacks and honest submissions, and compares the CPU time and memory of honest
//! submissions with and without an attack.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::iter;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use thiserror::Error;

use super::table::Attack;
use crate::{FindOptions, JudgeError, JudgeRequest, LocalEngine, Options};
use mousetrap_languages::Languages;
use mousetrap_model::{
    Case, CaseId, Limits, Problem, RefusedFile, SubmissionOutcome, Usage, Verdict,
};
use mousetrap_util::Bytes;
use mousetrap_util::project::Project;

/// The problem that attacks and honest submissions solve.
const PROBLEM_ID: &str = "1728";

/// The text that replaces the verdict of a submission whose toolchain is missing.
pub(super) const SKIPPED_VERDICT: &str = "skipped";

/// Limits of runs. They are small, so that attacks that must exceed a limit end soon. The wall
/// time limit is large enough that even on a busy machine the other limits are reached first.
const RUN_LIMITS: Limits = Limits {
    cpu: Duration::from_millis(300),
    wall: Duration::from_secs(6),
    memory: Bytes::mib(128),
    output: Bytes::kib(256),
};

/// Limits of compilations. They are small, so that attacks on the compiler end soon.
const COMPILE_LIMITS: Limits = Limits {
    cpu: Duration::from_secs(4),
    wall: Duration::from_secs(30),
    memory: Bytes::mib(1024),
    output: Bytes::kib(256),
};

/// CPU time limit for compilers that are slow even on small sources.
const SLOW_COMPILER_CPU_LIMIT: Duration = Duration::from_secs(30);

/// Maximum additional usage of the honest submission after an attack. This is far more than the
/// effect of a busy machine, and far less than any attack uses.
const MAX_ADDITIONAL_USAGE: Usage = Usage {
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
    /// The judge refuses the source.
    #[error(transparent)]
    Submission(#[from] RefusedFile),
    /// The judge itself failed.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// The toolchain of an honest submission is missing.
    #[error("the honest submission {file} cannot be judged: {reason}")]
    Skipped {
        /// The file name of the submission.
        file: String,
        /// The reason why the toolchain cannot be used.
        reason: String,
    },
    /// An honest submission is not accepted on this machine.
    #[error("the honest submission {file} got {verdict}; run `mousetrap doctor` to find the cause")]
    Honest {
        /// The file name of the submission.
        file: String,
        /// The verdict and the reason.
        verdict: String,
    },
}

/// The result of judging an attack or an honest submission.
#[derive(Clone, Debug)]
pub(super) struct AttackJudgement {
    /// The code of the verdict, or a word such as `skipped` if there is no verdict.
    pub(super) verdict: &'static str,
    pub(super) reason: String,
    /// Maximum CPU time and memory over all cases.
    pub(super) used: Usage,
}

/// Judges attacks and the honest submissions after them.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttackJudge<'a> {
    pub(super) languages: &'a Languages,
    /// All problems. Every attack is a submission for the same problem.
    pub(super) problems: &'a [Arc<Problem>],
    pub(super) interrupted: &'a AtomicBool,
}

impl AttackJudge<'_> {
    /// Judges these attacks, and then an honest submission on each worker.
    pub(super) fn judge(
        &self,
        attacks: &[&Attack],
        honest: &str,
        workers: usize,
    ) -> Result<Vec<AttackJudgement>, AttackError> {
        let directory = tempfile::tempdir()?;
        let honest = Attack::honest_submission(honest);
        let honest = iter::repeat_n(&honest, workers);
        let mut paths = Vec::new();
        for (index, attack) in attacks.iter().copied().chain(honest).enumerate() {
            paths.push(attack.write_submission(&directory.path().join(index.to_string()))?);
        }
        let problem = self
            .problems
            .iter()
            .find(|problem| problem.id == PROBLEM_ID);
        let wanted = FindOptions::new(self.problems, problem, None);
        let submissions = crate::find(&Project::default(), &paths, self.languages, wanted)?;
        let mut options = Options::default().with_worker_count(NonZeroUsize::new(workers));
        options.all_cases = false;
        options.compile = COMPILE_LIMITS;
        if attacks.iter().any(|attack| attack.slow_compiler) {
            options.compile.cpu = SLOW_COMPILER_CPU_LIMIT;
        }
        let cases = BTreeMap::from([(PROBLEM_ID.to_owned(), example_cases())]);
        let request = JudgeRequest {
            submissions: &submissions,
            cases: &cases,
            options: &options,
        };
        let outcomes = LocalEngine::default().outcomes(request, self.interrupted)?;
        Ok(outcomes.iter().map(AttackJudgement::new).collect())
    }
}

impl AttackJudgement {
    fn new(outcome: &SubmissionOutcome) -> Self {
        let judgement = match outcome {
            SubmissionOutcome::Judged(judgement) => judgement,
            SubmissionOutcome::Skipped(skip) => {
                return Self::without_verdict(SKIPPED_VERDICT, &skip.reason);
            }
            SubmissionOutcome::Failed(error) => return Self::without_verdict("no verdict", error),
            _ => return Self::without_verdict("no verdict", &""),
        };
        let mut used = Usage::NONE;
        for result in &judgement.cases {
            used.cpu = used.cpu.max(result.usage.cpu);
            used.memory = used.memory.max(result.usage.memory);
        }
        let mut reasons = judgement.cases.iter().rev();
        let reason = match reasons.find_map(|result| result.reason.as_ref()) {
            Some(reason) => reason.to_string(),
            None if judgement.verdict == Verdict::CompileError => judgement.compiler_output.clone(),
            None => String::new(),
        };
        Self {
            verdict: judgement.verdict.code(),
            reason,
            used,
        }
    }

    fn without_verdict(verdict: &'static str, reason: &dyn fmt::Display) -> Self {
        Self {
            verdict,
            reason: reason.to_string(),
            used: Usage::NONE,
        }
    }

    /// Describes how an attack affected this honest submission: a wrong verdict, or more usage than
    /// `baseline`, the usage of the same submission without an attack.
    pub(super) fn describe_effect_of_attack(&self, baseline: Usage) -> Option<String> {
        let Usage { cpu, memory, .. } = self.used;
        if self.verdict != Verdict::Accepted.code() {
            Some(format!(
                "the honest submission got {}",
                self.verdict_and_reason("")
            ))
        } else if cpu > baseline.cpu + MAX_ADDITIONAL_USAGE.cpu {
            Some(format!(
                "the honest submission used {cpu:.1?} of CPU time after the attack, and {:.1?} without it",
                baseline.cpu
            ))
        } else if memory.0 > baseline.memory.0 + MAX_ADDITIONAL_USAGE.memory.0 {
            Some(format!(
                "the honest submission used {memory} of memory after the attack, and {} without it",
                baseline.memory
            ))
        } else {
            None
        }
    }

    /// Returns the verdict and a line of the reason, such as `RTE: exit code 1`. If the reason has
    /// several lines, returns the first line that contains `part`.
    pub(super) fn verdict_and_reason(&self, part: &str) -> String {
        let mut lines = self.reason.lines().filter(|line| !line.trim().is_empty());
        let line = lines.clone().find(|line| line.contains(part));
        match line.or_else(|| lines.next()) {
            Some(reason) => format!("{}: {reason}", self.verdict),
            None => self.verdict.to_owned(),
        }
    }
}

/// For each possible answer, returns one case from the examples in the problem statement.
fn example_cases() -> Vec<Case> {
    [("4", "true"), ("3", "false")]
        .map(|(jump, answer)| Case {
            id: CaseId(format!("attack/{answer}")),
            input: format!("1 7 1 {jump}\nM.C...F\n"),
            arguments: format!("[\"M.C...F\"]\n1\n{jump}\n"),
            max_plies: None,
            answer: answer.to_owned(),
            limits: RUN_LIMITS,
        })
        .into()
}
