//! A board of at most 8×8 cells, and the data that the solver derives from it.

use super::jumps::{
    NOT_LAST_COLUMN, add_jump_origins_along_lines, cells_by_free_distance_ahead,
    longest_free_distance,
};
use crate::game::{Bitboard, Grid, Square};

/// A board of at most 8×8 cells. Cells are numbered as in [`Bitboard`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// Cells that are not walls.
    pub floor: Bitboard,
    /// The cell of the food, which must be one of the floor cells.
    pub food: u8,
    /// The cat's longest jump, at least 1.
    pub cat_jump: u16,
    /// The mouse's longest jump, at least 1.
    pub mouse_jump: u16,
}

impl Board {
    /// Converts a grid. Returns `None` if it is larger than 8×8.
    pub fn new(grid: &Grid) -> Option<Self> {
        if grid.rows > 8 || grid.cols > 8 {
            return None;
        }
        let mut floor = Bitboard::EMPTY;
        for (row, line) in grid.walls.chunks(usize::from(grid.cols)).enumerate() {
            for (col, &wall) in line.iter().enumerate() {
                floor.0 |= u64::from(!wall) << (8 * row + col);
            }
        }
        Some(Self {
            floor,
            food: Self::cell(grid, grid.food),
            cat_jump: grid.cat_jump,
            mouse_jump: grid.mouse_jump,
        })
    }

    /// Returns the bit index of a square on a grid of at most 8×8 cells.
    pub fn cell(grid: &Grid, square: Square) -> u8 {
        let (row, col) = grid.row_and_col(square);
        (8 * row + col) as u8
    }
}

/// A board prepared for solving, with the data derived from it.
pub(super) struct PreparedBoard {
    pub(super) floor: u64,
    pub(super) food: u64,
    pub(super) cat_jump: usize,
    pub(super) mouse_jump: usize,
    /// Entry `n` contains the floor cells with at least `n` free cells to the east. Entry 0 is
    /// empty.
    pub(super) east: [u64; 8],
    /// Entry `n` contains the floor cells with at least `n` free cells to the south. Entry 0 is
    /// empty.
    pub(super) south: [u64; 8],
    /// The longest jumps that the walls allow, along any row and along any column.
    pub(super) longest_east: usize,
    pub(super) longest_south: usize,
}

impl PreparedBoard {
    #[inline(always)]
    pub(super) fn new(board: &Board) -> Self {
        let floor = board.floor.0;
        let east = cells_by_free_distance_ahead(floor & floor >> 1 & NOT_LAST_COLUMN, 1);
        let south = cells_by_free_distance_ahead(floor & floor >> 8, 8);
        let (longest_east, longest_south) =
            (longest_free_distance(&east), longest_free_distance(&south));
        // Longer jumps than the walls allow make no difference to the game.
        let within = |jump: u16| usize::from(jump).min(longest_east.max(longest_south).max(1));
        Self {
            floor,
            food: 1 << board.food,
            cat_jump: within(board.cat_jump),
            mouse_jump: within(board.mouse_jump),
            longest_east,
            longest_south,
            east,
            south,
        }
    }

    /// Returns the cells from which the mouse reaches the food with one move, including the food's
    /// cell.
    #[inline(always)]
    pub(super) fn cells_one_move_from_food(&self) -> u64 {
        add_jump_origins_along_lines::<1>(self.food, self.mouse_jump, &self.east)
            | add_jump_origins_along_lines::<8>(self.food, self.mouse_jump, &self.south)
    }

    /// Returns the jump length with which the cat's lookups are computed. If only walls limit the
    /// cat's moves, the result is 7, the maximum on an 8×8 board, because a limit of 7 needs fewer
    /// lookups than 4, 5 or 6.
    #[inline(always)]
    #[cfg(target_arch = "x86_64")]
    pub(super) fn effective_cat_jump(&self) -> usize {
        if self.cat_jump >= self.longest_east.max(self.longest_south) {
            7
        } else {
            self.cat_jump
        }
    }

    /// Returns the jump length with which the mouse's lookup tables are selected. If only walls
    /// limit the mouse's moves along rows, the result is 7, the maximum on an 8×8 board, so that
    /// fewer different tables are in use.
    #[inline(always)]
    #[cfg(target_arch = "x86_64")]
    pub(super) fn effective_mouse_jump(&self) -> usize {
        if self.mouse_jump >= self.longest_east {
            7
        } else {
            self.mouse_jump
        }
    }
}
