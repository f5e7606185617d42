//! Judges attacks and honest submissions, and compares their usage.

use std::collections::BTreeMap;
use std::io;
use std::iter;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, mpsc};
use std::time::Duration;

use thiserror::Error;

use super::table::Attack;
use crate::{Engine as _, FindOptions, JudgeError, JudgeRequest, Options, Threads};
use mousetrap_languages::Languages;
use mousetrap_model::{
    Case, CaseId, Event, Judgement, Limits, Problem, RefusedFile, Usage, Verdict,
};
use mousetrap_util::Bytes;
use mousetrap_util::root::Root;

/// The problem that attacks and honest submissions solve.
const PROBLEM: &str = "1728";

/// Replaces the verdict if the toolchain is missing.
pub(super) const SKIPPED: &str = "skipped";

/// Small limits, so that an attack that must exceed one ends soon. The wall time limit is
/// large enough that a busy machine reaches the other limits first.
const LIMITS: Limits = Limits {
    cpu: Duration::from_millis(300),
    wall: Duration::from_secs(6),
    memory: Bytes::mib(128),
    output: Bytes::kib(256),
};

/// Limits of compilers, likewise small.
const COMPILE_LIMITS: Limits = Limits {
    cpu: Duration::from_secs(4),
    wall: Duration::from_secs(30),
    memory: Bytes::mib(1024),
    output: Bytes::kib(256),
};

/// CPU time limit of compilers that are slow for any source.
const SLOW_COMPILER: Duration = Duration::from_secs(30);

/// Maximum additional usage of the honest submission after an attack. It is far more than a
/// busy machine adds to a few microseconds, and far less than any attack uses.
const TOLERANCE: Usage = Usage {
    cpu: Duration::from_millis(20),
    memory: Bytes::mib(4),
    ..Usage::NONE
};

/// Why an attack could not be tried.
#[derive(Debug, Error)]
pub enum AttackError {
    /// The source could not be written for the judge.
    #[error("writing the source of an attack: {0}")]
    File(#[from] io::Error),
    /// The judge refuses the source.
    #[error(transparent)]
    Submission(#[from] RefusedFile),
    /// The judge itself failed.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// The toolchain of an honest submission is missing, for this reason.
    #[error("the honest submission {file} cannot be judged: {reason}")]
    Skipped {
        /// The file name of the submission.
        file: String,
        /// Why the toolchain cannot be used.
        reason: String,
    },
    /// An honest submission is not accepted on this machine.
    #[error("the honest submission {file} earned {earned}; run mousetrap doctor for the cause")]
    Honest {
        /// The file name of the submission.
        file: String,
        /// Its verdict and the reason.
        earned: String,
    },
}

/// The result of one submission.
#[derive(Clone, Debug)]
pub(super) struct AttackResult {
    /// The code of the verdict, or another word if there is none.
    pub(super) earned: &'static str,
    pub(super) reason: String,
    /// Maximum CPU time and memory among the cases.
    pub(super) used: Usage,
}

/// Judges attacks.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttackJudge<'a> {
    pub(super) languages: &'a Languages,
    /// All problems; the attacks solve one of them.
    pub(super) problems: &'a [Arc<Problem>],
    pub(super) interrupted: &'a AtomicBool,
}

impl AttackJudge<'_> {
    /// Judges these attacks and then an honest submission for each of the workers.
    pub(super) fn judge(
        &self,
        attacks: &[&Attack],
        honest: &str,
        workers: usize,
    ) -> Result<Vec<AttackResult>, AttackError> {
        let directory = tempfile::tempdir()?;
        let honest = Attack::honest(honest);
        let honest = iter::repeat_n(&honest, workers);
        let mut paths = Vec::new();
        for (index, attack) in attacks.iter().copied().chain(honest).enumerate() {
            paths.push(attack.write(&directory.path().join(index.to_string()))?);
        }
        let problem = self.problems.iter().find(|problem| problem.id == PROBLEM);
        let wanted = FindOptions::new(self.problems, problem, None);
        let submissions = crate::find(&Root::default(), &paths, self.languages, wanted)?;
        let mut options = Options::default().with_jobs(NonZeroUsize::new(workers));
        options.all_cases = false;
        options.compile = COMPILE_LIMITS;
        if attacks.iter().any(|attack| attack.slow_compiler) {
            options.compile.cpu = SLOW_COMPILER;
        }
        let (sender, events) = mpsc::channel();
        let cases = BTreeMap::from([(PROBLEM.to_owned(), cases())]);
        let request = JudgeRequest {
            submissions: &submissions,
            cases: &cases,
            options: &options,
        };
        Threads::default().judge(request, self.interrupted, &sender)?;
        drop(sender);
        let without_verdict = |earned, reason: &str| AttackResult {
            earned,
            reason: reason.to_owned(),
            used: Usage::NONE,
        };
        let mut judged = vec![without_verdict("no verdict", ""); submissions.len()];
        for event in events {
            let (submission, result) = match event {
                Event::Judged {
                    submission,
                    judgement,
                } => (submission, AttackResult::new(&judgement)),
                Event::Failed { submission, error } => (
                    submission,
                    without_verdict("no verdict", &error.to_string()),
                ),
                Event::Skipped { submission, skip } => (
                    submission,
                    without_verdict(SKIPPED, &skip.reason.to_string()),
                ),
                _ => continue,
            };
            judged[submission] = result;
        }
        Ok(judged)
    }
}

impl AttackResult {
    fn new(judgement: &Judgement) -> Self {
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
            earned: judgement.verdict.code(),
            reason,
            used,
        }
    }

    /// Returns how the result differs from that of the same submission alone.
    pub(super) fn difference_from(&self, alone: Usage) -> Option<String> {
        let Usage { cpu, memory, .. } = self.used;
        if self.earned != Verdict::Accepted.code() {
            Some(format!("the next submission earned {}", self.in_words("")))
        } else if cpu > alone.cpu + TOLERANCE.cpu {
            Some(format!(
                "the next submission took {cpu:.1?} of CPU time, alone {:.1?}",
                alone.cpu
            ))
        } else if memory.0 > alone.memory.0 + TOLERANCE.memory.0 {
            Some(format!(
                "the next submission took {memory} of memory, alone {}",
                alone.memory
            ))
        } else {
            None
        }
    }

    /// Returns verdict and reason, as in `RTE: exit code 1`. If the reason has several lines,
    /// returns the one that contains `part`.
    pub(super) fn in_words(&self, part: &str) -> String {
        let mut lines = self.reason.lines().filter(|line| !line.trim().is_empty());
        let line = lines.clone().find(|line| line.contains(part));
        match line.or_else(|| lines.next()) {
            Some(reason) => format!("{}: {reason}", self.earned),
            None => self.earned.to_owned(),
        }
    }
}

/// A case with each answer, from the examples of the statement.
fn cases() -> Vec<Case> {
    [("4", "true"), ("3", "false")]
        .map(|(jump, answer)| Case {
            id: CaseId(format!("attack/{answer}")),
            input: format!("1 7 1 {jump}\nM.C...F\n"),
            arguments: format!("[\"M.C...F\"]\n1\n{jump}\n"),
            max_plies: None,
            answer: answer.to_owned(),
            limits: LIMITS,
        })
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documentation_states_the_limits() {
        let page = include_str!("../../../../docs/sandbox.md");
        let time = |time: Duration| match time.subsec_millis() {
            0 => format!("{} s", time.as_secs()),
            _ => format!("{} ms", time.as_millis()),
        };
        for sentence in [
            format!(
                "a limit of {} of CPU time, {} of wall time and {}",
                time(LIMITS.cpu),
                time(LIMITS.wall),
                LIMITS.memory
            ),
            format!(
                "at most {} more CPU time and {} more memory",
                time(TOLERANCE.cpu),
                TOLERANCE.memory
            ),
        ] {
            assert!(page.contains(&sentence), "docs/sandbox.md: {sentence}");
        }
    }
}
