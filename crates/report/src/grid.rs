//! The rows of the final table, as many columns of it as fit.

use comfy_table::{Attribute, Cell, CellAlignment, Color, ContentArrangement, Table};
use comfy_table::{LineStyle, TableStyle};

use crate::sentences::{points, score};
use crate::terminal::REFUSED;
use crate::units::time;
use crate::{Model, Standing, Submission, TerminalStyle};
use mousetrap_base::printable::one_line;
use mousetrap_judge::Refused;

/// The table with as many columns as fit.
pub(super) fn grid(model: &Model, style: TerminalStyle) -> String {
    let mut columns = Column::ALL.to_vec();
    // Whoever expects nothing reads of nothing.
    if !model.submissions.iter().any(|one| one.info.is_placed) {
        columns.retain(|&column| column != Column::Expected);
    }
    if model.points.is_empty() {
        columns.retain(|&column| column != Column::Points);
    }
    let Some(width) = style.width else {
        return lines(&filled(model, style, &columns));
    };
    for dispensable in Column::DISPENSABLE {
        let table = lines(&filled(model, style, &columns));
        if table.lines().map(console::measure_text_width).max() <= Some(width) {
            return table;
        }
        columns.retain(|&column| column != dispensable);
    }
    // What is left is wrapped inside its cells.
    let mut table = filled(model, style, &columns);
    table
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(u16::try_from(width).unwrap_or(u16::MAX));
    lines(&table)
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
    Points,
    FirstFailing,
    Slowest,
    SlowestCase,
    Memory,
}

impl Column {
    const ALL: [Self; 11] = [
        Self::Problem,
        Self::Solution,
        Self::Language,
        Self::Expected,
        Self::Verdict,
        Self::Score,
        Self::Points,
        Self::FirstFailing,
        Self::Slowest,
        Self::SlowestCase,
        Self::Memory,
    ];

    /// What a narrow terminal does without, the least important first.
    const DISPENSABLE: [Self; 7] = [
        Self::SlowestCase,
        Self::Language,
        Self::Memory,
        Self::Slowest,
        Self::Score,
        Self::FirstFailing,
        Self::Points,
    ];

    const fn title(self) -> &'static str {
        match self {
            Self::Problem => "problem",
            Self::Solution => "solution",
            Self::Language => "language",
            Self::Expected => "expected",
            Self::Verdict => "verdict",
            Self::Score => "cases",
            Self::Points => "points",
            Self::FirstFailing => "first failing",
            Self::Slowest => "slowest / limit",
            Self::SlowestCase => "slowest case",
            Self::Memory => "memory",
        }
    }

    fn cell(self, submission: &Submission, style: TerminalStyle) -> Cell {
        let info = &submission.info;
        let text = match self {
            Self::Problem => info.problem.clone(),
            Self::Solution => fitting(&submission.short_name(), style),
            Self::Language => info.language_name.clone(),
            Self::Expected => match submission.expected() {
                Some(verdict) => verdict.code().to_owned(),
                None => String::new(),
            },
            Self::Verdict => return verdict(submission),
            Self::Score => score(submission),
            Self::Points => points(submission),
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
            Self::Slowest | Self::Memory | Self::Points => cell.set_alignment(CellAlignment::Right),
            _ => cell,
        }
    }
}

/// A name that leaves other columns room on its terminal. The end of a path
/// says more than the beginning.
fn fitting(name: &str, style: TerminalStyle) -> String {
    let most = style.width.map_or(usize::MAX, |width| (width / 3).max(24));
    let width = console::measure_text_width(name);
    if width <= most {
        return name.to_owned();
    }
    let mut left = width;
    let end = name.trim_start_matches(|c: char| {
        let cut = left >= most;
        left -= console::measure_text_width(c.encode_utf8(&mut [0; 4]));
        cut
    });
    format!("…{end}")
}

/// The row of a file that cannot be judged.
fn refused_row(
    columns: &[Column],
    refused: &Refused,
    style: TerminalStyle,
) -> impl Iterator<Item = Cell> {
    columns.iter().map(move |column| match column {
        Column::Solution => {
            let path = one_line(&refused.path.display().to_string());
            Cell::new(fitting(&path, style))
        }
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

fn filled(model: &Model, style: TerminalStyle, columns: &[Column]) -> Table {
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
                .map(|submission| columns.iter().map(|column| column.cell(submission, style))),
        )
        .add_rows(
            model
                .refused
                .iter()
                .take(REFUSED)
                .map(|refused| refused_row(columns, refused, style)),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_keeps_its_end() {
        let style = TerminalStyle {
            colour: false,
            width: Some(80),
        };
        let long = format!("class/{}/ans.py", "a".repeat(100));
        let shown = fitting(&long, style);
        assert!(shown.starts_with("…a") && shown.ends_with("a/ans.py"));
        assert_eq!(console::measure_text_width(&shown), 26);
        assert_eq!(fitting("class/ans.py", style), "class/ans.py");
        assert_eq!(fitting(&long, TerminalStyle::PLAIN), long);
        let wide = fitting(&"鼠".repeat(40), style);
        assert!(console::measure_text_width(&wide) <= 26, "{wide}");
    }
}
