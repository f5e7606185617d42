//! Texts that `mousetrap stress` prints and writes.

use std::path::Path;
use std::time::Duration;

use mousetrap_judge::Submission;
use mousetrap_model::Verdict;
use mousetrap_report::{count, counted, time};
use mousetrap_setter::stress::{
    Counterexample, PendingRun, Purpose, Reaction, SearchEnd, SearchState,
};
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

/// Time after which the progress line names the run in progress.
const LONG_RUN: Duration = Duration::from_secs(1);

/// The progress line.
pub(super) fn live(status: &SearchState, time_limit: Duration) -> String {
    let left = match time_limit.saturating_sub(status.elapsed) {
        Duration::ZERO => "time is up".to_owned(),
        left => format!("{} left", time(left)),
    };
    if let Some(run) = status.run.filter(|run| run.elapsed >= LONG_RUN) {
        let still = if status.elapsed >= time_limit {
            "still "
        } else {
            ""
        };
        return format!("{left} · {still}{}", pending(status, run));
    }
    if let Some(size) = status.shrinking {
        return format!("shrinking: size {size} · {left}");
    }
    format!("{} · {left}", effort(status.cases, status.elapsed))
}

/// `running case 1: 12 s`.
fn pending(status: &SearchState, run: PendingRun) -> String {
    let what = match run.purpose {
        Purpose::Trial => format!("running case {}", count(status.cases + 1)),
        Purpose::Confirmation => "confirming the failure".to_owned(),
        Purpose::Shrinking => "shrinking".to_owned(),
    };
    format!("{what}: {} s", run.elapsed.as_secs())
}

/// The first line of the table that `--output` writes.
const HEADING: &str = "# Counterexamples\n";

/// Returns whether a text is a table of this command.
pub(super) fn is_own(text: &str) -> bool {
    text.starts_with(HEADING)
}

/// The table that `--output` writes.
#[derive(Default)]
pub(super) struct Table {
    rows: Vec<String>,
    /// The titles of the submissions without a failure.
    unbroken: Vec<String>,
}

impl Table {
    /// Adds the result of a search.
    pub(super) fn add(&mut self, submission: &Submission<'_>, end: &SearchEnd) {
        let file = named(submission.path.file_name().unwrap_or_default());
        let title = format!("{} {}", submission.problem.id, file.replace('|', "\\|"));
        let Some(found) = &end.found else {
            self.unbroken.push(title);
            return;
        };
        let instance = found.simplest();
        let solution = instance.solve();
        let depth = solution.depth();
        let reactions: Vec<String> = found.failure.reactions.iter().map(did).collect();
        self.rows.push(format!(
            "| {title} | {} | {} | {} | {} | `{}` |",
            instance.size(),
            depth.map_or_else(|| "-".to_owned(), |depth| depth.0.to_string()),
            instance.reply(solution),
            reactions.join(" / "),
            instance.leetcode().trim_end().replace('\n', " ")
        ));
    }

    /// Returns the table of searches with this seed and this time limit.
    pub(super) fn text(&self, seed: u64, time_limit: Duration) -> String {
        let unbroken = if self.unbroken.is_empty() {
            String::new()
        } else {
            let unbroken = self.unbroken.join(", ");
            format!("\nNo failure within {}: {unbroken}.\n", time(time_limit))
        };
        format!(
            "{HEADING}\nThe simplest instances on which wrong solutions fail, as `mousetrap \
             stress` finds and shrinks them with seed {seed}.\nNo single step (a row, a column, a \
             node or an edge less, a wall more, a shorter jump, a piece elsewhere) makes one \
             simpler.\nSize is cells or nodes, depth the ply of the forced end.\n\n\
             | submission | size | depth | jury | submission says | instance |\n\
             |---|---|---|---|---|---|\n{}\n{unbroken}",
            self.rows.join("\n")
        )
    }
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
            run: Some(PendingRun {
                purpose: Purpose::Trial,
                elapsed: second,
            }),
            ..SearchState::default()
        };
        let text = live(&status, 5 * second);
        assert_eq!(text, "3 s left · running case 4: 1 s");
        status.elapsed = 12 * second;
        let run = status.run.as_mut().unwrap();
        (run.purpose, run.elapsed) = (Purpose::Confirmation, 10 * second);
        let text = live(&status, 5 * second);
        let expected = "time is up · still confirming the failure: 10 s";
        assert_eq!(text, expected);
        status.run.as_mut().unwrap().elapsed = second / 2;
        let text = live(&status, 5 * second);
        assert!(text.starts_with("3 cases in 12 s"), "{text}");
        assert!(text.ends_with(" · time is up"), "{text}");
    }
}
