//! A failing case in full.

use cat_and_mouse::game::Bounds;
use cat_and_mouse::{Game, Instance};
use std::borrow::Cow;
use std::fmt::Write as _;

use console::Style;

use crate::text::sentences::reason;
use crate::text::units::{count, time};
use crate::{Model, Standing, Submission, TerminalStyle, View};
use mousetrap_model::Form;
use mousetrap_model::Limits;
use mousetrap_model::SubmissionOutcome;
use mousetrap_model::Verdict;
use mousetrap_model::{CaseResult, FailingCase, Usage};
use mousetrap_util::printable::indented;

/// How many of the other failing cases are named.
const NAMED: usize = 12;

/// How much of a failing case to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detail {
    /// Its input in both text forms, for a report that is kept.
    BothForms,
    /// Its input in the form of the submission, and why the expected answer is right.
    Explained,
}

/// What to know about each submission that failed: the compiler's text, or its first
/// failing case with the expected answer, the submission's reply, and what it used and
/// printed.
pub fn show_failing(model: &Model, style: TerminalStyle) -> String {
    if is_shown_at_once(model) {
        return String::new();
    }
    let mut text = String::new();
    for submission in &model.condensed().printable().submissions {
        let shown = explained(submission, style);
        if !shown.is_empty() {
            text += &heading(submission, style);
            text += &shown;
            text.push('\n');
        }
    }
    text
}

/// Whether the table of a run shows a failing case in full: there is one submission only,
/// its author judges it, and it failed.
pub(crate) fn is_shown_at_once(model: &Model) -> bool {
    let [submission] = &model.submissions[..] else {
        return false;
    };
    let is_shown = model.view == View::Owner && !submission.is_redacted();
    is_shown && submission.standing() == Standing::Unexpected
}

/// The run with the details that its table shows in memory.
pub(crate) fn for_table(model: &Model) -> Cow<'_, Model> {
    if is_shown_at_once(model) {
        Cow::Owned(model.condensed())
    } else {
        Cow::Borrowed(model)
    }
}

/// What [`show_failing`] prints about one submission, without its heading; empty if it
/// failed nothing.
pub(crate) fn explained(submission: &Submission, style: TerminalStyle) -> String {
    failure(submission, style, Detail::Explained)
}

/// The same for a report that is kept.
pub(crate) fn in_full(submission: &Submission, style: TerminalStyle) -> String {
    failure(submission, style, Detail::BothForms)
}

fn failure(submission: &Submission, style: TerminalStyle, detail: Detail) -> String {
    if submission.verdict() == Some(Verdict::CompileError) {
        return compiler(submission, detail);
    }
    submission
        .first_failing()
        .map_or(String::new(), |case| full(submission, case, style, detail))
}

fn heading(submission: &Submission, style: TerminalStyle) -> String {
    let path = submission.info.path.display().to_string();
    let line = style.paint(Style::new().bold(), &format!("── {path}"));
    format!("{line}\n{}\n\n", reason(submission))
}

fn compiler(submission: &Submission, detail: Detail) -> String {
    let (text, complaint) = match &submission.outcome {
        SubmissionOutcome::Judged(result) => (
            result.compiler_output.as_str(),
            result.compile_error.as_ref().map(ToString::to_string),
        ),
        _ => ("", None),
    };
    // A remark above the compiler's own text stands in the heading already.
    let remark = complaint.filter(|_| detail == Detail::Explained);
    let rest = remark.and_then(|remark| text.strip_prefix(&remark)?.strip_prefix("\n\n"));
    match rest.unwrap_or(text) {
        text if !text.trim().is_empty() => format!("compiler:\n{}", indented(text)),
        _ if rest.is_some() => String::new(),
        _ => "the compiler rejects it without a message\n".to_owned(),
    }
}

fn full(
    submission: &Submission,
    case: &CaseResult,
    style: TerminalStyle,
    detail: Detail,
) -> String {
    let mut text = String::new();
    if let Some(failing) = &case.failing {
        text += &input(
            &submission.info.problem,
            failing,
            submission.info.form,
            detail,
        );
        let why = match detail {
            Detail::Explained => why(&submission.info.problem, failing),
            Detail::BothForms => None,
        };
        let expected = why.as_ref().unwrap_or(&failing.answer);
        let expected = style.paint(Style::new().green(), expected);
        let got = match (&failing.reply, case.verdict) {
            (Some(reply), _) => style.paint(Style::new().red(), reply),
            (
                None,
                Verdict::TimeLimitExceeded
                | Verdict::MemoryLimitExceeded
                | Verdict::OutputLimitExceeded
                | Verdict::SecurityViolation,
            ) => "no reply: it was stopped before it answered".to_owned(),
            (None, _) => "no reply".to_owned(),
        };
        let _ = writeln!(text, "expected    {expected}\ngot         {got}");
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

/// The case, drawn and as text.
fn input(problem: &str, failing: &FailingCase, form: Form, detail: Detail) -> String {
    let drawing =
        failing_instance(problem, failing).map_or_else(String::new, |instance| instance.draw());
    let mut text = indented(&drawing);
    let is_both = detail == Detail::BothForms;
    if is_both || form == Form::Program {
        let _ = write!(text, "\nstdin:\n{}", indented(&failing.input));
    }
    if is_both || form == Form::Function {
        let _ = write!(text, "\nLeetCode:\n{}", indented(&failing.arguments));
    }
    text + "\n"
}

/// The case as an instance of a built-in game; none if its problem is none, or if the text
/// breaks a rule of the game, since logs can be forged.
pub fn failing_instance(problem: &str, failing: &FailingCase) -> Option<Instance> {
    let parsed = Game::by_id(problem)?.parse(&failing.input, Bounds::Extended);
    let instance = parsed.ok()?;
    let limited = failing
        .max_plies
        .map(|plies| instance.with_max_plies(plies));
    Some(limited.flatten().unwrap_or(instance))
}

/// The sentence that says why the expected answer is right; none if the case is not
/// one of the problem, since logs can be forged.
fn why(problem: &str, failing: &FailingCase) -> Option<String> {
    let instance = failing_instance(problem, failing)?;
    Some(instance.describe(instance.solve()))
}

fn used(case: &CaseResult) -> String {
    let Usage { cpu, wall, memory } = case.usage;
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
