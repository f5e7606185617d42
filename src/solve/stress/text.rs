//! Renders the texts that `mousetrap stress` prints and writes.

use std::path::Path;
use std::time::Duration;

use mousetrap_judge::Submission;
use mousetrap_model::Verdict;
use mousetrap_report::{count, counted, time};
use mousetrap_setter::stress::{
    Counterexample, PendingRun, Reaction, RunPurpose, SearchEnd, SearchState,
};
use mousetrap_util::printable::named;

/// Describes a failure, such as `wrong answer` or `time limit exceeded`. For two submissions, names
/// each submission that failed to reply; if both replied, their answers differ.
pub(super) fn describe_failure(found: &Counterexample, paths: &[&Path]) -> String {
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

/// Describes how a submission reacted, such as `replies false` or `run time error`.
pub(crate) fn describe_reaction(reaction: &Reaction) -> String {
    match &reaction.claim {
        Some(claim) => format!("replies {claim}"),
        None => reaction.verdict.directory().replace('_', " "),
    }
}

/// Describes the number of cases and the time, such as `12,345 cases in 2.1 s (5,878 per second)`.
pub(super) fn describe_effort(cases: usize, elapsed: Duration) -> String {
    let rate = cases as f64 / elapsed.as_secs_f64().max(1e-6);
    format!(
        "{} in {} ({} per second)",
        counted(cases, "case"),
        time(elapsed),
        count(rate as usize)
    )
}

pub(super) fn indented(text: &str) -> String {
    let lines = text.lines().map(|line| format!("    {line}"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Time after which the progress line describes the run in progress.
const LONG_RUN_TIME: Duration = Duration::from_secs(1);

/// Returns the text of the progress line.
pub(super) fn progress_text(status: &SearchState, time_limit: Duration) -> String {
    let left = match time_limit.saturating_sub(status.elapsed) {
        Duration::ZERO => "time is up".to_owned(),
        left => format!("{} left", time(left)),
    };
    if let Some(run) = status.run.filter(|run| run.elapsed >= LONG_RUN_TIME) {
        let still = if status.elapsed >= time_limit {
            "still "
        } else {
            ""
        };
        return format!("{left} · {still}{}", describe_pending_run(status, run));
    }
    if let Some(size) = status.shrinking {
        return format!("shrinking: size {size} · {left}");
    }
    format!("{} · {left}", describe_effort(status.cases, status.elapsed))
}

/// Describes the run in progress, such as `running case 1: 12 s`.
fn describe_pending_run(status: &SearchState, run: PendingRun) -> String {
    let what = match run.purpose {
        RunPurpose::Trial => format!("running case {}", count(status.cases + 1)),
        RunPurpose::Confirmation => "confirming the failure".to_owned(),
        RunPurpose::Shrinking => "shrinking".to_owned(),
    };
    format!("{what}: {} s", run.elapsed.as_secs())
}

/// The first line of the table that `--output` writes.
const HEADING: &str = "# Counterexamples\n";

/// Returns whether a text is a table that this command has written.
pub(super) fn is_counterexample_table(text: &str) -> bool {
    text.starts_with(HEADING)
}

/// The table that `--output` writes.
#[derive(Default)]
pub(super) struct CounterexampleTable {
    rows: Vec<String>,
    /// The titles of the submissions for which no failure was found.
    unbroken: Vec<String>,
}

impl CounterexampleTable {
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
        let reactions: Vec<String> = found
            .failure
            .reactions
            .iter()
            .map(describe_reaction)
            .collect();
        self.rows.push(format!(
            "| {title} | {} | {} | {} | {} | `{}` |",
            instance.size(),
            depth.map_or_else(|| "-".to_owned(), |depth| depth.0.to_string()),
            instance.reply(solution),
            reactions.join(" / "),
            instance.leetcode().trim_end().replace('\n', " ")
        ));
    }

    /// Returns the text of the table, for searches with this seed and this time limit.
    pub(super) fn text(&self, seed: u64, time_limit: Duration) -> String {
        let unbroken = if self.unbroken.is_empty() {
            String::new()
        } else {
            let unbroken = self.unbroken.join(", ");
            format!("\nNo failure within {}: {unbroken}.\n", time(time_limit))
        };
        format!(
            "{HEADING}\nThe simplest instances on which wrong solutions fail, as found and shrunk by \
             `mousetrap stress` with seed {seed}.\nNo single step makes an instance simpler: removing \
             a row, a column, a node or an edge, adding a wall, shortening a jump, or moving a piece.\n\
             Size is the number of cells or nodes, and depth the ply of the forced end.\n\n\
             | submission | size | depth | jury | submission's reply | instance |\n\
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
                purpose: RunPurpose::Trial,
                elapsed: second,
            }),
            ..SearchState::default()
        };
        let text = progress_text(&status, 5 * second);
        assert_eq!(text, "3 s left · running case 4: 1 s");
        status.elapsed = 12 * second;
        let run = status.run.as_mut().unwrap();
        (run.purpose, run.elapsed) = (RunPurpose::Confirmation, 10 * second);
        let text = progress_text(&status, 5 * second);
        let expected = "time is up · still confirming the failure: 10 s";
        assert_eq!(text, expected);
        status.run.as_mut().unwrap().elapsed = second / 2;
        let text = progress_text(&status, 5 * second);
        assert!(text.starts_with("3 cases in 12 s"), "{text}");
        assert!(text.ends_with(" · time is up"), "{text}");
    }
}
