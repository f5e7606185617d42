//! The table of submissions for terminals, with as many columns as fit the width.

use comfy_table::{Attribute, Cell, CellAlignment, Color, ContentArrangement, Table};
use comfy_table::{LineStyle, TableStyle};

use crate::text::columns::{self, cell_text, column_titles, is_numeric};
use crate::text::style::escape_ci_command;
use crate::{Model, OutcomeClass, OutputStyle, Submission};

/// The columns that are omitted on a narrow terminal, in the order in which they are omitted.
const OPTIONAL_COLUMNS: [&str; 6] = [
    columns::NOTE_COLUMN,
    "language",
    "memory",
    "slowest / limit",
    "first failing",
    columns::SCORE_COLUMN,
];

/// Minimum width, in columns, to which a path is shortened on a narrow terminal.
const MIN_PATH_WIDTH: usize = 8;

/// The table of submissions.
pub(crate) struct Grid {
    pub(crate) text: String,
    /// The titles of the columns that fit the terminal.
    pub(crate) titles: Vec<&'static str>,
}

/// Returns the table with as many columns as fit the terminal.
pub(crate) fn render_grid(model: &Model, style: OutputStyle) -> Grid {
    let mut titles = column_titles(model);
    let width = style.width.unwrap_or(usize::MAX);
    let mut max_path = (width / 5 * 2).max(24);
    let mut optional = OPTIONAL_COLUMNS.iter();
    loop {
        let mut table = build_table(model, style, &titles, max_path);
        let widths = table.lines();
        let widths = widths.map(|line| console::measure_text_width(line.trim_end()));
        let excess = widths.max().unwrap_or_default().saturating_sub(width);
        if excess > 0 {
            if let Some(least) = optional.next() {
                titles.retain(|title| title != least);
                continue;
            }
            if max_path > MIN_PATH_WIDTH {
                max_path = max_path.saturating_sub(excess).max(MIN_PATH_WIDTH);
                continue;
            }
            // Wraps the cells of the remaining columns.
            table
                .set_content_arrangement(ContentArrangement::Dynamic)
                .set_width(u16::try_from(width).unwrap_or(u16::MAX));
        }
        let text = table_lines(&table);
        return Grid { text, titles };
    }
}

fn build_table(model: &Model, style: OutputStyle, titles: &[&str], max_path: usize) -> Table {
    const TABLE_STYLE: TableStyle =
        TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));
    let styled = |submission: &Submission, column: &str| {
        let text = cell_text(model, submission, column);
        match column {
            columns::VERDICT_COLUMN => verdict_cell(submission.outcome_class(), &text),
            columns::SOLUTION_COLUMN => Cell::new(shorten_path(&text, max_path)),
            _ if is_numeric(column) => Cell::new(text).set_alignment(CellAlignment::Right),
            _ => Cell::new(text),
        }
    };
    let rows = model.submissions.iter().map(|submission| {
        let cells = titles.iter().map(|column| styled(submission, column));
        cells.collect::<Vec<_>>()
    });
    let mut table = Table::new();
    table
        .load_style(TABLE_STYLE)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(titles)
        .add_rows(rows);
    if style.colour {
        table.enforce_styling();
    } else {
        table.force_no_tty();
    }
    table
}

/// Returns the cell with the verdict. A marker shows an unexpected verdict even in output without
/// colour.
fn verdict_cell(class: OutcomeClass, label: &str) -> Cell {
    let colour = match class {
        OutcomeClass::AsExpected => Color::Green,
        OutcomeClass::Unexpected => Color::Red,
        OutcomeClass::Failed => Color::Magenta,
        OutcomeClass::Skipped | OutcomeClass::NotJudged => Color::Yellow,
    };
    if matches!(class, OutcomeClass::Unexpected | OutcomeClass::Failed) {
        let cell = Cell::new(format!("{label} ✗")).fg(colour);
        return cell.add_attribute(Attribute::Bold);
    }
    Cell::new(label).fg(colour)
}

/// Shortens a path to at most `max` columns. Drops leading directories and, if the file name alone
/// is too long, the beginning of the file name.
fn shorten_path(path: &str, max: usize) -> String {
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

fn table_lines(table: &Table) -> String {
    table.lines().fold(String::new(), |text, line| {
        text + &escape_ci_command(line.trim_end()) + "\n"
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_path_loses_its_first_directories() {
        let shown = |path: &str| shorten_path(path, 32);
        assert_eq!(shown("class/ans.py"), "class/ans.py");
        let path = "class-of-2026/tutorial-group-b/anna-schmidt/answer.py";
        assert_eq!(shown(path), "…/anna-schmidt/answer.py");
        assert_eq!(shorten_path(path, 53), path);
        // The file name alone is too long.
        let long = format!("class/{}.py", "a".repeat(100));
        assert_eq!(shown(&long), format!("…{}.py", "a".repeat(28)));
        let wide = shown(&"鼠".repeat(40));
        assert_eq!(console::measure_text_width(&wide), 31, "{wide}");
    }
}
