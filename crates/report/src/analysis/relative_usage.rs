//! The time and memory that solutions use, relative to the limits.

use std::fmt;
use std::time::Duration;

use crate::Submission;
use crate::text::units::format_duration;
use mousetrap_model::{CaseResult, Form, Verdict};
use mousetrap_util::printable::{escape_line, escape_path};

/// The time or memory that a solution used on a case, relative to the limit.
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

/// The maximum relative usage of several solutions, for each resource.
#[derive(Clone, Debug, Default)]
pub(super) struct MaxRelativeUsage {
    pub(super) cpu: Option<RelativeUsage>,
    pub(super) memory: Option<RelativeUsage>,
}

impl MaxRelativeUsage {
    /// Records the time and memory that a solution used on each case, relative to the limits. The
    /// CPU time limits had been multiplied by `scale` before the solution was judged.
    pub(super) fn add(&mut self, submission: &Submission, scale: f64) {
        let startup = match (submission.info.form, submission.judgement()) {
            (Form::Program, Some(judgement)) => judgement.startup_allowance,
            _ => Duration::ZERO,
        };
        for case in &submission.cases {
            let CaseResult { usage, limits, .. } = case;
            let limit = limits.cpu.saturating_sub(startup).div_f64(scale);
            let ratio = usage.cpu.as_secs_f64() / limit.as_secs_f64().max(f64::MIN_POSITIVE);
            let texts = [usage.cpu, limit].map(format_duration);
            let relative =
                RelativeUsage::new(submission, case, Verdict::TimeLimitExceeded, (ratio, texts));
            update_max(&mut self.cpu, relative);
            let ratio = usage.memory.0 as f64 / (limits.memory.0 as f64).max(1.0);
            let texts = [usage.memory, limits.memory].map(|bytes| bytes.to_string());
            let relative = RelativeUsage::new(
                submission,
                case,
                Verdict::MemoryLimitExceeded,
                (ratio, texts),
            );
            update_max(&mut self.memory, relative);
        }
    }
}

/// Replaces the known maximum if the candidate is greater.
fn update_max(known: &mut Option<RelativeUsage>, candidate: RelativeUsage) {
    let is_greater = |known: &RelativeUsage| candidate.ratio > known.ratio;
    if known.as_ref().is_none_or(is_greater) {
        *known = Some(candidate);
    }
}

impl RelativeUsage {
    /// Describes how much of the limit of one resource a solution used on a case. `ratio` is the
    /// usage divided by the limit; `used` and `limit` are texts. `exceeded` is the verdict on a
    /// case on which the solution was stopped at the limit.
    fn new(
        submission: &Submission,
        case: &CaseResult,
        exceeded: Verdict,
        (ratio, [used, limit]): (f64, [String; 2]),
    ) -> Self {
        let is_stopped = case.verdict == exceeded;
        let verb = if is_stopped {
            "was stopped after"
        } else {
            "took"
        };
        Self {
            path: escape_path(&submission.info.path),
            summary: format!("{verb} {used} of {limit} on {}", escape_line(&case.id.0)),
            ratio,
            is_stopped,
        }
    }
}

impl fmt::Display for RelativeUsage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.path, self.summary)
    }
}
