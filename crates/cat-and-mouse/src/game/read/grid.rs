//! Reads boards and checks their rules.

use super::lines::{Lines, read_integers};
use super::literal::{Literal, Value, read_arguments};
use super::{Bounds, BrokenRule, InstanceError, MAX_CELLS, Notation, excerpt, recognise_notation};
use crate::game::{DEFAULT_MAX_PLIES, Grid, Square};

const MAX_EXTENDED_CELLS: i64 = MAX_CELLS as i64;

impl Grid {
    /// Reads a board in the text form of standard input or in the `LeetCode` form.
    ///
    /// # Errors
    /// Returns the line and the broken rule, with the row and column.
    pub fn parse(input: &str, bounds: Bounds) -> Result<Self, InstanceError> {
        let (notation, input) = recognise_notation(input)?;
        match notation {
            Notation::Text => UncheckedBoard::from_text(input, bounds)?,
            Notation::LeetCode => UncheckedBoard::from_leetcode(input)?,
        }
        .into_grid(bounds)
    }
}

/// A board as written in the input, before any rule has been checked. Each value is paired with its
/// line number.
struct UncheckedBoard {
    rows: Vec<(usize, String)>,
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
            return Err(InstanceError::new(line, BrokenRule::BoardHeader { text }));
        };
        check_size(line, rows, cols, bounds)?;
        let mut source = Self {
            rows: Vec::new(),
            cat_jump: (line, cat_jump),
            mouse_jump: (line, mouse_jump),
        };
        for number in 1..=rows {
            let (line, row) = lines.next(format_args!("row {number} of {rows}"))?;
            let width = row.chars().count();
            if width as i64 != cols {
                let rule = BrokenRule::RowUnlikeHeader {
                    row: number,
                    width,
                    columns: cols,
                };
                return Err(InstanceError::new(line, rule));
            }
            source.rows.push((line, row.to_owned()));
        }
        lines.expect_end()?;
        Ok(source)
    }

    fn from_leetcode(input: &str) -> Result<Self, InstanceError> {
        let [grid, cat_jump, mouse_jump] = read_arguments(input, ["grid", "catJump", "mouseJump"])?;
        let wrong = |line| InstanceError::new(line, BrokenRule::NoListOfStrings);
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
        if rows.is_empty() {
            return Err(InstanceError::new(grid.line, BrokenRule::NoRows));
        }
        let jump = |name, literal: Literal| match literal.value {
            Value::Number(jump) => Ok((literal.line, jump)),
            _ => Err(InstanceError::new(
                literal.line,
                BrokenRule::NoNumber { name },
            )),
        };
        Ok(Self {
            rows,
            cat_jump: jump("catJump", cat_jump)?,
            mouse_jump: jump("mouseJump", mouse_jump)?,
        })
    }

    /// Checks every rule and builds the board.
    fn into_grid(self, bounds: Bounds) -> Result<Grid, InstanceError> {
        let Some((first_line, first)) = self.rows.first() else {
            return Err(InstanceError::new(1, BrokenRule::NoRows));
        };
        let (rows, cols) = (self.rows.len(), first.chars().count());
        check_size(*first_line, rows as i64, cols as i64, bounds)?;
        let mut walls = Vec::with_capacity(rows * cols);
        let mut pieces = [
            ('C', "cat", None),
            ('M', "mouse", None),
            ('F', "food", None),
        ];
        for (number, (line, row)) in (1..).zip(&self.rows) {
            let width = row.chars().count();
            if width != cols {
                let rule = BrokenRule::UnequalRows {
                    row: number,
                    width,
                    first: cols,
                };
                return Err(InstanceError::new(*line, rule));
            }
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
                        return Err(InstanceError::new(*line, rule));
                    }
                } else if cell != '.' && cell != '#' {
                    let row = number;
                    let rule = BrokenRule::NoCell { row, column, cell };
                    return Err(InstanceError::new(*line, rule));
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
                InstanceError::new(*first_line, rule)
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
        BrokenRule::Rows { rows, max, bounds }
    } else if !is_allowed(columns) {
        BrokenRule::Columns {
            columns,
            max,
            bounds,
        }
    } else if rows * columns > MAX_EXTENDED_CELLS {
        let max = MAX_EXTENDED_CELLS;
        BrokenRule::Cells { rows, columns, max }
    } else {
        return Ok(());
    };
    Err(InstanceError::new(line, rule))
}

fn check_jump(
    name: &'static str,
    (line, jump): (usize, i64),
    bounds: Bounds,
) -> Result<u16, InstanceError> {
    let max = max_side_length(bounds);
    if (1..=max).contains(&jump) {
        Ok(jump as u16)
    } else {
        let rule = BrokenRule::Jump {
            name,
            jump,
            max,
            bounds,
        };
        Err(InstanceError::new(line, rule))
    }
}
