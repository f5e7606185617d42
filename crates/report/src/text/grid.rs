//! The rows of the final table, as many columns of it as fit.

use comfy_table::{Attribute, Cell, CellAlignment, Color, ContentArrangement, Table};
use comfy_table::{LineStyle, TableStyle};

use crate::text::sentences::{points, score};
use crate::text::style::without_command;
use crate::text::units::time;
use crate::{Model, Standing, Submission, TerminalStyle};
use mousetrap_model::RefusedFile;
use mousetrap_util::printable::one_line;

/// The table with as many columns as fit.
pub(crate) fn grid(model: &Model, style: TerminalStyle) -> String {
    let mut columns = Column::ALL.to_vec();
    // Whoever expects nothing reads of nothing.
    if !model
        .submissions
        .iter()
        .any(|one| one.info.expected.is_some())
    {
        columns.retain(|&column| column != Column::Expected);
    }
    if model.header.points.is_empty() {
        columns.retain(|&column| column != Column::Points);
    }
    if model
        .submissions
        .iter()
        .all(|one| model.origin(one).is_none())
    {
        columns.retain(|&column| column != Column::Origin);
    }
    let Some(width) = style.width else {
        return lines(&filled(model, style, &columns, usize::MAX));
    };
    let max_path = (width * 2 / 5).max(24);
    let mut optional = Column::OPTIONAL.iter();
    loop {
        let mut table = filled(model, style, &columns, max_path);
        let widths = table.lines();
        let widths = widths.map(|line| console::measure_text_width(line.trim_end()));
        if let Some(spare) = width.checked_sub(widths.max().unwrap_or(0)) {
            let mut widths = columns.iter().zip(table.column_max_content_widths());
            let path_width = widths.find(|(column, _)| **column == Column::Solution);
            let max_path = path_width.map_or(max_path, |(_, used)| usize::from(used) + spare);
            return lines(&filled(model, style, &columns, max_path));
        }
        let Some(least) = optional.next() else {
            // The cells of the remaining columns are wrapped.
            table
                .set_content_arrangement(ContentArrangement::Dynamic)
                .set_width(u16::try_from(width).unwrap_or(u16::MAX));
            return lines(&table);
        };
        columns.retain(|column| column != least);
    }
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
    Origin,
}

impl Column {
    const ALL: [Self; 12] = [
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
        Self::Origin,
    ];

    /// Columns that a narrow terminal leaves out, the least important first.
    const OPTIONAL: [Self; 7] = [
        Self::Origin,
        Self::SlowestCase,
        Self::Language,
        Self::Memory,
        Self::Slowest,
        Self::FirstFailing,
        Self::Score,
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
            Self::Origin => "note",
        }
    }

    fn cell(self, model: &Model, submission: &Submission, max_path: usize) -> Cell {
        let info = &submission.info;
        let text = match self {
            Self::Problem => info.problem.clone(),
            Self::Solution => fitting(&submission.short_name(), max_path),
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
            Self::Origin => model.origin(submission).unwrap_or_default(),
        };
        let cell = Cell::new(text);
        match self {
            Self::Slowest | Self::Memory | Self::Points => cell.set_alignment(CellAlignment::Right),
            _ => cell,
        }
    }
}

/// A path of at most `max` columns. A longer one loses its first directories, or the
/// beginning of its file name if that alone is too long.
fn fitting(path: &str, max: usize) -> String {
    if console::measure_text_width(path) <= max {
        return path.to_owned();
    }
    let fits = |end: &str| console::measure_text_width(end) < max;
    let mut ends = path.match_indices('/').map(|(at, _)| &path[at..]);
    let end = ends.find(|end| fits(end)).unwrap_or_else(|| {
        let mut ends = path.char_indices().map(|(at, _)| &path[at..]);
        ends.find(|end| fits(end)).unwrap_or_default()
    });
    format!("…{end}")
}

/// The row of a file that cannot be judged.
fn refused_row(
    columns: &[Column],
    refused: &RefusedFile,
    max_path: usize,
) -> impl Iterator<Item = Cell> {
    columns.iter().map(move |column| match column {
        Column::Solution => {
            let path = one_line(&refused.path.display().to_string());
            Cell::new(fitting(&path, max_path))
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
    match submission.standing() {
        Standing::AsExpected => Cell::new(code).fg(Color::Green),
        Standing::Unexpected => Cell::new(format!("{code} ✗"))
            .fg(Color::Red)
            .add_attribute(Attribute::Bold),
        Standing::Skipped => Cell::new("SKIP").fg(Color::Yellow),
        Standing::Failed => Cell::new("error ✗")
            .fg(Color::Magenta)
            .add_attribute(Attribute::Bold),
        Standing::NotJudged => Cell::new("–").fg(Color::Yellow),
    }
}

fn filled(model: &Model, style: TerminalStyle, columns: &[Column], max_path: usize) -> Table {
    const STYLE: TableStyle =
        TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));
    let mut table = Table::new();
    table
        .load_style(STYLE)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(columns.iter().map(|column| column.title()))
        .add_rows(model.submissions.iter().map(|submission| {
            columns
                .iter()
                .map(|column| column.cell(model, submission, max_path))
        }))
        .add_rows(
            model
                .header
                .refused
                .iter()
                .take(style.max_listed())
                .map(|refused| refused_row(columns, refused, max_path)),
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
        text + &without_command(line.trim_end()) + "\n"
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn long_path_is_cut_at_a_directory() {
        let shown = |path: &str| fitting(path, 32);
        assert_eq!(shown("class/ans.py"), "class/ans.py");
        let path = "class-of-2026/tutorial-group-b/anna-schmidt/answer.py";
        assert_eq!(shown(path), "…/anna-schmidt/answer.py");
        assert_eq!(fitting(path, 53), path);
        // The file name alone is too long.
        let long = format!("class/{}.py", "a".repeat(100));
        assert_eq!(shown(&long), format!("…{}.py", "a".repeat(28)));
        let wide = shown(&"鼠".repeat(40));
        assert_eq!(console::measure_text_width(&wide), 31, "{wide}");
    }

    #[test]
    fn narrow_table_of_a_class_keeps_names_verdicts_and_points() {
        let model = sample::class();
        let grid = |width| {
            grid(
                &model,
                TerminalStyle {
                    colour: false,
                    width: Some(width),
                },
            )
        };
        for width in [60, 80, 100, 240] {
            let text = grid(width);
            for shown in ["/anna/answer.py", "WA ✗", "points", "70/100"] {
                assert!(text.contains(shown), "{shown} at {width}: {text}");
            }
            let widest = text.lines().map(console::measure_text_width).max();
            assert!(widest <= Some(width), "at {width}: {text}");
        }
        assert!(!grid(80).contains("same as"));
        assert!(grid(240).contains("  same as class-of-2026/tutorial-group-b/anna/answer.py\n"));
    }
}
