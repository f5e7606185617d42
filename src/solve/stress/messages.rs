//! Formats the messages and the progress line of `mousetrap stress`.

use std::path::Path;
use std::time::Duration;

use mousetrap_model::Verdict;
use mousetrap_report::{format_count, format_number};
use mousetrap_setter::stress::{Counterexample, RunOutcome, SearchState};
use mousetrap_util::format_duration;
use mousetrap_util::printable::escape_path;

/// Describes a failure, such as `wrong answer` or `time limit exceeded`. If two submissions are
/// compared, names each submission that failed to reply, or else states that the answers differ.
pub(super) fn describe_failure<I>(found: &Counterexample<I>, paths: &[&Path]) -> String {
    let failure = |one: &RunOutcome| one.verdict.directory().replace('_', " ");
    let reactions = found.failure.outcomes.as_slice();
    if let [reaction] = reactions {
        return failure(reaction);
    }
    let failed = (reactions.iter().zip(paths)).filter(|(one, _)| one.verdict != Verdict::Accepted);
    let failed: Vec<String> = failed
        .map(|(one, path)| format!("{} in {}", failure(one), escape_path(path)))
        .collect();
    if failed.is_empty() {
        "the answers differ".to_owned()
    } else {
        failed.join(", ")
    }
}

/// Describes the number of cases and the time, such as `12,345 cases in 2.1 s (5,878 per second)`.
pub(super) fn throughput_text(cases: usize, elapsed: Duration) -> String {
    let rate = cases as f64 / elapsed.as_secs_f64().max(1e-6);
    format!(
        "{} in {} ({} per second)",
        format_count(cases, "case"),
        format_duration(elapsed),
        format_number(rate as usize)
    )
}

pub(super) fn indented(text: &str) -> String {
    let lines = text.lines().map(|line| format!("    {line}"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Time after which the progress line shows how long the current run has taken.
const LONG_RUN_THRESHOLD: Duration = Duration::from_secs(1);

/// Returns the text of the progress line.
pub(super) fn progress_text(status: &SearchState, time_limit: Duration) -> String {
    let left = match time_limit.saturating_sub(status.elapsed) {
        Duration::ZERO => "time is up".to_owned(),
        left => format!("{} left", format_duration(left)),
    };
    if let Some(run) = status.run.filter(|run| *run >= LONG_RUN_THRESHOLD) {
        return format!("{left} · this run has taken {} s so far", run.as_secs());
    }
    if let Some(size) = status.shrinking {
        return format!("shrinking: size {size} · {left}");
    }
    format!("{} · {left}", throughput_text(status.cases, status.elapsed))
}
