//! The final table and what stands below it.

use std::env;
use std::fmt::Write as _;
use std::path::Path;

use comfy_table::{Attribute, Cell, CellAlignment, Color, ContentArrangement, Table};
use comfy_table::{LineStyle, TableStyle};
use console::{Style, Term};

use crate::units::{count, counted, time};
use crate::{Model, Standing, State, Submission, Summary};
use mousetrap_base::printable::{indented, one_line};
use mousetrap_judge::{Refused, Skip, Verdict};

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

/// The table of all submissions, then what was skipped, what failed, and a
/// summary. Columns are left out, the least telling first, until the table
/// fits its terminal.
pub(super) fn table(model: &Model, style: TerminalStyle) -> String {
    let mut text = String::new();
    if !model.submissions.is_empty() || !model.refused.is_empty() {
        text += &fit(model, style);
        text.push('\n');
    }
    text += &skips(model);
    text.extend(left_out(model).map(|line| line + "\n"));
    text += &wrong(model, style);
    text += &summary_line(model, style);
    text.push('\n');
    text + &clock_line(model)
}

/// A column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Problem,
    Solution,
    Language,
    Expected,
    Verdict,
    FirstFailing,
    Slowest,
    SlowestCase,
    Memory,
}

impl Column {
    const ALL: [Self; 9] = [
        Self::Problem,
        Self::Solution,
        Self::Language,
        Self::Expected,
        Self::Verdict,
        Self::FirstFailing,
        Self::Slowest,
        Self::SlowestCase,
        Self::Memory,
    ];

    /// What a narrow terminal does without, the least telling first.
    const DISPENSABLE: [Self; 5] = [
        Self::SlowestCase,
        Self::Language,
        Self::Memory,
        Self::Slowest,
        Self::FirstFailing,
    ];

    const fn title(self) -> &'static str {
        match self {
            Self::Problem => "problem",
            Self::Solution => "solution",
            Self::Language => "language",
            Self::Expected => "expected",
            Self::Verdict => "verdict",
            Self::FirstFailing => "first failing",
            Self::Slowest => "slowest / limit",
            Self::SlowestCase => "slowest case",
            Self::Memory => "memory",
        }
    }

    fn cell(self, submission: &Submission) -> Cell {
        let info = &submission.info;
        let text = match self {
            Self::Problem => info.problem.to_owned(),
            Self::Solution => submission.short_name(),
            Self::Language => info.language_name.clone(),
            Self::Expected => info.expected.code().to_owned(),
            Self::Verdict => return verdict(submission),
            Self::FirstFailing => match submission.first_failing() {
                Some(case) => case.id.to_string(),
                None => String::new(),
            },
            Self::Slowest => match submission.peak() {
                Some(peak) => format!("{} / {}", time(peak.cpu), time(peak.cpu_limit)),
                None => String::new(),
            },
            Self::SlowestCase => match submission.slowest() {
                Some(case) => case.id.to_string(),
                None => String::new(),
            },
            Self::Memory => match submission.peak() {
                Some(peak) => peak.memory.to_string(),
                None => String::new(),
            },
        };
        let cell = Cell::new(text);
        match self {
            Self::Slowest | Self::Memory => cell.set_alignment(CellAlignment::Right),
            _ => cell,
        }
    }
}

/// The row of a file that cannot be judged.
fn refused_row<'a>(columns: &'a [Column], refused: &'a Refused) -> impl Iterator<Item = Cell> + 'a {
    columns.iter().map(|column| match column {
        Column::Solution => Cell::new(one_line(&refused.path.display().to_string())),
        Column::Verdict => Cell::new("refused ✗")
            .fg(Color::Red)
            .add_attribute(Attribute::Bold),
        Column::Problem | Column::Expected => Cell::new("–"),
        _ => Cell::new(""),
    })
}

/// What stands in the verdict column: marked where it is not as expected, so
/// that no colour is needed to see it.
fn verdict(submission: &Submission) -> Cell {
    let code = submission.verdict().map_or("", |verdict| verdict.code());
    let cached = submission.cached();
    match submission.standing() {
        Standing::AsExpected => Cell::new(format!("{code}{cached}")).fg(Color::Green),
        Standing::Unexpected => Cell::new(format!("{code} ✗{cached}"))
            .fg(Color::Red)
            .add_attribute(Attribute::Bold),
        Standing::Skipped => Cell::new("SKIP").fg(Color::Yellow),
        Standing::Failed => Cell::new("error ✗")
            .fg(Color::Magenta)
            .add_attribute(Attribute::Bold),
        Standing::NotJudged => Cell::new("–").fg(Color::Yellow),
    }
}

/// The table with as many columns as fit.
fn fit(model: &Model, style: TerminalStyle) -> String {
    let mut columns = Column::ALL.to_vec();
    let Some(width) = style.width else {
        return lines(&grid(model, style, &columns));
    };
    for dispensable in Column::DISPENSABLE {
        let table = lines(&grid(model, style, &columns));
        if table.lines().map(console::measure_text_width).max() <= Some(width) {
            return table;
        }
        columns.retain(|&column| column != dispensable);
    }
    // What is left is wrapped inside its cells.
    let mut table = grid(model, style, &columns);
    table
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(u16::try_from(width).unwrap_or(u16::MAX));
    lines(&table)
}

fn grid(model: &Model, style: TerminalStyle, columns: &[Column]) -> Table {
    const STYLE: TableStyle =
        TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));
    let mut table = Table::new();
    table
        .load_style(STYLE)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(columns.iter().map(|column| column.title()))
        .add_rows(
            model
                .submissions
                .iter()
                .map(|submission| columns.iter().map(|column| column.cell(submission))),
        )
        .add_rows(
            model
                .refused
                .iter()
                .map(|refused| refused_row(columns, refused)),
        );
    if style.colour {
        table.enforce_styling();
    } else {
        table.force_no_tty();
    }
    table
}

fn lines(table: &Table) -> String {
    table.lines().fold(String::new(), |text, line| {
        let line = line.trim_end();
        // A name that is wrapped must not begin a line as an order to a runner.
        if console::strip_ansi_codes(line)
            .trim_start()
            .starts_with("::")
        {
            return text + &line.replacen("::", ":·", 1) + "\n";
        }
        text + line + "\n"
    })
}

/// A line per missing toolchain.
fn skips(model: &Model) -> String {
    let mut text = String::new();
    for (skip, skipped) in skip_groups(model) {
        let _ = writeln!(
            text,
            "skipped {}: {}; to judge: {}",
            counted(skipped, "submission"),
            skip.reason,
            skip.remedy,
        );
    }
    text
}

/// A line that counts the files that are not meant to be judged.
pub(super) fn left_out(model: &Model) -> Option<String> {
    const NAMED: usize = 3;
    let files = &model.left_out;
    if files.is_empty() {
        return None;
    }
    let mut names: Vec<String> = files
        .iter()
        .take(NAMED)
        .map(|path| one_line(&path.display().to_string()))
        .collect();
    if files.len() > NAMED {
        names.push("…".to_owned());
    }
    let count = counted(files.len(), "file");
    let names = names.join(", ");
    Some(format!(
        "left out {count} not meant to be judged (hidden, backup or report): {names}"
    ))
}

/// What is missing, and how many submissions were skipped for it.
pub(super) fn skip_groups(model: &Model) -> Vec<(&Skip, usize)> {
    let mut groups: Vec<(&Skip, usize)> = Vec::new();
    for submission in &model.submissions {
        if let State::Skipped(skip) = &submission.state {
            match groups.iter_mut().find(|(known, _)| *known == skip) {
                Some((_, skipped)) => *skipped += 1,
                None => groups.push((skip, 1)),
            }
        }
    }
    groups
}

/// What is wrong: the judge's own failures, each verdict that is not as
/// expected, and each file that cannot be judged; nothing if all is well.
pub fn faults(model: &Model, style: TerminalStyle) -> String {
    wrong(&model.printable(), style)
}

fn wrong(model: &Model, style: TerminalStyle) -> String {
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

/// Expected and earned verdict in a line.
pub(super) fn reason(submission: &Submission) -> String {
    let Some(verdict) = submission.verdict() else {
        return String::new();
    };
    let mut text = match submission.info.expected {
        expected if expected == verdict => format!("{verdict} as expected"),
        expected => format!("expected {expected}, got {verdict}"),
    };
    if let Some(case) = submission.first_failing() {
        let _ = write!(text, " on {}", case.id);
        if !case.detail.is_empty() {
            let _ = write!(text, ": {}", case.detail);
        }
    }
    if verdict == Verdict::CompileError
        && submission.info.expected != verdict
        && let Some(line) = submission.first_complaint()
    {
        let _ = write!(text, ": {line}");
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

/// What the clock cannot see, where there is such a thing.
fn clock_line(model: &Model) -> String {
    match model.clock.unseen() {
        Some(unseen) if !model.submissions.is_empty() => {
            format!(
                "CPU time from the {}, which cannot see {unseen}\n",
                model.clock
            )
        }
        _ => String::new(),
    }
}

/// The summary, coloured by how the run went.
fn summary_line(model: &Model, style: TerminalStyle) -> String {
    let summary = model.summary();
    let colour = if summary.unexpected + summary.failed + summary.refused > 0 {
        Style::new().red().bold()
    } else if summary.as_expected < summary.submissions || model.interrupted() {
        Style::new().yellow().bold()
    } else {
        Style::new().green().bold()
    };
    style.paint(colour, &summary_text(model))
}

/// `45 submissions: 44 as expected, 1 not, 0 skipped · 26,112 runs in 41.2 s`.
pub(super) fn summary_text(model: &Model) -> String {
    let Summary {
        submissions,
        as_expected,
        unexpected,
        skipped,
        failed,
        not_judged,
        refused,
        from_cache,
        runs,
    } = model.summary();
    let mut text = format!(
        "{}: {} as expected, {} not, {} skipped",
        counted(submissions, "submission"),
        count(as_expected),
        count(unexpected),
        count(skipped),
    );
    if failed > 0 {
        let _ = write!(text, ", {}", counted(failed, "internal error"));
    }
    if not_judged > 0 {
        let _ = write!(text, ", {} not judged", count(not_judged));
    }
    if refused > 0 {
        let _ = write!(text, ", {} refused", counted(refused, "file"));
    }
    let _ = write!(text, " · {}", counted(runs, "run"));
    if let Some(ending) = model.ending {
        let _ = write!(text, " in {}", time(ending.wall));
    }
    if from_cache > 0 {
        let _ = write!(
            text,
            " · {} cached (--no-cache judges anew)",
            count(from_cache)
        );
    }
    if model.interrupted() {
        text += " · interrupted";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    fn widest(text: &str) -> usize {
        let table = text.split("\n\n").next().unwrap_or_default();
        table
            .lines()
            .map(console::measure_text_width)
            .max()
            .unwrap()
    }

    #[test]
    fn a_good_run_is_a_table_and_a_line() {
        insta::assert_snapshot!(table(&sample::good(), TerminalStyle::PLAIN));
    }

    #[test]
    fn what_is_wrong_is_said_below_the_table() {
        insta::assert_snapshot!(table(&sample::interrupted(), TerminalStyle::PLAIN));
    }

    #[test]
    fn colours_change_nothing_but_colour() {
        let model = sample::interrupted();
        let coloured = TerminalStyle {
            colour: true,
            ..TerminalStyle::PLAIN
        };
        let painted = table(&model, coloured);
        assert!(painted.contains("\u{1b}["));
        let trimmed = |text: &str| -> Vec<String> {
            text.lines()
                .map(|line| line.trim_end().to_owned())
                .collect()
        };
        assert_eq!(
            trimmed(&console::strip_ansi_codes(&painted)),
            trimmed(&table(&model, TerminalStyle::PLAIN))
        );
    }

    #[test]
    fn a_table_is_never_wider_than_its_terminal() {
        let model = sample::interrupted();
        for width in [40, 60, 80, 100, 120, 200] {
            for colour in [false, true] {
                let style = TerminalStyle {
                    colour,
                    width: Some(width),
                };
                assert!(widest(&table(&model, style)) <= width, "at {width}");
            }
        }
        let style = TerminalStyle {
            colour: false,
            width: Some(80),
        };
        insta::assert_snapshot!(table(&model, style));
    }

    #[test]
    fn an_empty_run_still_says_so() {
        let text = table(&sample::empty(), TerminalStyle::PLAIN);
        assert_eq!(
            text,
            "0 submissions: 0 as expected, 0 not, 0 skipped · 0 runs in 12 ms\n"
        );
    }

    #[test]
    fn the_next_command_can_be_pasted() {
        assert_eq!(
            next_command(Path::new("my sol's.py")),
            r"mousetrap judge --show-failing 'my sol'\''s.py'"
        );
    }
}
