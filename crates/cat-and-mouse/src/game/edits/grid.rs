//! Small changes to boards.

use super::RandomSource;
use crate::game::{Grid, Square};

/// Random variations do not increase a jump beyond this number of cells.
const MAX_RANDOM_JUMP: u16 = 8;

/// A sort key for boards: the number of cells, the number of floor cells, the sum of the jumps, and
/// the text.
type Complexity = (usize, usize, u16, String);

impl Grid {
    /// Returns every board that is one simplification away, with the biggest simplifications first:
    ///
    /// - A row or column is removed. Pieces in it move to an adjacent row or column.
    /// - A jump becomes shorter.
    /// - A wall is added.
    /// - A piece moves to another cell, or two pieces are exchanged.
    /// - The board is rotated or reflected.
    ///
    /// A simpler board has a smaller `Complexity`, so every chain of steps ends.
    pub fn simplifications(&self) -> Vec<Self> {
        let mut found = self.boards_with_one_row_removed();
        let without_column = self.transposed().boards_with_one_row_removed();
        found.extend(without_column.iter().map(Self::transposed));
        found.extend((1..self.cat_jump).map(|cat_jump| Self {
            cat_jump,
            ..self.clone()
        }));
        found.extend((1..self.mouse_jump).map(|mouse_jump| Self {
            mouse_jump,
            ..self.clone()
        }));
        for square in self.squares().filter(|&square| self.is_free(square)) {
            found.push(self.with_wall_toggled(square));
        }
        found.extend(self.boards_with_pieces_moved());
        found.extend(self.rotations_and_reflections());
        let complexity = self.complexity();
        found.retain(|board| board.complexity() < complexity);
        found
    }

    fn complexity(&self) -> Complexity {
        let floor = self.walls.iter().filter(|&&wall| !wall).count();
        (
            self.cells(),
            floor,
            self.cat_jump + self.mouse_jump,
            self.text(),
        )
    }

    /// Returns the boards with one row removed. A piece in the removed row moves to the row above
    /// or below, if its new cell has no other piece.
    fn boards_with_one_row_removed(&self) -> Vec<Self> {
        let mut found = Vec::new();
        for removed in 0..self.rows {
            for target in [removed.checked_sub(1), removed.checked_add(1)] {
                let Some(target) = target.filter(|&row| row < self.rows) else {
                    continue;
                };
                found.extend(self.without_row(removed, target));
            }
        }
        // If no piece had to move, both boards are equal.
        found.dedup();
        found
    }

    fn without_row(&self, removed: u16, target: u16) -> Option<Self> {
        let mut pieces = self.pieces();
        for piece in &mut pieces {
            let (row, col) = self.row_and_col(*piece);
            let row = if row == removed { target } else { row };
            *piece = Square((row - u16::from(row > removed)) * self.cols + col);
        }
        let [cat, mouse, food] = pieces;
        if cat == mouse || cat == food || mouse == food {
            return None;
        }
        let cols = usize::from(self.cols);
        let mut walls = self.walls.clone();
        walls.drain(usize::from(removed) * cols..usize::from(removed + 1) * cols);
        for piece in pieces {
            walls[piece.index()] = false;
        }
        Some(Self {
            rows: self.rows - 1,
            walls,
            ..self.with_pieces(pieces)
        })
    }

    /// Returns the boards with one piece moved to a free cell, or two pieces exchanged.
    fn boards_with_pieces_moved(&self) -> Vec<Self> {
        let [cat, mouse, food] = self.pieces();
        let exchanged = [[mouse, cat, food], [food, mouse, cat], [cat, food, mouse]];
        let free = self.squares().filter(|&square| self.is_free(square));
        let moved = free.flat_map(|to| [[to, mouse, food], [cat, to, food], [cat, mouse, to]]);
        let all = exchanged.into_iter().chain(moved);
        all.map(|pieces| self.with_pieces(pieces)).collect()
    }

    /// Returns the board with the cat, the mouse and the food on these squares.
    fn with_pieces(&self, [cat, mouse, food]: [Square; 3]) -> Self {
        Self {
            cat,
            mouse,
            food,
            ..self.clone()
        }
    }

    fn pieces(&self) -> [Square; 3] {
        [self.cat, self.mouse, self.food]
    }

    /// Returns whether a square is an empty floor cell.
    fn is_free(&self, square: Square) -> bool {
        !self.is_wall(square) && !self.pieces().contains(&square)
    }

    /// Returns the board with a wall added on this square, or removed if there is one.
    fn with_wall_toggled(&self, square: Square) -> Self {
        let mut board = self.clone();
        let wall = &mut board.walls[square.index()];
        *wall = !*wall;
        board
    }

    /// Adds or removes a random wall, moves a piece to another free cell, or changes a jump by one.
    #[must_use]
    pub fn random_variation(&self, random: RandomSource<'_>) -> Self {
        let square = Square(random(self.cells()) as u16);
        match random(8) {
            0 => {
                let mut board = self.clone();
                let jump = if random(2) == 0 {
                    &mut board.cat_jump
                } else {
                    &mut board.mouse_jump
                };
                *jump = if random(2) == 0 {
                    (*jump + 1).min(MAX_RANDOM_JUMP.max(*jump))
                } else {
                    (*jump - 1).max(1)
                };
                board
            }
            1 | 2 if self.is_free(square) => {
                let mut board = self.clone();
                *match random(3) {
                    0 => &mut board.cat,
                    1 => &mut board.mouse,
                    _ => &mut board.food,
                } = square;
                board
            }
            _ if self.pieces().contains(&square) => self.clone(),
            _ => self.with_wall_toggled(square),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::game::tests::grid;

    #[test]
    fn simplifications_include_every_kind_of_edit() {
        let simpler = grid("F.#/.C./#.M", 2, 3).simplifications();
        for (rows, cat_jump, mouse_jump, step) in [
            ("FC./#.M", 2, 3, "a row is removed, and the cat moves up"),
            ("F.#/#CM", 2, 3, "a row is removed, and the cat moves down"),
            ("F.#/.C./#.M", 1, 3, "the cat's jump becomes shorter"),
            ("F.#/.C./#.M", 2, 1, "the mouse's jump becomes shorter"),
            ("F##/.C./#.M", 2, 3, "a wall is added"),
            (".F#/.C./#.M", 2, 3, "the food moves"),
            ("C.#/.F./#.M", 2, 3, "the cat and the food are exchanged"),
            ("#.F/.C./M.#", 2, 3, "the board is reflected"),
        ] {
            let wanted = grid(rows, cat_jump, mouse_jump);
            assert!(simpler.contains(&wanted), "{step}");
        }
    }

    #[test]
    fn random_numbers_determine_the_variation() {
        let start = grid("F.#/.C./#.M", 2, 3);
        let jumps = |cat_jump, mouse_jump| grid("F.#/.C./#.M", cat_jump, mouse_jump);
        for (from, draws, to) in [
            (&start, &[1, 0, 0, 0][..], jumps(3, 3)),
            (&start, &[1, 0, 0, 1], jumps(1, 3)),
            (&start, &[1, 0, 1, 0], jumps(2, 4)),
            (&start, &[1, 0, 1, 1], jumps(2, 2)),
            (&jumps(8, 1), &[1, 0, 0, 0], jumps(8, 1)),
            (&jumps(8, 1), &[1, 0, 1, 1], jumps(8, 1)),
            (&jumps(9, 1), &[1, 0, 0, 0], jumps(9, 1)),
            (&start, &[1, 1, 0], grid("FC#/.../#.M", 2, 3)),
            (&start, &[1, 2, 1], grid("FM#/.C./#..", 2, 3)),
            (&start, &[1, 1, 2], grid(".F#/.C./#.M", 2, 3)),
            (&start, &[1, 3], grid("F##/.C./#.M", 2, 3)),
            (&start, &[2, 1], grid("F../.C./#.M", 2, 3)),
            (&start, &[2, 5], grid("F../.C./#.M", 2, 3)),
            (&start, &[0, 1], start.clone()),
            (&start, &[8, 3], start.clone()),
        ] {
            let mut rest = draws.iter();
            let varied = from.random_variation(&mut |_| *rest.next().unwrap());
            assert_eq!(varied.text(), to.text(), "{draws:?}");
            assert_eq!(rest.next(), None, "{draws:?}");
        }
    }
}
