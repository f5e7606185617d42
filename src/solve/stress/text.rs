//! Texts that `mousetrap stress` prints and writes.

use std::path::Path;
use std::time::Duration;

use cat_and_mouse::Instance;
use mousetrap_judge::Submission;
use mousetrap_model::Verdict;
use mousetrap_report::{count, counted, time};
use mousetrap_setter::stress::{
    Counterexample, PendingRun, Purpose, Said, SearchEnd, SearchState, Shrinking,
};
use mousetrap_util::printable::named;

use super::report::{JsonFailure, JsonStressed, StressReport};

/// `wrong answer`, `time limit exceeded`. For two submissions, names each one that failed
/// to reply; if both replied, their answers differ.
pub(super) fn headline(found: &Counterexample, paths: &[&Path]) -> String {
    let failure = |said: &Said| said.verdict.directory().replace('_', " ");
    let said = found.failure.said.as_slice();
    if let [said] = said {
        return failure(said);
    }
    let failed = (said.iter().zip(paths)).filter(|(said, _)| said.verdict != Verdict::Accepted);
    let failed: Vec<String> = failed
        .map(|(said, path)| format!("{} in {}", failure(said), named(path)))
        .collect();
    if failed.is_empty() {
        "the answers differ".to_owned()
    } else {
        failed.join(", ")
    }
}

/// `replies false`, `run time error`.
pub(crate) fn did(said: &Said) -> String {
    match &said.claim {
        Some(claim) => format!("replies {claim}"),
        None => said.verdict.directory().replace('_', " "),
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

/// Where cases came from: the first few of many.
pub(super) fn origins(status: &SearchState) -> String {
    const NAMED: usize = 6;
    let origins: Vec<&str> = status.origins.iter().map(String::as_str).collect();
    match origins.len().saturating_sub(NAMED) {
        0 => origins.join(", "),
        more => format!("{} and {} more", origins[..NAMED].join(", "), count(more)),
    }
}

/// An instance as one pastes it, unless that is longer than anybody reads.
pub(super) fn short(instance: &Instance) -> String {
    const LONGEST: usize = 400;
    let text = instance.leetcode();
    if text.len() <= LONGEST {
        return text;
    }
    let size = instance.size();
    let length = count(text.len());
    format!("of size {size}, too long to show: {length} characters in LeetCode's form")
}

pub(super) fn indented(text: &str) -> String {
    let lines = text.lines().map(|line| format!("    {line}"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Time after which the progress line names the run in progress.
pub(super) const LONG_RUN: Duration = Duration::from_secs(1);

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
    if let Some(Shrinking { size, .. }) = status.shrinking {
        return format!("shrinking: size {size} · {left}");
    }
    let slowest = status.slowest.as_ref();
    format!(
        "{} · {} · slowest {} · {left}",
        effort(status.cases, status.elapsed),
        counted(status.origins.len(), "kind"),
        slowest.map_or_else(|| "-".to_owned(), |slowest| time(slowest.cpu)),
    )
}

/// `running case 1: 12 s, stopped at 25 s CPU`. Short enough for 80 columns.
fn pending(status: &SearchState, run: PendingRun) -> String {
    let what = match run.purpose {
        Purpose::Trial => format!("running case {}", count(status.cases + 1)),
        Purpose::Remeasuring => format!("measuring case {} again", count(status.cases)),
        Purpose::Confirmation => "confirming the failure".to_owned(),
        Purpose::Shrinking => "shrinking".to_owned(),
    };
    format!(
        "{what}: {} s, stopped at {} CPU",
        run.elapsed.as_secs(),
        time(run.max_cpu)
    )
}

/// What the report says of a submission.
pub(super) fn stressed(submission: &Submission<'_>, place: usize, end: &SearchEnd) -> JsonStressed {
    let found = end.found.as_ref().map(|found| {
        let instance = found.simplest();
        let solution = instance.solve();
        JsonFailure {
            leetcode: instance.leetcode(),
            size: instance.size(),
            depth: solution.depth().map(|depth| depth.0),
            answer: instance.reply(solution).to_owned(),
            said: found.failure.said.iter().map(did).collect(),
        }
    });
    JsonStressed {
        path: named(&submission.path),
        problem: submission.problem.id.clone(),
        place,
        cases: end.status.cases,
        found,
    }
}

/// A row of the table that `--output` writes.
fn row(one: &JsonStressed, found: &JsonFailure) -> String {
    format!(
        "| {} | {} | {} | {} | {} | `{}` |",
        title(one),
        found.size,
        found
            .depth
            .map_or_else(|| "-".to_owned(), |depth| depth.to_string()),
        found.answer,
        found.said.join(" / "),
        found.leetcode.trim_end().replace('\n', " ")
    )
}

/// Problem and file name.
fn title(one: &JsonStressed) -> String {
    let file = Path::new(&one.path).file_name().unwrap_or_default();
    format!("{} {}", one.problem, named(file).replace('|', "\\|"))
}

/// How the table that `--output` writes begins.
pub(super) const HEADING: &str = "# Counterexamples\n";

/// The table that `--output` writes.
pub(super) fn table(report: &StressReport) -> String {
    let (mut rows, mut unbroken) = (Vec::new(), Vec::new());
    for one in &report.stressed {
        match &one.found {
            Some(found) => rows.push(row(one, found)),
            None => unbroken.push(title(one)),
        }
    }
    let unbroken = if unbroken.is_empty() {
        String::new()
    } else {
        let time = time(Duration::from_micros(report.time_us));
        format!("\nNo failure within {time}: {}.\n", unbroken.join(", "))
    };
    format!(
        "{HEADING}\nThe simplest instances on which wrong solutions fail, as `mousetrap \
         stress` finds and shrinks them with seed {}.\nNo single step (a row, a column, a node or \
         an edge less, a wall more, a shorter jump, a piece elsewhere) makes one simpler.\n\
         Size is cells or nodes, depth the ply of the forced end.\n\n\
         | submission | size | depth | jury | submission says | instance |\n\
         |---|---|---|---|---|---|\n{}\n{unbroken}",
        report.seed,
        rows.join("\n")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use cat_and_mouse::Game;
    use cat_and_mouse::game::Bounds;

    #[test]
    fn progress_line_names_a_long_run_and_an_expired_time_limit() {
        let second = Duration::from_secs(1);
        let mut status = SearchState {
            cases: 3,
            elapsed: 2 * second,
            run: Some(PendingRun {
                purpose: Purpose::Trial,
                elapsed: second,
                max_cpu: 25 * second,
            }),
            ..SearchState::default()
        };
        let text = live(&status, 5 * second);
        assert_eq!(text, "3 s left · running case 4: 1 s, stopped at 25 s CPU");
        status.elapsed = 12 * second;
        let run = status.run.as_mut().unwrap();
        (run.purpose, run.elapsed) = (Purpose::Confirmation, 10 * second);
        let text = live(&status, 5 * second);
        let expected = "time is up · still confirming the failure: 10 s, stopped at 25 s CPU";
        assert_eq!(text, expected);
        status.run.as_mut().unwrap().elapsed = second / 2;
        let text = live(&status, 5 * second);
        assert!(text.starts_with("3 cases in 12 s"), "{text}");
        assert!(text.ends_with(" · time is up"), "{text}");
    }

    #[test]
    fn what_is_longer_than_anybody_reads_is_cut() {
        let mut status = SearchState::default();
        status
            .origins
            .extend((0..6).map(|number| format!("kind {number}")));
        assert!(origins(&status).ends_with("kind 4, kind 5"));
        status
            .origins
            .extend(["last".to_owned(), "latest".to_owned()]);
        assert!(origins(&status).ends_with("kind 5 and 2 more"));
        let nodes = (0..50).map(|node| {
            let others = (0..50).filter(|other| *other != node);
            let others: Vec<String> = others.map(|other| other.to_string()).collect();
            format!("49 {}\n", others.join(" "))
        });
        let text = format!("50\n{}", nodes.collect::<String>());
        let instance = Game::CatAndMouse.parse(&text, Bounds::Contest).unwrap();
        assert!(short(&instance).starts_with("of size 50, too long to show: "));
    }
}
