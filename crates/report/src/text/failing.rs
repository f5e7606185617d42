//! A failing case in full.

use std::fmt::Write as _;

use cat_and_mouse::game::Bounds;
use cat_and_mouse::{Game, Instance};
use console::Style;

use crate::text::sentences::reason;
use crate::text::units::{count, time};
use crate::{Audience, Model, Standing, Submission, TerminalStyle, View};
use mousetrap_model::{CaseResult, FailingCase, Form, Limits, Usage, Verdict};
use mousetrap_util::printable::indented;

/// Maximum number of other failing cases that are named.
const MAX_NAMED: usize = 12;

/// Describes each submission that failed: the output of the compiler, or its first failing
/// case with the expected answer, the submission's reply, usage and output.
pub fn show_failing(model: &Model, view: &View) -> String {
    let model = view.of(model);
    let mut text = String::new();
    if is_shown_at_once(&model, view) {
        return text;
    }
    for submission in &model.whole().printable().submissions {
        let shown = explained(submission, view.style);
        if !shown.is_empty() {
            let heading = format!("── {}", submission.info.path.display());
            let heading = view.style.paint(Style::new().bold(), &heading);
            let _ = write!(text, "{heading}\n{}\n\n{shown}\n", reason(submission));
        }
    }
    text
}

/// Returns whether the table of a run shows a failing case in full: its author judges a
/// single submission, and it failed.
pub(crate) fn is_shown_at_once(model: &Model, view: &View) -> bool {
    let [submission] = &model.submissions[..] else {
        return false;
    };
    let is_shown = view.audience == Audience::Owner && !submission.is_redacted();
    is_shown && submission.standing() == Standing::Unexpected
}

/// The run with the details that its table shows in memory.
pub(crate) fn for_table(model: &Model, view: &View) -> Model {
    if is_shown_at_once(model, view) {
        model.whole()
    } else {
        model.clone()
    }
}

/// Describes the failure of a submission, without a heading; empty if it failed nothing.
pub(crate) fn explained(submission: &Submission, style: TerminalStyle) -> String {
    if submission.verdict() == Some(Verdict::CompileError) {
        let judgement = submission.judgement();
        return match judgement.map_or("", |judgement| &judgement.compiler_output) {
            text if text.trim().is_empty() => {
                "the compiler rejects it without a message\n".to_owned()
            }
            text => format!("compiler:\n{}", indented(text)),
        };
    }
    let case = submission.first_failing();
    case.map_or_else(String::new, |case| explained_case(submission, case, style))
}

fn explained_case(submission: &Submission, case: &CaseResult, style: TerminalStyle) -> String {
    let mut text = String::new();
    if let Some(failing) = &case.failing {
        let instance = failing_instance(&submission.info.problem, failing);
        let drawing = instance.as_ref().map_or_else(String::new, Instance::draw);
        let (form, input) = match submission.info.form {
            Form::Function => ("LeetCode", &failing.arguments),
            Form::Program => ("stdin", &failing.input),
        };
        let _ = writeln!(text, "{}\n{form}:\n{}", indented(&drawing), indented(input));
        let why = instance.map(|instance| instance.describe(instance.solve()));
        let expected = why.as_ref().unwrap_or(&failing.answer);
        let expected = style.paint(Style::new().green(), expected);
        let got = match (&failing.reply, case.verdict) {
            (Some(reply), _) => style.paint(Style::new().red(), reply),
            (None, Verdict::WrongAnswer | Verdict::RunTimeError) => "no reply".to_owned(),
            (None, _) => "no reply: it was stopped before it answered".to_owned(),
        };
        let _ = writeln!(text, "expected    {expected}\ngot         {got}");
    }
    text += &used(case);
    for (name, written) in [("output", &case.stdout), ("standard error", &case.stderr)] {
        if !written.trim().is_empty() {
            let _ = write!(text, "\n{name}:\n{}", indented(written));
        }
    }
    let others: Vec<&CaseResult> = submission.failing().skip(1).collect();
    if !others.is_empty() {
        // One case per line, because a long line is cut off at the edge of a page.
        text += "\nalso failing:\n";
        for CaseResult { id, verdict, .. } in others.iter().take(MAX_NAMED) {
            let _ = writeln!(text, "  {id} {verdict}");
        }
        if others.len() > MAX_NAMED {
            let _ = writeln!(text, "  and {} more", count(others.len() - MAX_NAMED));
        }
    }
    text
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

fn used(case: &CaseResult) -> String {
    let Usage { cpu, wall, memory } = case.usage;
    let limits: Limits = case.limits;
    let mut text = format!(
        "used        CPU {} of {}, wall {} of {}, memory {memory} of {}",
        time(cpu),
        time(limits.cpu),
        time(wall),
        time(limits.wall),
        limits.memory,
    );
    if case.repeats > 0 {
        let _ = write!(text, "; best of {} runs", case.repeats + 1);
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::sample;

    #[test]
    fn a_failing_case_is_shown_in_full() {
        insta::assert_snapshot!(show_failing(&sample::interrupted(), &View::default()));
    }

    #[test]
    fn nothing_is_shown_where_nothing_failed() {
        assert_eq!(show_failing(&sample::all_accepted(), &View::default()), "");
    }
}
