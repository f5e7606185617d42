//! What a terminal can show, and what is wrong with a run in its lines.

use std::env;
use std::fmt::Write as _;

use console::{Style, Term};

use crate::sentences::reason;
use crate::{Model, Standing, State, Submission};
use mousetrap_base::printable::{indented, one_line};
use mousetrap_judge::language::Form;
use mousetrap_judge::{Refused, Verdict};

/// What the place that a report is shown in can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerminalStyle {
    /// Whether to colour.
    pub colour: bool,
    /// Columns of the terminal; `None` where lines may have any length.
    pub width: Option<usize>,
}

impl TerminalStyle {
    /// No colours, lines of any length: for files and pipes.
    pub const PLAIN: Self = Self {
        colour: false,
        width: None,
    };

    /// What standard output can do. Colours need a terminal and an unset
    /// `NO_COLOR`.
    pub fn stdout() -> Self {
        let term = Term::stdout();
        if !term.is_term() {
            return Self::PLAIN;
        }
        let unwanted = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = env::var_os("TERM").is_some_and(|value| value == "dumb");
        Self {
            colour: !unwanted && !dumb,
            width: Some(usize::from(term.size().1)),
        }
    }

    /// `text` in this style, where colours are wanted.
    pub(super) fn paint(self, style: Style, text: &str) -> String {
        style.force_styling(self.colour).apply_to(text).to_string()
    }
}

/// What is wrong: the judge's own failures, each verdict that is not as
/// expected, and each file that cannot be judged; nothing if all is well.
pub fn faults(model: &Model, style: TerminalStyle) -> String {
    wrong(&model.printable(), style)
}

/// As [`faults`], of a run that is printable already.
pub(super) fn wrong(model: &Model, style: TerminalStyle) -> String {
    failures(model, style) + &unexpected(model, style) + &refusals(&model.refused, style)
}

/// Each file that cannot be judged, and the reason.
pub fn refusals(refused: &[Refused], style: TerminalStyle) -> String {
    let mut text = String::new();
    for Refused { path, reason } in refused {
        let _ = writeln!(
            text,
            "{} {}: not judged: {}",
            style.paint(Style::new().red().bold(), "✗"),
            one_line(&path.display().to_string()),
            one_line(reason),
        );
    }
    text
}

/// The judge's own failures.
fn failures(model: &Model, style: TerminalStyle) -> String {
    let mut text = String::new();
    for submission in &model.submissions {
        if let State::Failed(error) = &submission.state {
            let _ = writeln!(
                text,
                "{} {}:\n{}",
                style.paint(Style::new().magenta().bold(), "internal error"),
                submission.info.path.display(),
                indented(error).trim_end(),
            );
        }
    }
    text
}

/// Each verdict that is not as expected, its reason and the next command.
fn unexpected(model: &Model, style: TerminalStyle) -> String {
    let mut text = String::new();
    for submission in model.standing(Standing::Unexpected) {
        let _ = writeln!(
            text,
            "{} {}: {}",
            style.paint(Style::new().red().bold(), "✗"),
            submission.info.path.display(),
            reason(submission),
        );
        for command in next_commands(submission) {
            let _ = writeln!(text, "    {}", style.paint(Style::new().cyan(), &command));
        }
    }
    text
}

/// The commands that show the failing case and explain it, to be pasted into a
/// shell. An accepted submission has nothing to show, and a redacted report
/// shows nothing.
fn next_commands(submission: &Submission) -> Vec<String> {
    let info = &submission.info;
    if submission.verdict() == Some(Verdict::Accepted) || submission.hidden.is_some() {
        return Vec::new();
    }
    let path = quoted(&info.path.display().to_string());
    // A whole program does not say which problem it solves.
    let problem = match info.form {
        Form::Program if !info.is_placed => format!(" --problem {}", info.problem),
        _ => String::new(),
    };
    let explain = submission.first_failing().map(|case| {
        let case = quoted(&case.id.0);
        format!("mousetrap explain {case} --submission {path}{problem}")
    });
    let show = format!("mousetrap judge --show-failing {path}{problem}");
    [show].into_iter().chain(explain).collect()
}

/// A word for a shell.
fn quoted(word: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || "/._-+@%:,".contains(c);
    if word.chars().all(bare) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn the_next_command_can_be_pasted() {
        let mut model = sample::interrupted();
        let failed = &mut model.submissions[1];
        failed.info.path = "my sol's.py".into();
        (failed.info.form, failed.info.is_placed) = (Form::Program, false);
        let expected = [
            r"mousetrap judge --show-failing 'my sol'\''s.py' --problem 913",
            r"mousetrap explain hidden/walls-002 --submission 'my sol'\''s.py' --problem 913",
        ];
        assert_eq!(next_commands(failed), expected);
        assert!(next_commands(&failed.redacted()).is_empty());
    }
}
