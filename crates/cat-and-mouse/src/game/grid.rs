//! The game of `LeetCode` 1728: a grid with walls, a cat and a mouse that jump.

use std::fmt::Write;

use super::graph::distances;
use super::lines::{Lines, numbers};
use super::literal::{Literal, Value, arguments};
use super::parse::{Bounds, GameError, Notation, excerpt, recognise};

/// A cell, row by row: `row * cols + col`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub u16);

impl Square {
    /// The square as an index into tables.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One instance of the grid game. Every field may be read and set; a value
/// that comes from the parser satisfies every rule of the game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    /// Number of rows, at least 1.
    pub rows: u16,
    /// Number of columns, at least 1.
    pub cols: u16,
    /// `true` where there is a wall, row by row; `rows * cols` entries.
    pub walls: Vec<bool>,
    /// Where the cat starts.
    pub cat: Square,
    /// Where the mouse starts.
    pub mouse: Square,
    /// Where the food lies.
    pub food: Square,
    /// Longest jump of the cat, in cells.
    pub cat_jump: u16,
    /// Longest jump of the mouse, in cells.
    pub mouse_jump: u16,
    /// Plies after which the cat wins; 1000 in the public problem.
    pub max_plies: u32,
}

/// Plies after which the cat wins in the public problem.
pub const DEFAULT_MAX_PLIES: u32 = 1000;

/// Most cells of a board beyond contest size.
const EXTENDED_CELLS: i64 = 1024;

impl Grid {
    /// Builds a board from its rows, with the public move limit.
    ///
    /// # Errors
    /// Names the broken rule; the "line" is that of the text form, so row `r`
    /// (counted from 1) is on line `r + 1`.
    pub fn from_rows<S: AsRef<str>>(
        rows: &[S],
        cat_jump: u16,
        mouse_jump: u16,
        bounds: Bounds,
    ) -> Result<Self, GameError> {
        Source {
            rows: rows
                .iter()
                .enumerate()
                .map(|(index, row)| (index + 2, row.as_ref().to_owned()))
                .collect(),
            cat_jump: (1, cat_jump.into()),
            mouse_jump: (1, mouse_jump.into()),
        }
        .build(bounds)
    }

    /// Reads the stdin text form or the `LeetCode` form.
    ///
    /// # Errors
    /// Names the line, the row and column, and the broken rule.
    pub fn parse(input: &str, bounds: Bounds) -> Result<Self, GameError> {
        let (notation, input) = recognise(input)?;
        match notation {
            Notation::Text => Source::from_text(input, bounds)?,
            Notation::LeetCode => Source::from_leetcode(input)?,
        }
        .build(bounds)
    }

    /// Number of cells.
    #[must_use]
    pub fn cells(&self) -> usize {
        usize::from(self.rows) * usize::from(self.cols)
    }

    /// Every square, walls too.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        (0..self.cells() as u16).map(Square)
    }

    /// The square in this row and column, both counted from 0.
    #[must_use]
    pub fn square(&self, row: u16, col: u16) -> Square {
        Square(row * self.cols + col)
    }

    /// Row and column of a square, both counted from 0.
    #[must_use]
    pub fn position(&self, square: Square) -> (u16, u16) {
        (square.0 / self.cols, square.0 % self.cols)
    }

    /// Whether there is a wall on this square.
    #[must_use]
    pub fn is_wall(&self, square: Square) -> bool {
        self.walls[square.index()]
    }

    /// Where an animal on `from` may go with jumps up to `jump`: it stays, or
    /// goes 1 to `jump` cells straight in one of four directions, over no
    /// wall. The other animal and the food are no obstacles.
    pub fn moves(&self, from: Square, jump: u16) -> impl Iterator<Item = Square> + '_ {
        let (row, col) = self.position(from);
        let straight = |count: u16, step: fn(u16, u16, u16) -> (u16, u16)| {
            (1..=count.min(jump))
                .map(move |k| {
                    let (row, col) = step(row, col, k);
                    self.square(row, col)
                })
                .take_while(|&to| !self.is_wall(to))
        };
        std::iter::once(from)
            .chain(straight(row, |r, c, k| (r - k, c)))
            .chain(straight(self.rows - 1 - row, |r, c, k| (r + k, c)))
            .chain(straight(col, |r, c, k| (r, c - k)))
            .chain(straight(self.cols - 1 - col, |r, c, k| (r, c + k)))
    }

    /// Moves that an animal alone on the board, with jumps up to `jump`, needs
    /// between `from` and each square; `None` where it cannot come.
    #[must_use]
    pub fn distances(&self, from: Square, jump: u16) -> Vec<Option<u32>> {
        distances(self.cells(), from.0, |cell| {
            self.moves(Square(cell), jump).map(|to| to.0)
        })
    }

    /// What stands on a square: `C`, `M`, `F`, `#` or `.`.
    #[must_use]
    pub fn symbol(&self, square: Square) -> char {
        match square {
            _ if square == self.cat => 'C',
            _ if square == self.mouse => 'M',
            _ if square == self.food => 'F',
            _ if self.is_wall(square) => '#',
            _ => '.',
        }
    }

    /// The rows as in the public statement.
    #[must_use]
    pub fn row_strings(&self) -> Vec<String> {
        (0..self.rows)
            .map(|row| {
                (0..self.cols)
                    .map(|col| self.symbol(self.square(row, col)))
                    .collect()
            })
            .collect()
    }

    /// The stdin text form.
    #[must_use]
    pub fn text(&self) -> String {
        let Self {
            rows,
            cols,
            cat_jump,
            mouse_jump,
            ..
        } = self;
        let mut text = format!("{rows} {cols} {cat_jump} {mouse_jump}\n");
        for row in self.row_strings() {
            text.push_str(&row);
            text.push('\n');
        }
        text
    }

    /// The `LeetCode` form.
    #[must_use]
    pub fn leetcode(&self) -> String {
        let rows: Vec<String> = self
            .row_strings()
            .iter()
            .map(|row| format!("\"{row}\""))
            .collect();
        format!(
            "[{}]\n{}\n{}\n",
            rows.join(","),
            self.cat_jump,
            self.mouse_jump
        )
    }

    /// The board with rows and columns exchanged.
    #[must_use]
    pub fn transposed(&self) -> Self {
        self.rearranged(self.cols, self.rows, |row, col| (col, row))
    }

    /// The board with its rows in the opposite order.
    #[must_use]
    pub fn flipped(&self) -> Self {
        self.rearranged(self.rows, self.cols, |row, col| (self.rows - 1 - row, col))
    }

    /// Its seven other rotations and reflections.
    pub(super) fn turned(&self) -> impl Iterator<Item = Self> {
        let mut board = self.clone();
        let steps = [Self::transposed, Self::flipped].into_iter().cycle();
        steps.take(7).map(move |step| {
            board = step(&board);
            board.clone()
        })
    }

    /// The text form of the least of the eight rotations and reflections, with
    /// the move limit if it is not the public one.
    #[must_use]
    pub fn canonical(&self) -> String {
        let mut least = self
            .turned()
            .map(|board| board.text())
            .fold(self.text(), String::min);
        if self.max_plies != DEFAULT_MAX_PLIES {
            let _ = writeln!(least, "max_plies {}", self.max_plies);
        }
        least
    }

    /// A new board of `rows × cols` whose cells come from `old(row, col)`.
    fn rearranged(&self, rows: u16, cols: u16, old: impl Fn(u16, u16) -> (u16, u16)) -> Self {
        let mut board = Self {
            rows,
            cols,
            ..self.clone()
        };
        for row in 0..rows {
            for col in 0..cols {
                let (old_row, old_col) = old(row, col);
                let from = self.square(old_row, old_col);
                let to = board.square(row, col);
                board.walls[to.index()] = self.is_wall(from);
                for (piece, moved) in [
                    (self.cat, &mut board.cat),
                    (self.mouse, &mut board.mouse),
                    (self.food, &mut board.food),
                ] {
                    if piece == from {
                        *moved = to;
                    }
                }
            }
        }
        board
    }
}

/// A board as it was written, before any rule is checked. Everything carries
/// the line on which it stands.
struct Source {
    rows: Vec<(usize, String)>,
    cat_jump: (usize, i64),
    mouse_jump: (usize, i64),
}

impl Source {
    fn from_text(input: &str, bounds: Bounds) -> Result<Self, GameError> {
        let mut lines = Lines::new(input);
        let (line, header) = lines.next("the line \"rows cols catJump mouseJump\"")?;
        let &[rows, cols, cat_jump, mouse_jump] = numbers(line, header)?.as_slice() else {
            return Err(GameError::new(
                line,
                format!(
                    "the first line is {}, but it must hold four numbers: rows cols catJump mouseJump",
                    excerpt(header)
                ),
            ));
        };
        check_size(line, rows, cols, bounds)?;
        let mut source = Self {
            rows: Vec::new(),
            cat_jump: (line, cat_jump),
            mouse_jump: (line, mouse_jump),
        };
        for number in 1..=rows {
            let (line, row) = lines.next(&format!("row {number} of {rows}"))?;
            let width = row.chars().count();
            if width as i64 != cols {
                return Err(GameError::new(
                    line,
                    format!("row {number} has {width} cells, but line 1 says {cols} columns"),
                ));
            }
            source.rows.push((line, row.to_owned()));
        }
        lines.finish()?;
        Ok(source)
    }

    fn from_leetcode(input: &str) -> Result<Self, GameError> {
        let [grid, cat_jump, mouse_jump] = arguments(input, ["grid", "catJump", "mouseJump"])?;
        let wrong =
            |line| GameError::new(line, "grid must be a list of strings: [\"M.C\",\"..F\"]");
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
            return Err(GameError::new(
                grid.line,
                "grid has no rows; a board has at least one",
            ));
        }
        let jump = |name, literal: Literal| match literal.value {
            Value::Number(jump) => Ok((literal.line, jump)),
            _ => Err(GameError::new(
                literal.line,
                format!("{name} must be a number"),
            )),
        };
        Ok(Self {
            rows,
            cat_jump: jump("catJump", cat_jump)?,
            mouse_jump: jump("mouseJump", mouse_jump)?,
        })
    }

    /// Checks every rule.
    fn build(self, bounds: Bounds) -> Result<Grid, GameError> {
        let Some((first_line, first)) = self.rows.first() else {
            return Err(GameError::new(
                1,
                "the board has no rows; a board has at least one",
            ));
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
                return Err(GameError::new(
                    *line,
                    format!(
                        "row {number} has {width} cells, but row 1 has {cols}; rows are equally long"
                    ),
                ));
            }
            for (column, cell) in (1..).zip(row.chars()) {
                let here = Square(walls.len() as u16);
                if let Some((symbol, name, place)) = pieces.iter_mut().find(|piece| piece.0 == cell)
                {
                    if place.replace(here).is_some() {
                        return Err(GameError::new(
                            *line,
                            format!(
                                "row {number}, column {column}: a second {name} '{symbol}'; \
                                 a board has exactly one"
                            ),
                        ));
                    }
                } else if cell != '.' && cell != '#' {
                    return Err(GameError::new(
                        *line,
                        format!(
                            "row {number}, column {column}: {cell:?} is not a cell; \
                             use '.', '#', 'C', 'M' and 'F'"
                        ),
                    ));
                }
                walls.push(cell == '#');
            }
        }
        let [cat, mouse, food] = pieces.map(|(symbol, name, place)| {
            place.ok_or_else(|| {
                GameError::new(
                    *first_line,
                    format!("the board has no {name} '{symbol}'; a board has exactly one"),
                )
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

/// Longest side of a board, and longest jump.
fn longest(bounds: Bounds) -> i64 {
    match bounds {
        Bounds::Contest => 8,
        Bounds::Extended => EXTENDED_CELLS,
    }
}

fn check_size(line: usize, rows: i64, cols: i64, bounds: Bounds) -> Result<(), GameError> {
    let most = longest(bounds);
    for (name, size) in [("rows", rows), ("columns", cols)] {
        if !(1..=most).contains(&size) {
            return Err(GameError::new(
                line,
                format!("{size} {name}; a board {} has 1 to {most}", beyond(bounds)),
            ));
        }
    }
    if rows * cols > EXTENDED_CELLS {
        return Err(GameError::new(
            line,
            format!("{rows} × {cols} cells; the largest board has {EXTENDED_CELLS} cells"),
        ));
    }
    Ok(())
}

fn check_jump(name: &str, (line, jump): (usize, i64), bounds: Bounds) -> Result<u16, GameError> {
    let most = longest(bounds);
    if (1..=most).contains(&jump) {
        Ok(jump as u16)
    } else {
        Err(GameError::new(
            line,
            format!("{name} is {jump}; a jump {} is 1 to {most}", beyond(bounds)),
        ))
    }
}

/// The bounds in words, with the way out for a suite that means it.
fn beyond(bounds: Bounds) -> &'static str {
    match bounds {
        Bounds::Contest => {
            "of contest size (larger ones need `extended = true` in a suite, --extended in a command)"
        }
        Bounds::Extended => "beyond contest size",
    }
}
