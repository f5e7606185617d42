//! The colours and the line length of printed reports.

use std::borrow::Cow;
use std::env;

use console::{Style, Term};
use textwrap::{WordSeparator, WordSplitter};

/// Maximum line length, in columns, of output to a pipe if `COLUMNS` is not set.
const MAX_PIPED_LINE_WIDTH: usize = 100;

/// The colours and the line length of a printed report. The default is for files: no colours, and
/// lines of any length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutputStyle {
    /// Whether the output has colours.
    pub colour: bool,
    /// Maximum line length in columns; `None` if lines may have any length.
    pub width: Option<usize>,
}

impl OutputStyle {
    /// Returns the style for standard output. Colours are used only on a terminal, and only if
    /// `NO_COLOR` is not set. If `wide` is set, lines may have any length.
    pub fn for_stdout(wide: bool) -> Self {
        let term = Term::stdout();
        let columns = if term.is_term() {
            usize::from(term.size().1)
        } else {
            let columns = env::var("COLUMNS").ok();
            let columns = columns.and_then(|columns| columns.parse().ok());
            columns.unwrap_or(MAX_PIPED_LINE_WIDTH)
        };
        Self {
            colour: term.features().colors_supported(),
            width: (!wide).then_some(columns),
        }
    }

    /// Returns the style for messages on standard error. Only a terminal limits the line length.
    pub fn for_stderr() -> Self {
        let term = Term::stderr();
        Self {
            colour: false,
            width: term.is_term().then(|| usize::from(term.size().1)),
        }
    }

    /// Returns the text in the given style, or unchanged if the output has no colours.
    pub(crate) fn paint(self, style: Style, text: &str) -> String {
        style.force_styling(self.colour).apply_to(text).to_string()
    }

    /// Returns the maximum length of the list of files that cannot be judged, and of the list of
    /// duplicates of failed submissions. A list in a text file can be longer than a list on a
    /// terminal.
    pub(crate) const fn max_listed_failures(self) -> usize {
        if self.colour { 5 } else { 50 }
    }

    /// Breaks the lines of a text at spaces, so that they fit the terminal. A word that is longer
    /// than a line is not broken.
    pub fn wrap(self, text: &str) -> String {
        let Some(width) = self.width else {
            return text.to_owned();
        };
        let options = textwrap::Options::new(width)
            .subsequent_indent("  ")
            .break_words(false)
            .word_separator(WordSeparator::AsciiSpace)
            .word_splitter(WordSplitter::NoHyphenation);
        let lines = textwrap::wrap(text, options);
        let lines: Vec<_> = lines.iter().map(|line| escape_ci_command(line)).collect();
        lines.join("\n")
    }
}

/// Escapes a line that a GitHub runner would interpret as a workflow command. If a file name
/// contains a space followed by `::`, wrapping can move `::` to the start of a line, where it would
/// begin a command.
pub(crate) fn escape_ci_command(line: &str) -> Cow<'_, str> {
    let is_command = console::strip_ansi_codes(line)
        .trim_start()
        .starts_with("::");
    if is_command {
        Cow::Owned(line.replacen("::", ":·", 1))
    } else {
        Cow::Borrowed(line)
    }
}
