//! The operations that the solver performs on sets of positions, and an implementation for any
//! processor.

use super::board::PreparedBoard;
use super::jumps::{MAX_SHIFTS, free_runs, shifts};

/// A set of positions with the mouse in one row: one byte for each cell where the cat can be, and
/// in each byte one bit for each column where the mouse can be.
pub(super) trait Row: Copy {
    /// Proof that the processor has the features that the operations use, which is required to
    /// create a row.
    type FeatureProof: Copy;
    /// The mouse's moves along the rows of a board.
    type MouseMoves: Copy;
    /// The cat's moves on a board.
    type CatMoves: Copy;

    /// Returns a register with eight copies of a word.
    fn splat(proof: Self::FeatureProof, word: u64) -> Self;
    /// Returns a register with one word for each row of cat cells.
    fn from_words(proof: Self::FeatureProof, words: &[u64; 8]) -> Self;
    /// Returns a mask. The byte of each cat cell in `cells` is 255; all other bytes are 0.
    fn cat_cell_mask(proof: Self::FeatureProof, cells: u64) -> Self;
    /// Returns the words of the register, one for each row of cat cells.
    fn words(self) -> [u64; 8];
    /// Returns `self & other`.
    fn and(self, other: Self) -> Self;
    /// Returns `self & !other`.
    fn and_not(self, other: Self) -> Self;
    /// Returns `self | other`.
    fn or(self, other: Self) -> Self;
    /// Returns `!(self | other)`.
    fn nor(self, other: Self) -> Self;
    /// Returns `self | (other & mask)`.
    fn or_masked(self, other: Self, mask: Self) -> Self;
    /// Returns `!((a | b) & mask)`.
    fn nand_of_or(a: Self, b: Self, mask: Self) -> Self;
    /// Returns whether the registers differ in any bit.
    fn differs(self, other: Self) -> bool;

    /// Returns, for each row of a set of cells, a word with eight copies of the row's byte.
    fn repeated_rows(proof: Self::FeatureProof, cells: u64) -> [u64; 8];

    /// Computes the data for the mouse's moves along the rows of a board.
    fn mouse_moves(prepared: &PreparedBoard) -> Self::MouseMoves;
    /// Returns the union of the set and all positions from which a move of the mouse along this row
    /// leads into the set.
    fn reach_along_row(self, moves: &Self::MouseMoves, row: usize, floor: u64) -> Self;

    /// Computes the data for the cat's moves on a board.
    fn cat_moves(proof: Self::FeatureProof, prepared: &PreparedBoard) -> Self::CatMoves;
    /// Returns the number, from 1 to 7, of the code path that handles the cat's moves. Each code
    /// path is compiled separately.
    fn cat_code_path(cat: &Self::CatMoves) -> usize;
    /// Returns the positions from which no move of the cat, including staying, leads into the set.
    /// `PATH` is the number of the code path.
    fn cat_cannot_reach<const PATH: usize>(self, cat: &Self::CatMoves) -> Self;
}

/// A row stored as an array instead of in registers: one word for each row where the cat can be.
#[derive(Clone, Copy)]
pub(super) struct PortableRow([u64; 8]);

/// The mouse's moves along rows: for each shift and each row, the columns from which the mouse can
/// move east by the shift.
#[derive(Clone, Copy)]
pub(super) struct MouseMoves {
    jump: usize,
    east: [[u64; 8]; MAX_SHIFTS],
}

/// The cat's moves. For each shift, one mask contains the cat cells from which the cat can move
/// east by the shift, and the other mask those from which it can move south.
#[derive(Clone, Copy)]
pub(super) struct CatMoves {
    jump: usize,
    east: [[u64; 8]; MAX_SHIFTS],
    south: [[u64; 8]; MAX_SHIFTS],
}

/// Multiplying a byte by this constant copies it into all eight bytes of a word.
const REPEAT_BYTE: u64 = 0x0101_0101_0101_0101;

macro_rules! each {
    ($at:ident => $word:expr) => {{
        let mut words = [0; 8];
        for $at in 0..8 {
            words[$at] = $word;
        }
        Self(words)
    }};
}

impl Row for PortableRow {
    type FeatureProof = ();
    type MouseMoves = MouseMoves;
    type CatMoves = CatMoves;

    #[inline(always)]
    fn splat((): (), word: u64) -> Self {
        Self([word; 8])
    }

    #[inline(always)]
    fn from_words((): (), words: &[u64; 8]) -> Self {
        Self(*words)
    }

    #[inline(always)]
    fn cat_cell_mask((): (), cells: u64) -> Self {
        Self(byte_masks_of(cells))
    }

    #[inline(always)]
    fn words(self) -> [u64; 8] {
        self.0
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        each!(at => self.0[at] & other.0[at])
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        each!(at => self.0[at] & !other.0[at])
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        each!(at => self.0[at] | other.0[at])
    }

    #[inline(always)]
    fn nor(self, other: Self) -> Self {
        each!(at => !(self.0[at] | other.0[at]))
    }

    #[inline(always)]
    fn or_masked(self, other: Self, mask: Self) -> Self {
        each!(at => self.0[at] | other.0[at] & mask.0[at])
    }

    #[inline(always)]
    fn nand_of_or(a: Self, b: Self, mask: Self) -> Self {
        each!(at => !((a.0[at] | b.0[at]) & mask.0[at]))
    }

    #[inline(always)]
    fn differs(self, other: Self) -> bool {
        let both = self.0.iter().zip(&other.0);
        both.fold(0, |all, (a, b)| all | (a ^ b)) != 0
    }

    #[inline(always)]
    fn repeated_rows((): (), cells: u64) -> [u64; 8] {
        let mut rows = [0; 8];
        for (row, word) in rows.iter_mut().enumerate() {
            *word = REPEAT_BYTE * (cells >> (8 * row) & 0xff);
        }
        rows
    }

    #[inline(always)]
    fn mouse_moves(prepared: &PreparedBoard) -> Self::MouseMoves {
        let [first, second, third] = free_runs(prepared.mouse_jump, &prepared.east);
        MouseMoves {
            jump: prepared.mouse_jump,
            east: [
                Self::repeated_rows((), first),
                Self::repeated_rows((), second),
                Self::repeated_rows((), third),
            ],
        }
    }

    #[inline(always)]
    fn reach_along_row(self, moves: &Self::MouseMoves, row: usize, _: u64) -> Self {
        let mut reach = self;
        for (line, &by) in moves.east.iter().zip(shifts(moves.jump)) {
            let east = line[row];
            reach = each!(at => {
                let word = reach.0[at];
                word | word >> by & east | (word & east) << by
            });
        }
        reach
    }

    #[inline(always)]
    fn cat_moves((): (), prepared: &PreparedBoard) -> Self::CatMoves {
        CatMoves {
            jump: prepared.cat_jump,
            east: free_runs(prepared.cat_jump, &prepared.east).map(byte_masks_of),
            south: free_runs(prepared.cat_jump, &prepared.south).map(byte_masks_of),
        }
    }

    /// Returns 1, because one code path handles all jumps.
    #[inline(always)]
    fn cat_code_path(_: &Self::CatMoves) -> usize {
        1
    }

    #[inline(always)]
    fn cat_cannot_reach<const PATH: usize>(self, cat: &Self::CatMoves) -> Self {
        let (mut along, mut up_down) = (self, self);
        for (step, &by) in shifts(cat.jump).iter().enumerate() {
            match by {
                1 => cat.shift_by::<1>(step, &mut along, &mut up_down),
                2 => cat.shift_by::<2>(step, &mut along, &mut up_down),
                3 => cat.shift_by::<3>(step, &mut along, &mut up_down),
                _ => cat.shift_by::<4>(step, &mut along, &mut up_down),
            }
        }
        along.nor(up_down)
    }
}

impl CatMoves {
    /// Adds the moves by `BY` cells: those along rows to `along`, and those along columns to
    /// `up_down`.
    #[inline(always)]
    fn shift_by<const BY: usize>(
        &self,
        step: usize,
        along: &mut PortableRow,
        up_down: &mut PortableRow,
    ) {
        let (PortableRow(along), PortableRow(up_down)) = (along, up_down);
        let (east, south) = (&self.east[step], &self.south[step]);
        for at in 0..8 {
            let (word, east) = (along[at], east[at]);
            along[at] |= word >> (8 * BY) & east | (word & east) << (8 * BY);
        }
        let from = *up_down;
        for at in 0..8 - BY {
            up_down[at] |= from[at + BY] & south[at];
            up_down[at + BY] |= from[at] & south[at];
        }
    }
}

/// Returns a mask of 64 bytes. Byte `i` is 255 if bit `i` of `bits` is set, and 0 otherwise.
#[inline(always)]
fn byte_masks_of(bits: u64) -> [u64; 8] {
    bits.to_le_bytes().map(|row| BYTE_MASKS[usize::from(row)])
}

/// For each eight-bit number, a mask whose byte `i` is 255 if bit `i` of the number is set, and 0
/// otherwise.
static BYTE_MASKS: [u64; 256] = {
    let mut words = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut at = 0;
        while at < 8 {
            if bits >> at & 1 == 1 {
                words[bits] |= 0xff << (8 * at);
            }
            at += 1;
        }
        bits += 1;
    }
    words
};
