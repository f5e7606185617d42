//! Texts that `mousetrap stress` prints and writes.

use std::path::Path;
use std::time::Duration;

use mousetrap_model::Verdict;
use mousetrap_report::{count, counted, time};
use mousetrap_setter::stress::{Counterexample, Reaction, SearchState};
use mousetrap_util::printable::named;

/// `wrong answer`, `time limit exceeded`. For two submissions, names each one that failed
/// to reply; if both replied, their answers differ.
pub(super) fn headline(found: &Counterexample, paths: &[&Path]) -> String {
    let failure = |one: &Reaction| one.verdict.directory().replace('_', " ");
    let reactions = found.failure.reactions.as_slice();
    if let [reaction] = reactions {
        return failure(reaction);
    }
    let failed = (reactions.iter().zip(paths)).filter(|(one, _)| one.verdict != Verdict::Accepted);
    let failed: Vec<String> = failed
        .map(|(one, path)| format!("{} in {}", failure(one), named(path)))
        .collect();
    if failed.is_empty() {
        "the answers differ".to_owned()
    } else {
        failed.join(", ")
    }
}

/// `replies false`, `run time error`.
pub(crate) fn did(reaction: &Reaction) -> String {
    match &reaction.claim {
        Some(claim) => format!("replies {claim}"),
        None => reaction.verdict.directory().replace('_', " "),
    }
}

/// `12,345 cases in 2.1 s (5,878 a second)`.
pub(super) fn effort(cases: usize, elapsed: Duration) -> String {
    let rate = cases as f64 / elapsed.as_secs_f64().max(1e-6);
    format!(
        "{} in {} ({} a second)",
        counted(cases, "case"),
        time(elapsed),
        count(rate as usize)
    )
}

pub(super) fn indented(text: &str) -> String {
    let lines = text.lines().map(|line| format!("    {line}"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Time after which the progress line shows how long the run in progress takes.
const LONG_RUN: Duration = Duration::from_secs(1);

/// The progress line.
pub(super) fn live(status: &SearchState, time_limit: Duration) -> String {
    let left = match time_limit.saturating_sub(status.elapsed) {
        Duration::ZERO => "time is up".to_owned(),
        left => format!("{} left", time(left)),
    };
    if let Some(run) = status.run.filter(|run| *run >= LONG_RUN) {
        return format!("{left} · this run takes {} s so far", run.as_secs());
    }
    if let Some(size) = status.shrinking {
        return format!("shrinking: size {size} · {left}");
    }
    format!("{} · {left}", effort(status.cases, status.elapsed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_line_names_a_long_run_and_an_expired_time_limit() {
        let second = Duration::from_secs(1);
        let mut status = SearchState {
            cases: 3,
            elapsed: 2 * second,
            run: Some(second),
            ..SearchState::default()
        };
        let text = live(&status, 5 * second);
        assert_eq!(text, "3 s left · this run takes 1 s so far");
        (status.elapsed, status.run) = (12 * second, Some(10 * second));
        let text = live(&status, 5 * second);
        assert_eq!(text, "time is up · this run takes 10 s so far");
        status.run = Some(second / 2);
        let text = live(&status, 5 * second);
        assert!(text.starts_with("3 cases in 12 s"), "{text}");
        assert!(text.ends_with(" · time is up"), "{text}");
    }
}
