//! The failures of a run, as lines of text for a terminal.

use std::fmt::Write as _;

use cat_and_mouse::Game;
use console::Style;

use crate::text::failing_case::{
    describe_failure, sanitized_table_data, table_includes_failing_case,
};
use crate::text::sentences::{first_few_names, group_by_key, outcome_reason};
use crate::text::units::format_count;
use crate::texts::EN;
use crate::{Audience, CommandOptions, Model, OutcomeClass, OutputStyle, Submission, View};
use mousetrap_model::{Form, RefusedFile, SubmissionOutcome, Verdict};
use mousetrap_util::printable::{indent, quote_for_shell};

/// Returns lines about the failures of a run: internal errors, unexpected verdicts, and files that
/// cannot be judged. Returns an empty string if there are no failures.
pub fn failure_lines(model: &Model, view: &View) -> String {
    printable_failure_lines(&sanitized_table_data(model, view), view)
}

/// Returns the lines of [`failure_lines`] for a run whose text has already been escaped by
/// [`Model::printable`].
pub(crate) fn printable_failure_lines(model: &Model, view: &View) -> String {
    let refused = refused_file_lines(&model.header.refused, view.style);
    internal_error_lines(model, view.style) + &unexpected_verdict_lines(model, view) + &refused
}

/// Returns lines about files that cannot be judged.
fn refused_file_lines(refused: &[RefusedFile], style: OutputStyle) -> String {
    let lines = refused
        .iter()
        .map(|file| format!("{}: not judged: {}", file.path.display(), file.reason));
    list_failures(lines, "file", "not judged", style)
}

/// Returns a line for each of the first few failures, and the number of remaining failures.
fn list_failures(
    mut failures: impl ExactSizeIterator<Item = String>,
    noun: &str,
    failure: &str,
    style: OutputStyle,
) -> String {
    let mut text = String::new();
    for line in failures.by_ref().take(style.max_listed_failures()) {
        text += &failure_line(&line, style);
    }
    if failures.len() > 0 {
        let more = format_count(failures.len(), &format!("more {noun}"));
        let more = format!("and {more} {failure}; a JSON, CSV or HTML report lists all of them");
        let _ = writeln!(text, "{}", style.wrap(&more));
    }
    text
}

/// Returns the line for a failure.
fn failure_line(failure: &str, style: OutputStyle) -> String {
    let mark = style.paint(Style::new().red().bold(), "✗");
    style.wrap(&format!("{mark} {failure}")) + "\n"
}

/// Returns the distinct internal errors, each with the submissions that it affects.
fn internal_error_lines(model: &Model, style: OutputStyle) -> String {
    let failed = model
        .submissions
        .iter()
        .filter_map(|one| match &one.outcome {
            SubmissionOutcome::Failed(error) => Some((error, one.info.path.display().to_string())),
            _ => None,
        });
    let mut text = String::new();
    for (error, paths) in group_by_key(failed) {
        let submissions = match &paths[..] {
            [path] => path.clone(),
            paths => format!(
                "on {}, {}",
                format_count(paths.len(), "submission"),
                first_few_names(paths)
            ),
        };
        let heading = style.paint(Style::new().magenta().bold(), "internal error");
        let error = indent(&error.to_string());
        let _ = writeln!(text, "{heading} {submissions}:\n{}", error.trim_end());
    }
    text
}

/// Returns lines about the unexpected verdicts: the reason, and suggested commands. If there is
/// only one submission, its failing case is printed in full instead of a command that shows the
/// case. Submissions that are identical to another submission are listed at the end, one per line.
fn unexpected_verdict_lines(model: &Model, view: &View) -> String {
    let style = view.style;
    let mut text = String::new();
    let shows_case = table_includes_failing_case(model, view);
    let (copies, judged): (Vec<&Submission>, Vec<_>) = model
        .submissions_in_class(OutcomeClass::Unexpected)
        .partition(|submission| submission.same_as.is_some());
    for submission in judged {
        let path = submission.info.path.display();
        let reason = outcome_reason(submission, &EN);
        text += &failure_line(&format!("{path}: {reason}"), style);
        if shows_case {
            let _ = writeln!(text, "\n{}", describe_failure(submission, style));
        }
        if view.audience == Audience::Author {
            continue;
        }
        for command in suggested_commands(submission, &model.command_options, shows_case) {
            let _ = writeln!(text, "    {}", style.paint(Style::new().cyan(), &command));
        }
    }
    let copies = copies.iter().map(|copy| {
        let (path, origin) = (copy.info.path.display(), model.origin_suffix(copy, &EN));
        format!("{path}: {}{origin}", copy.verdict_code())
    });
    text + &list_failures(copies, "submission", "identical to another", style)
}

/// Returns shell commands that help to understand a failure. The first command, which shows the
/// failing case, is omitted if the report already shows that case (`shows_case`). For a built-in
/// game, the second command explains the case move by move. There are no commands for an accepted
/// submission or in a redacted report.
fn suggested_commands(
    submission: &Submission,
    options: &CommandOptions,
    shows_case: bool,
) -> Vec<String> {
    let info = &submission.info;
    if submission.verdict() == Some(Verdict::Accepted) || submission.is_redacted() {
        return Vec::new();
    }
    let path = quote_for_shell(&info.path.display().to_string());
    // The problem that a complete program solves cannot be recognised.
    let problem = match info.form {
        Form::Program if info.expected.is_none() => format!(" --problem {}", info.problem),
        _ => String::new(),
    };
    let CommandOptions { common, suites } = options;
    let show = format!("mousetrap judge --show-failing {path}{problem}{suites}{common}");
    let is_game = Game::by_id(&info.problem).is_some();
    let failing = submission.first_failing_case().filter(|_| is_game);
    let explain = failing.map(|case| {
        let case = quote_for_shell(&case.id.0);
        format!("mousetrap explain {case} --submission {path}{problem}{common}")
    });
    let show = (!shows_case).then_some(show);
    show.into_iter().chain(explain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::sample;

    #[test]
    fn identical_internal_errors_are_printed_once() {
        let mut model = sample::interrupted_run();
        for submission in &mut model.submissions[..3] {
            submission.outcome = SubmissionOutcome::Failed("no host is there".into());
        }
        let text = internal_error_lines(&model, OutputStyle::default());
        assert_eq!(text.matches("no host is there").count(), 1, "{text}");
        assert!(text.contains("internal error on 3 submissions, "), "{text}");
    }

    #[test]
    fn long_lists_end_with_a_count() {
        let mut model = sample::interrupted_run();
        let max = OutputStyle::default().max_listed_failures();
        let refused = vec![model.header.refused[0].clone(); max + 2];
        let text = refused_file_lines(&refused, OutputStyle::default());
        assert_eq!(text.matches("class/empty.py").count(), max);
        assert!(text.contains("\nand 2 more files not judged; "), "{text}");
        let mut copy = model.submissions[1].clone();
        copy.info.expected = None;
        model.submissions = vec![copy; max + 3];
        for copy in &mut model.submissions[1..] {
            copy.same_as = Some(0);
        }
        let text = unexpected_verdict_lines(&model, &View::default());
        assert_eq!(text.matches("--show-failing").count(), 1, "{text}");
        assert_eq!(text.matches(": WA (same as").count(), max, "{text}");
        let rest = "\nand 2 more submissions identical to another; ";
        assert!(text.contains(rest), "{text}");
    }

    #[test]
    fn sentence_is_broken_at_spaces() {
        let style = OutputStyle {
            colour: false,
            width: Some(20),
        };
        let text = style.wrap("✗ class/anna-schmidt/answer.py: not judged: a ::error:: b");
        let lines = [
            "✗",
            "  class/anna-schmidt/answer.py:",
            "  not judged: a",
            "  :·error:: b",
        ];
        assert_eq!(text, lines.join("\n"));
        assert_eq!(style.wrap("short"), "short");
    }

    #[test]
    fn suggested_command_can_be_pasted_into_a_shell() {
        let mut model = sample::interrupted_run();
        let failed = &mut model.submissions[1];
        failed.info.path = "my sol's.py".into();
        (failed.info.form, failed.info.expected) = (Form::Program, None);
        let show = r"mousetrap judge --show-failing 'my sol'\''s.py' --problem 913";
        let explain =
            r"mousetrap explain hidden/walls-002 --submission 'my sol'\''s.py' --problem 913";
        let suggested = |failed: &Submission, common: &str, suites: &str, shows_case| {
            let [common, suites] = [common, suites].map(str::to_owned);
            suggested_commands(failed, &CommandOptions { common, suites }, shows_case)
        };
        assert_eq!(suggested(failed, "", "", false), [show, explain]);
        assert_eq!(suggested(failed, "", "", true), [explain]);
        let (common, suites) = (" -C class --isolation none", " --suite final");
        let [show, explain] = [show.to_owned() + suites, explain.to_owned()].map(|it| it + common);
        assert_eq!(suggested(failed, common, suites, false), [show, explain]);
        let redacted = failed.clone().redacted();
        assert_eq!(suggested(&redacted, "", "", false), [""; 0]);
        failed.info.problem = "pair-sums".to_owned();
        assert_eq!(suggested(failed, "", "", true), [""; 0]);
    }
}
