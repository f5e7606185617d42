//! Sets of positions, and the mouse's wins on a board.

use crate::game::Bitboard;

/// A set of positions in which the same player is to move.
///
/// The array indices are the mouse's row and the cat's row. A word has one byte for each column in
/// which the cat can be, and each byte has one bit for each column in which the mouse can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[repr(align(64))]
pub struct Positions(pub(super) [[u64; 8]; 8]);

impl Positions {
    /// Returns whether the position with the mouse and the cat on these cells is in the
    /// set.
    pub const fn contains(&self, mouse: u8, cat: u8) -> bool {
        self.0[mouse as usize / 8][cat as usize / 8] >> Self::bit_index(mouse, cat) & 1 == 1
    }

    /// Returns the mouse's cells in those positions of the set in which the cat is on the cell
    /// `cat`.
    pub fn mouse_cells(&self, cat: u8) -> Bitboard {
        let (row, col) = (usize::from(cat / 8), usize::from(cat % 8));
        let mice = self.0.map(|cats| cats[row].to_le_bytes()[col]);
        Bitboard(u64::from_le_bytes(mice))
    }

    pub(super) fn remove(&mut self, mouse: u8, cat: u8) {
        self.0[usize::from(mouse / 8)][usize::from(cat / 8)] &= !(1 << Self::bit_index(mouse, cat));
    }

    const fn bit_index(mouse: u8, cat: u8) -> u8 {
        cat % 8 * 8 + mouse % 8
    }
}

/// All positions of a board from which the mouse wins if there is no move limit.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Wins {
    /// The positions in which the mouse is to move and wins.
    pub mouse_to_move: Positions,
    /// The positions in which the cat is to move and the mouse wins.
    pub cat_to_move: Positions,
    /// The number of rounds that added at least one win. With the mouse to move, the longest win
    /// takes `2 * rounds − 1` plies. The only exception is a board on which the mouse never wins
    /// except by starting on the food.
    pub rounds: u32,
}
