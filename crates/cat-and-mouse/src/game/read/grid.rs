//! Reads boards and checks that they obey the rules.

use super::lines::{Lines, read_integers};
use super::literal::{Literal, Value, read_arguments};
use super::{Bounds, BrokenRule, InstanceError, MAX_CELLS, Notation, detect_notation, excerpt};
use crate::game::{DEFAULT_MAX_PLIES, Grid, Square};

const MAX_EXTENDED_CELLS: i64 = MAX_CELLS as i64;

impl Grid {
    /// Reads a board, in the text form that programs read from standard input or in the `LeetCode`
    /// form.
    ///
    /// # Errors
    /// Returns the line and the broken rule. The rule contains the row and the column if it is
    /// about a cell.
    pub fn parse(input: &str, bounds: Bounds) -> Result<Self, InstanceError> {
        let (notation, input) = detect_notation(input)?;
        match notation {
            Notation::Text => UncheckedBoard::from_text(input, bounds)?,
            Notation::LeetCode => UncheckedBoard::from_leetcode(input, bounds)?,
        }
        .into_grid(bounds)
    }
}

/// A board as written in the input. Only the board's size has been checked. Each value is paired
/// with its line number.
struct UncheckedBoard {
    /// The rows; there is at least one.
    rows: Vec<(usize, String)>,
    /// The number of columns in the first line of the text form, or the length of the first row.
    cols: usize,
    cat_jump: (usize, i64),
    mouse_jump: (usize, i64),
}

impl UncheckedBoard {
    fn from_text(input: &str, bounds: Bounds) -> Result<Self, InstanceError> {
        let mut lines = Lines::new(input);
        let (line, header) =
            lines.next(format_args!("the line \"rows cols catJump mouseJump\""))?;
        let &[rows, cols, cat_jump, mouse_jump] = read_integers(line, header)?.as_slice() else {
            let text = excerpt(header);
            return Err(BrokenRule::BoardHeader { text }.on_line(line));
        };
        check_size(line, rows, cols, bounds)?;
        let mut source = Self {
            rows: Vec::new(),
            cols: cols as usize,
            cat_jump: (line, cat_jump),
            mouse_jump: (line, mouse_jump),
        };
        for number in 1..=rows {
            let (line, row) = lines.next(format_args!("row {number} of {rows}"))?;
            check_width(line, number as usize, row, source.cols)?;
            source.rows.push((line, row.to_owned()));
        }
        lines.expect_end()?;
        Ok(source)
    }

    fn from_leetcode(input: &str, bounds: Bounds) -> Result<Self, InstanceError> {
        let [grid, cat_jump, mouse_jump] = read_arguments(input, ["grid", "catJump", "mouseJump"])?;
        let wrong = |line| BrokenRule::NoListOfStrings.on_line(line);
        let Value::List(items) = grid.value else {
            return Err(wrong(grid.line));
        };
        let rows = items
            .into_iter()
            .map(|Literal { line, value }| match value {
                Value::Text(row) => Ok((line, row)),
                _ => Err(wrong(line)),
            })
            .collect::<Result<Vec<_>, _>>()?;
        let Some((first_line, first)) = rows.first() else {
            return Err(BrokenRule::NoRows.on_line(grid.line));
        };
        let cols = first.chars().count();
        check_size(*first_line, rows.len() as i64, cols as i64, bounds)?;
        for (number, (line, row)) in (1..).zip(&rows) {
            check_width(*line, number, row, cols)?;
        }
        let jump = |name, literal: Literal| match literal.value {
            Value::Number(jump) => Ok((literal.line, jump)),
            _ => Err(BrokenRule::NoNumber { name }.on_line(literal.line)),
        };
        Ok(Self {
            rows,
            cols,
            cat_jump: jump("catJump", cat_jump)?,
            mouse_jump: jump("mouseJump", mouse_jump)?,
        })
    }

    /// Checks the other rules and builds the board.
    fn into_grid(self, bounds: Bounds) -> Result<Grid, InstanceError> {
        let (rows, cols) = (self.rows.len(), self.cols);
        let mut walls = Vec::with_capacity(rows * cols);
        let mut pieces = [
            ('C', "cat", None),
            ('M', "mouse", None),
            ('F', "food", None),
        ];
        for (number, (line, row)) in (1..).zip(&self.rows) {
            for (column, cell) in (1..).zip(row.chars()) {
                let here = Square(walls.len() as u16);
                if let Some((symbol, name, place)) = pieces.iter_mut().find(|piece| piece.0 == cell)
                {
                    if place.replace(here).is_some() {
                        let rule = BrokenRule::SecondPiece {
                            row: number,
                            column,
                            piece: name,
                            symbol: *symbol,
                        };
                        return Err(rule.on_line(*line));
                    }
                } else if cell != '.' && cell != '#' {
                    let row = number;
                    return Err(BrokenRule::NoCell { row, column, cell }.on_line(*line));
                }
                walls.push(cell == '#');
            }
        }
        let [cat, mouse, food] = pieces.map(|(symbol, name, place)| {
            place.ok_or_else(|| {
                let rule = BrokenRule::MissingPiece {
                    piece: name,
                    symbol,
                };
                rule.on_line(self.rows[0].0)
            })
        });
        Ok(Grid {
            rows: rows as u16,
            cols: cols as u16,
            walls,
            cat: cat?,
            mouse: mouse?,
            food: food?,
            cat_jump: check_jump("catJump", self.cat_jump, bounds)?,
            mouse_jump: check_jump("mouseJump", self.mouse_jump, bounds)?,
            max_plies: DEFAULT_MAX_PLIES,
        })
    }
}

/// Returns the maximum side length, which is also the maximum jump.
fn max_side_length(bounds: Bounds) -> i64 {
    match bounds {
        Bounds::Contest => 8,
        Bounds::Extended => MAX_EXTENDED_CELLS,
    }
}

fn check_size(line: usize, rows: i64, cols: i64, bounds: Bounds) -> Result<(), InstanceError> {
    let (max, columns) = (max_side_length(bounds), cols);
    let is_allowed = |size| (1..=max).contains(&size);
    let rule = if !is_allowed(rows) {
        BrokenRule::Rows { rows, max }
    } else if !is_allowed(columns) {
        BrokenRule::Columns { columns, max }
    } else if rows * columns > MAX_EXTENDED_CELLS {
        let max = MAX_EXTENDED_CELLS;
        BrokenRule::Cells { rows, columns, max }
    } else {
        return Ok(());
    };
    Err(rule.on_line(line))
}

fn check_width(line: usize, row: usize, text: &str, columns: usize) -> Result<(), InstanceError> {
    let width = text.chars().count();
    if width == columns {
        return Ok(());
    }
    let rule = BrokenRule::RowWidth {
        row,
        width,
        columns,
    };
    Err(rule.on_line(line))
}

fn check_jump(
    name: &'static str,
    (line, jump): (usize, i64),
    bounds: Bounds,
) -> Result<u16, InstanceError> {
    let max = max_side_length(bounds);
    if (1..=max).contains(&jump) {
        return Ok(jump as u16);
    }
    Err(BrokenRule::Jump { name, jump, max }.on_line(line))
}
