//! The time and memory that solutions need, relative to the limits.

use std::fmt;
use std::time::Duration;

use crate::Submission;
use crate::text::units::time;
use mousetrap_model::{CaseResult, Form, Verdict};
use mousetrap_util::printable::{named, one_line};

/// The time or memory that a solution needs for a case.
#[derive(Clone, Debug)]
pub(super) struct Need {
    /// The solution.
    path: String,
    /// The usage, the limit before scaling, and the case: `took 12 ms of 200 ms on
    /// hidden/walls-004`.
    pub(super) usage: String,
    /// The usage as a multiple of the limit.
    pub(super) share: f64,
    /// Whether the solution was stopped at its limit and therefore needs more than this.
    pub(super) is_stopped: bool,
}

/// The maximum needs of several solutions.
#[derive(Clone, Debug, Default)]
pub(super) struct Needs {
    pub(super) cpu: Option<Need>,
    pub(super) memory: Option<Need>,
}

impl Needs {
    /// Adds the time and memory that a solution needs on each case, relative to the limits. The CPU
    /// time limits of the run were multiplied by `scale`.
    pub(super) fn add(&mut self, submission: &Submission, scale: f64) {
        for case in &submission.cases {
            keep_greater(&mut self.cpu, Need::cpu(submission, case, scale));
            keep_greater(&mut self.memory, Need::memory(submission, case));
        }
    }
}

/// Replaces the known need if the candidate is greater.
fn keep_greater(known: &mut Option<Need>, candidate: Need) {
    let is_greater = |known: &Need| candidate.share > known.share;
    if known.as_ref().is_none_or(is_greater) {
        *known = Some(candidate);
    }
}

impl Need {
    /// Returns the CPU time that a case needs.
    fn cpu(submission: &Submission, case: &CaseResult, scale: f64) -> Self {
        let startup = match (submission.info.form, submission.judgement()) {
            (Form::Program, Some(judgement)) => judgement.startup_allowance,
            _ => Duration::ZERO,
        };
        let limit = case.limits.cpu.saturating_sub(startup).div_f64(scale);
        let used = case.usage.cpu;
        let is_stopped = case.verdict == Verdict::TimeLimitExceeded;
        Self {
            path: named(&submission.info.path),
            usage: usage_clause(case, (&time(used), &time(limit)), is_stopped),
            share: used.as_secs_f64() / limit.as_secs_f64().max(f64::MIN_POSITIVE),
            is_stopped,
        }
    }

    /// Returns the memory that a case needs.
    fn memory(submission: &Submission, case: &CaseResult) -> Self {
        let (used, limit) = (case.usage.memory, case.limits.memory);
        let is_stopped = case.verdict == Verdict::MemoryLimitExceeded;
        Self {
            path: named(&submission.info.path),
            usage: usage_clause(case, (&used.to_string(), &limit.to_string()), is_stopped),
            share: used.0 as f64 / (limit.0 as f64).max(1.0),
            is_stopped,
        }
    }
}

/// Returns the clause that describes the usage on a case.
fn usage_clause(case: &CaseResult, (used, limit): (&str, &str), is_stopped: bool) -> String {
    let verb = if is_stopped {
        "was stopped after"
    } else {
        "took"
    };
    format!("{verb} {used} of {limit} on {}", one_line(&case.id.0))
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.path, self.usage)
    }
}
