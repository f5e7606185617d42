//! The final table and what stands below it.

use std::fmt::Write as _;

use comfy_table::{Attribute, Cell, CellAlignment, Color, ContentArrangement, Table};
use comfy_table::{LineStyle, TableStyle};
use console::Style;

use crate::sentences::{converted, left_out, likeness, score, skip_groups, stopped, summary_text};
use crate::terminal::wrong;
use crate::units::{count, counted, time};
use crate::{Model, Standing, Submission, TerminalStyle};
use mousetrap_base::printable::one_line;
use mousetrap_judge::Refused;

/// The table of all submissions, then what was skipped, what failed, and a
/// summary. Columns are left out, the least important first, until the table
/// fits its terminal.
pub(super) fn table(model: &Model, style: TerminalStyle) -> String {
    let mut text = String::new();
    if !model.submissions.is_empty() || !model.refused.is_empty() {
        text += &fit(model, style);
        text.push('\n');
    }
    text += &skips(model);
    let notes = [left_out(model), converted(model)].into_iter().flatten();
    text.extend(notes.map(|line| line + "\n"));
    text += &similar(model);
    text += &wrong(model, style);
    text.extend(stopped(model).map(|line| line + "\n"));
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
    Score,
    FirstFailing,
    Slowest,
    SlowestCase,
    Memory,
}

impl Column {
    const ALL: [Self; 10] = [
        Self::Problem,
        Self::Solution,
        Self::Language,
        Self::Expected,
        Self::Verdict,
        Self::Score,
        Self::FirstFailing,
        Self::Slowest,
        Self::SlowestCase,
        Self::Memory,
    ];

    /// What a narrow terminal does without, the least important first.
    const DISPENSABLE: [Self; 6] = [
        Self::SlowestCase,
        Self::Language,
        Self::Memory,
        Self::Slowest,
        Self::Score,
        Self::FirstFailing,
    ];

    const fn title(self) -> &'static str {
        match self {
            Self::Problem => "problem",
            Self::Solution => "solution",
            Self::Language => "language",
            Self::Expected => "expected",
            Self::Verdict => "verdict",
            Self::Score => "cases",
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
            Self::Expected if !info.is_placed => String::new(),
            Self::Expected => info.expected.code().to_owned(),
            Self::Verdict => return verdict(submission),
            Self::Score => score(submission),
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
    let origin = submission.origin();
    match submission.standing() {
        Standing::AsExpected => Cell::new(format!("{code}{origin}")).fg(Color::Green),
        Standing::Unexpected => Cell::new(format!("{code} ✗{origin}"))
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
    // Whoever expects nothing reads of nothing.
    if !model.submissions.iter().any(|one| one.info.is_placed) {
        columns.retain(|&column| column != Column::Expected);
    }
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

/// Which submissions resemble each other, if that was asked.
fn similar(model: &Model) -> String {
    const NAMED: usize = 20;
    let Some(similar) = &model.similar else {
        return String::new();
    };
    let mut text = String::new();
    for alike in similar.iter().take(NAMED) {
        let members = alike.submissions.iter();
        let names = members.map(|&index| model.submissions[index].info.path.display().to_string());
        let names = names.collect::<Vec<_>>().join(", ");
        let _ = writeln!(text, "similar: {names}: {}", likeness(alike));
    }
    if similar.is_empty() {
        text += "no similar submissions\n";
    } else if similar.len() > NAMED {
        let more = similar.len() - NAMED;
        let _ = writeln!(
            text,
            "similar: {} more groups, in report files",
            count(more)
        );
    }
    text
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
            "0 submissions: 0 accepted, 0 not, 0 skipped · 0 runs in 12 ms\n"
        );
    }
}
