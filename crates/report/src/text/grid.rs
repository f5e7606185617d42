//! The rows of the final table, as many columns of it as fit.

use comfy_table::{Attribute, Cell, CellAlignment, Color, ContentArrangement, Table};
use comfy_table::{LineStyle, TableStyle};

use crate::text::sentences::{points, score};
use crate::text::style::without_command;
use crate::{Model, Standing, Submission, TerminalStyle};

const TITLES: [&str; 11] = [
    "problem",
    SOLUTION,
    "language",
    "expected",
    "verdict",
    "cases",
    "points",
    "first failing",
    "slowest / limit",
    "memory",
    "note",
];

const SOLUTION: &str = "solution";

/// Columns that a narrow terminal leaves out, the least important first.
const OPTIONAL: [&str; 6] = [
    "note",
    "language",
    "memory",
    "slowest / limit",
    "first failing",
    "cases",
];

/// A row with a cell for each title.
type Row = [Cell; TITLES.len()];

/// The table with as many columns as fit.
pub(crate) fn grid(model: &Model, style: TerminalStyle) -> String {
    let mut titles = TITLES.to_vec();
    titles.retain(|title| match *title {
        "expected" => model.has_expectations(),
        "points" => !model.header.points.is_empty(),
        "note" => model
            .submissions
            .iter()
            .any(|one| model.origin(one).is_some()),
        _ => true,
    });
    let Some(width) = style.width else {
        return lines(&filled(model, style, &titles, usize::MAX));
    };
    let max_path = (width * 2 / 5).max(24);
    let mut optional = OPTIONAL.iter();
    loop {
        let mut table = filled(model, style, &titles, max_path);
        let widths = table.lines();
        let widths = widths.map(|line| console::measure_text_width(line.trim_end()));
        if widths.max() <= Some(width) {
            return lines(&table);
        }
        let Some(least) = optional.next() else {
            // The cells of the remaining columns are wrapped.
            table
                .set_content_arrangement(ContentArrangement::Dynamic)
                .set_width(u16::try_from(width).unwrap_or(u16::MAX));
            return lines(&table);
        };
        titles.retain(|title| title != least);
    }
}

/// The row of a submission.
fn row(model: &Model, submission: &Submission, max_path: usize) -> Row {
    let info = &submission.info;
    let right = |text: String| Cell::new(text).set_alignment(CellAlignment::Right);
    [
        Cell::new(&info.problem),
        Cell::new(fitting(&submission.short_name(), max_path)),
        Cell::new(&info.language_name),
        Cell::new(submission.expected_code()),
        verdict(submission),
        Cell::new(score(submission) + if info.suites.is_empty() { "" } else { " *" }),
        right(points(submission)),
        Cell::new(submission.first_failing_name()),
        right(submission.slowest_text()),
        right(submission.memory_text()),
        Cell::new(model.origin(submission).unwrap_or_default()),
    ]
}

/// The verdict cell, marked if the verdict is not as expected, so that no colour is needed
/// to see it.
fn verdict(submission: &Submission) -> Cell {
    let code = submission.code();
    match submission.standing() {
        Standing::AsExpected => Cell::new(code).fg(Color::Green),
        Standing::Unexpected => wrong(&format!("{code} ✗"), Color::Red),
        Standing::Skipped => Cell::new("SKIP").fg(Color::Yellow),
        Standing::Failed => wrong("error ✗", Color::Magenta),
        Standing::NotJudged => Cell::new("–").fg(Color::Yellow),
    }
}

fn wrong(text: &str, colour: Color) -> Cell {
    Cell::new(text).fg(colour).add_attribute(Attribute::Bold)
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

fn filled(model: &Model, style: TerminalStyle, titles: &[&str], max_path: usize) -> Table {
    const STYLE: TableStyle =
        TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));
    let submissions = model.submissions.iter();
    let rows = submissions.map(|submission| row(model, submission, max_path));
    let shown = |row: Row| {
        let cells = TITLES.into_iter().zip(row);
        let cells = cells.filter(|(title, _)| titles.contains(title));
        cells.map(|(_, cell)| cell).collect::<Vec<_>>()
    };
    let mut table = Table::new();
    table
        .load_style(STYLE)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(titles)
        .add_rows(rows.map(shown));
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
    use crate::tests::sample;

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
