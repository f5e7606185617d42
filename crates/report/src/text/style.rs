//! Colours and line length of output.

use std::borrow::Cow;
use std::env;

use console::{Style, Term};

/// Number of columns of output that goes to a pipe, unless `COLUMNS` is set.
const PIPED_WIDTH: usize = 100;

/// Colours and line length of output. The default is for files: no colours, and lines of any
/// length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TerminalStyle {
    /// Whether the output is coloured.
    pub colour: bool,
    /// Number of columns of the terminal; `None` if lines may have any length.
    pub width: Option<usize>,
}

impl TerminalStyle {
    /// Returns the style for standard output. Colours need a terminal and an unset `NO_COLOR`.
    /// Lines have any length if `wide` is set.
    pub fn stdout(wide: bool) -> Self {
        let term = Term::stdout();
        let columns = if term.is_term() {
            usize::from(term.size().1)
        } else {
            let columns = env::var("COLUMNS").ok();
            let columns = columns.and_then(|columns| columns.parse().ok());
            columns.unwrap_or(PIPED_WIDTH)
        };
        Self {
            colour: term.features().colors_supported(),
            width: (!wide).then_some(columns),
        }
    }

    /// Returns the text in `style` if the output is coloured.
    pub(crate) fn paint(self, style: Style, text: &str) -> String {
        style.force_styling(self.colour).apply_to(text).to_string()
    }

    /// Maximum number of refused files, and of failed copies, to list. A text file lists more than
    /// a terminal.
    pub(crate) const fn max_listed(self) -> usize {
        if self.colour { 5 } else { 50 }
    }

    /// Breaks a sentence at spaces into lines that fit the terminal. A word that is wider than
    /// the terminal is not broken.
    pub(crate) fn wrapped(self, sentence: &str) -> String {
        let Some(width) = self.width else {
            return sentence.to_owned();
        };
        let mut lines: Vec<String> = Vec::new();
        for word in sentence.split(' ') {
            let word_width = console::measure_text_width(word);
            match lines.last_mut() {
                Some(line) if console::measure_text_width(line) + 1 + word_width <= width => {
                    line.push(' ');
                    line.push_str(word);
                }
                Some(_) => lines.push(format!("  {word}")),
                None => lines.push(word.to_owned()),
            }
        }
        let lines: Vec<_> = lines.iter().map(|line| without_command(line)).collect();
        lines.join("\n")
    }
}

/// Changes a line that a GitHub runner would interpret as a workflow command. This matters because
/// a part of a file name with spaces can become the beginning of a wrapped line.
pub(crate) fn without_command(line: &str) -> Cow<'_, str> {
    let is_command = console::strip_ansi_codes(line)
        .trim_start()
        .starts_with("::");
    if is_command {
        Cow::Owned(line.replacen("::", ":·", 1))
    } else {
        Cow::Borrowed(line)
    }
}
