//! The time and memory that solutions use, relative to the limits.

use std::fmt;
use std::time::Duration;

use crate::Submission;
use crate::text::units::format_duration;
use mousetrap_model::{CaseResult, Form, Verdict};
use mousetrap_util::printable::{escape_line, escape_path};

/// The time or memory that a solution used on the case on which it used the most, relative to the
/// limit.
#[derive(Clone, Debug)]
pub(super) struct RelativeUsage {
    /// The path of the solution.
    path: String,
    /// The usage, the limit before scaling, and the case, such as `took 12 ms of 200 ms on
    /// hidden/walls-004`.
    pub(super) summary: String,
    /// The usage as a multiple of the limit.
    pub(super) ratio: f64,
    /// Whether the solution was stopped at its limit, so that its full usage is unknown.
    pub(super) is_stopped: bool,
}

impl RelativeUsage {
    /// Returns the maximum CPU time of a solution. The CPU time limits had been multiplied by
    /// `scale` before the solution was judged.
    pub(super) fn cpu_time(submission: &Submission, scale: f64) -> Option<Self> {
        let startup = match (submission.info.form, submission.judgement()) {
            (Form::Program, Some(judgement)) => judgement.startup_allowance,
            _ => Duration::ZERO,
        };
        let limit = |case: &CaseResult| case.limits.cpu.saturating_sub(startup).div_f64(scale);
        let usage = |case: &CaseResult| {
            let limit = limit(case).as_secs_f64().max(f64::MIN_POSITIVE);
            case.usage.cpu.as_secs_f64() / limit
        };
        let texts = |case: &CaseResult| [case.usage.cpu, limit(case)].map(format_duration);
        Self::maximum(submission, usage, texts, Verdict::TimeLimitExceeded)
    }

    /// Returns the maximum memory usage of a solution.
    pub(super) fn memory(submission: &Submission) -> Option<Self> {
        let usage = |CaseResult { usage, limits, .. }: &CaseResult| {
            usage.memory.0 as f64 / (limits.memory.0 as f64).max(1.0)
        };
        let texts = |CaseResult { usage, limits, .. }: &CaseResult| {
            [usage.memory, limits.memory].map(|bytes| bytes.to_string())
        };
        Self::maximum(submission, usage, texts, Verdict::MemoryLimitExceeded)
    }

    /// Returns the usage of one resource on the case on which `ratio`, the usage divided by the
    /// limit, is greatest. `texts` formats the usage and the limit. `exceeded` is the verdict on a
    /// case on which the solution was stopped at the limit.
    fn maximum(
        submission: &Submission,
        ratio: impl Fn(&CaseResult) -> f64,
        texts: impl Fn(&CaseResult) -> [String; 2],
        exceeded: Verdict,
    ) -> Option<Self> {
        let cases = submission.cases.iter();
        let case = cases.max_by(|one, other| ratio(one).total_cmp(&ratio(other)))?;
        let is_stopped = case.verdict == exceeded;
        let verb = if is_stopped {
            "was stopped after"
        } else {
            "took"
        };
        let [used, limit] = texts(case);
        Some(Self {
            path: escape_path(&submission.info.path),
            summary: format!("{verb} {used} of {limit} on {}", escape_line(&case.id.0)),
            ratio: ratio(case),
            is_stopped,
        })
    }

    /// Returns the greater of two usages.
    pub(super) fn max(one: Option<Self>, other: Option<Self>) -> Option<Self> {
        let both = one.into_iter().chain(other);
        both.max_by(|one, other| one.ratio.total_cmp(&other.ratio))
    }
}

impl fmt::Display for RelativeUsage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.path, self.summary)
    }
}
