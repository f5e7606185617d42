//! A failing case in full.

use std::fmt::Write as _;

use console::Style;

use crate::sentences::reason;
use crate::units::{count, time};
use crate::{Model, State, Submission, TerminalStyle};
use mousetrap_base::Limits;
use mousetrap_base::printable::indented;
use mousetrap_judge::{CaseResult, Failing, Measured, Verdict};

/// How many of the other failing cases are named.
const NAMED: usize = 12;

/// What to know about each submission that failed: the compiler's text, or its
/// first failing case drawn and in both text forms, the two replies, what it
/// used and what it printed and wrote to standard error.
pub fn show_failing(model: &Model, style: TerminalStyle) -> String {
    let mut text = String::new();
    for submission in &model.condensed().printable().submissions {
        let shown = in_full(submission, style);
        if !shown.is_empty() {
            text += &heading(submission, style);
            text += &shown;
            text.push('\n');
        }
    }
    text
}

/// What [`show_failing`] says of one submission, without its heading; empty if
/// it failed nothing.
pub(super) fn in_full(submission: &Submission, style: TerminalStyle) -> String {
    if submission.verdict() == Some(Verdict::CompileError) {
        compiler(submission)
    } else {
        submission
            .first_failing()
            .map_or(String::new(), |case| full(submission, case, style))
    }
}

fn heading(submission: &Submission, style: TerminalStyle) -> String {
    let path = submission.info.path.display().to_string();
    let line = style.paint(Style::new().bold(), &format!("── {path}"));
    format!("{line}\n{}\n\n", reason(submission))
}

fn compiler(submission: &Submission) -> String {
    let said = match &submission.state {
        State::Finished(result) => result.compiler.as_str(),
        _ => "",
    };
    if said.trim().is_empty() {
        return "the compiler rejects it without a word\n".to_owned();
    }
    format!("compiler:\n{}", indented(said))
}

fn full(submission: &Submission, case: &CaseResult, style: TerminalStyle) -> String {
    let mut text = String::new();
    if let Some(failing) = &case.failing {
        text += &instance(failing);
        let reply = failing.reply.as_deref().map_or_else(
            || "none".to_owned(),
            |reply| style.paint(Style::new().red(), reply),
        );
        let jury = style.paint(Style::new().green(), &failing.answer);
        let _ = writeln!(text, "jury        {jury}\nsubmission  {reply}");
    }
    text += &used(case);
    for (name, written) in [("output", &case.stdout), ("standard error", &case.stderr)] {
        if !written.trim().is_empty() {
            let _ = write!(text, "\n{name}:\n{}", indented(written));
        }
    }
    let others: Vec<String> = submission
        .failing()
        .skip(1)
        .map(|case| format!("{} {}", case.id, case.verdict))
        .collect();
    if !others.is_empty() {
        // A case a line: a long one is cut off at the edge of a page.
        text += "\nalso failing:\n";
        for other in &others[..others.len().min(NAMED)] {
            let _ = writeln!(text, "  {other}");
        }
        if others.len() > NAMED {
            let _ = writeln!(text, "  and {} more", count(others.len() - NAMED));
        }
    }
    text
}

fn instance(failing: &Failing) -> String {
    format!(
        "{}\nstdin:\n{}\nLeetCode:\n{}\n",
        indented(&failing.drawing),
        indented(&failing.input),
        indented(&failing.leetcode),
    )
}

fn used(case: &CaseResult) -> String {
    let Measured { cpu, wall, memory } = case.measured;
    let Limits {
        cpu: cpu_limit,
        wall: wall_limit,
        memory: memory_limit,
        ..
    } = case.limits;
    let mut text = format!(
        "used        CPU {} of {}, wall {} of {}, memory {memory} of {memory_limit}",
        time(cpu),
        time(cpu_limit),
        time(wall),
        time(wall_limit),
    );
    if case.repeats > 0 {
        let _ = write!(text, "; best of {} runs", case.repeats + 1);
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn a_failing_case_is_shown_in_full() {
        insta::assert_snapshot!(show_failing(&sample::interrupted(), TerminalStyle::PLAIN));
    }

    #[test]
    fn nothing_is_shown_where_nothing_failed() {
        assert_eq!(
            show_failing(&sample::all_accepted(), TerminalStyle::PLAIN),
            ""
        );
    }
}
