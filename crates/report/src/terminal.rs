//! What a terminal can show, and what is wrong with a run in its lines.

use std::env;
use std::fmt::Write as _;
use std::path::Path;

use console::{Style, Term};

use crate::sentences::reason;
use crate::{Model, Standing, State};
use mousetrap_base::printable::{indented, one_line};
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
        // An accepted submission has nothing to show.
        if submission.verdict() != Some(Verdict::Accepted) {
            let command = next_command(&submission.info.path);
            let _ = writeln!(text, "    {}", style.paint(Style::new().cyan(), &command));
        }
    }
    text
}

/// The command that shows the failing case, to be pasted into a shell.
fn next_command(path: &Path) -> String {
    let path = path.display().to_string();
    let bare = |c: char| c.is_ascii_alphanumeric() || "/._-+@%:,".contains(c);
    if path.chars().all(bare) {
        format!("mousetrap judge --show-failing {path}")
    } else {
        let quoted = path.replace('\'', r"'\''");
        format!("mousetrap judge --show-failing '{quoted}'")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_command_can_be_pasted() {
        assert_eq!(
            next_command(Path::new("my sol's.py")),
            r"mousetrap judge --show-failing 'my sol'\''s.py'"
        );
    }
}
