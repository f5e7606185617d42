//! The game of `LeetCode` 1728: a cat and a mouse that jump on a grid with walls.

use std::fmt::Write;

use super::graph::distances;

/// A cell of a grid. Cells are numbered row by row: `row * cols + col`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub u16);

impl Square {
    /// Returns the number of the square, for indexing arrays with an element per square.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// An instance of the grid game. A grid that the parser returns obeys every rule of the game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    /// Number of rows, at least 1.
    pub rows: u16,
    /// Number of columns, at least 1.
    pub cols: u16,
    /// Whether each square is a wall, row by row.
    pub walls: Vec<bool>,
    /// The square on which the cat starts.
    pub cat: Square,
    /// The square on which the mouse starts.
    pub mouse: Square,
    /// The square of the food.
    pub food: Square,
    /// The cat's longest jump, in cells.
    pub cat_jump: u16,
    /// The mouse's longest jump, in cells.
    pub mouse_jump: u16,
    /// The move limit: the number of plies after which the cat wins; 1000 on `LeetCode`.
    pub max_plies: u32,
}

/// The move limit on `LeetCode`: the number of plies after which the cat wins.
pub const DEFAULT_MAX_PLIES: u32 = 1000;

impl Grid {
    /// Returns the number of cells.
    pub fn cells(&self) -> usize {
        usize::from(self.rows) * usize::from(self.cols)
    }

    /// Returns every square, including walls.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        (0..self.cells() as u16).map(Square)
    }

    /// Returns the square in this row and column, both counted from 0.
    pub fn square(&self, row: u16, col: u16) -> Square {
        Square(row * self.cols + col)
    }

    /// Returns the row and column of a square, both counted from 0.
    pub fn row_and_col(&self, square: Square) -> (u16, u16) {
        (square.0 / self.cols, square.0 % self.cols)
    }

    /// Returns whether a square is a wall.
    pub fn is_wall(&self, square: Square) -> bool {
        self.walls[square.index()]
    }

    /// Returns the squares to which a player on `from` can move: `from` itself, and the squares at
    /// most `jump` cells away in one of four directions with no wall in between. The other player
    /// and the food are not obstacles.
    pub fn moves(&self, from: Square, jump: u16) -> impl Iterator<Item = Square> + '_ {
        let (row, col) = self.row_and_col(from);
        let straight = move |(count, step): (u16, u16)| {
            (0..count.min(jump))
                .map(move |k| Square(from.0.wrapping_add(step.wrapping_mul(k + 1))))
                .take_while(|&to| !self.is_wall(to))
        };
        // For each direction: the number of cells up to the edge, and the difference between the
        // numbers of neighbouring cells. Negative differences wrap around.
        let directions = [
            (row, self.cols.wrapping_neg()),
            (self.rows - 1 - row, self.cols),
            (col, 1_u16.wrapping_neg()),
            (self.cols - 1 - col, 1),
        ];
        std::iter::once(from).chain(directions.into_iter().flat_map(straight))
    }

    /// Returns the minimum number of moves from the square `from` to each square if each move is a
    /// jump of up to `jump` cells, or `None` for squares that cannot be reached.
    pub fn distances(&self, from: Square, jump: u16) -> Vec<Option<u32>> {
        distances(self.cells(), from.0, |cell| {
            self.moves(Square(cell), jump).map(|to| to.0)
        })
    }

    /// Returns the board with the players on these cells, or `None` if the game is over in this
    /// position.
    pub fn with_players_at(&self, mouse: u16, cat: u16) -> Option<Self> {
        let (mouse, cat) = (Square(mouse), Square(cat));
        let over = mouse == cat || mouse == self.food || cat == self.food;
        (!over).then(|| Self {
            cat,
            mouse,
            ..self.clone()
        })
    }

    /// Returns the symbol of a square: `C`, `M`, `F`, `#` or `.`.
    pub fn symbol(&self, square: Square) -> char {
        match square {
            _ if square == self.cat => 'C',
            _ if square == self.mouse => 'M',
            _ if square == self.food => 'F',
            _ if self.is_wall(square) => '#',
            _ => '.',
        }
    }

    /// Returns the rows as strings, as in the problem statement.
    pub fn row_strings(&self) -> Vec<String> {
        (0..self.rows)
            .map(|row| {
                (0..self.cols)
                    .map(|col| self.symbol(self.square(row, col)))
                    .collect()
            })
            .collect()
    }

    /// Returns the instance in the text form.
    pub fn text(&self) -> String {
        format!(
            "{} {} {} {}\n{}\n",
            self.rows,
            self.cols,
            self.cat_jump,
            self.mouse_jump,
            self.row_strings().join("\n")
        )
    }

    /// Returns the instance in the `LeetCode` form.
    pub fn leetcode_text(&self) -> String {
        format!(
            "[\"{}\"]\n{}\n{}\n",
            self.row_strings().join("\",\""),
            self.cat_jump,
            self.mouse_jump
        )
    }

    /// Returns the transposed board.
    pub(crate) fn transposed(&self) -> Self {
        self.rearranged(self.cols, self.rows, |row, col| (col, row))
    }

    /// Returns the board with its rows in reverse order.
    pub(crate) fn flipped_vertically(&self) -> Self {
        self.rearranged(self.rows, self.cols, |row, col| (self.rows - 1 - row, col))
    }

    /// Returns the seven other rotations and reflections of the board.
    pub(super) fn rotations_and_reflections(&self) -> impl Iterator<Item = Self> {
        let mut board = self.clone();
        let steps = [Self::transposed, Self::flipped_vertically]
            .into_iter()
            .cycle();
        steps.take(7).map(move |step| {
            board = step(&board);
            board.clone()
        })
    }

    /// Returns the lexicographically smallest text form of the board and its rotations and
    /// reflections. The text ends with the move limit if it differs from the limit in the problem
    /// statement.
    pub fn canonical_text(&self) -> String {
        let mut least = self
            .rotations_and_reflections()
            .map(|board| board.text())
            .fold(self.text(), String::min);
        if self.max_plies != DEFAULT_MAX_PLIES {
            let _ = writeln!(least, "max_plies {}", self.max_plies);
        }
        least
    }

    /// Returns a board of `rows × cols` cells. Cell `(row, col)` of the new board is copied from
    /// cell `old(row, col)` of this board.
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
