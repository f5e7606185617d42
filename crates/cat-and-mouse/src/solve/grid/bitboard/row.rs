//! The operations that the solver performs on sets of positions, and an implementation for any
//! processor.

use super::board::PreparedBoard;
use super::jumps::{MAX_SHIFTS, origins_by_shift, shifts};

/// A set of positions with the mouse in one row: one byte for each cell where the cat can be, and
/// in each byte one bit for each column where the mouse can be.
pub(super) trait MouseRow: Copy {
    /// Proof that the processor supports the instructions that the operations use. Required to
    /// create a row.
    type CpuFeatures: Copy;
    /// The mouse's moves along the rows of a board.
    type MouseMoves: Copy;
    /// The cat's moves on a board.
    type CatMoves: Copy;

    /// Returns a register with eight copies of a word.
    fn splat(proof: Self::CpuFeatures, word: u64) -> Self;
    /// Loads a register from eight words. Word `i` contains the positions with the cat in row `i`.
    fn from_words(proof: Self::CpuFeatures, words: &[u64; 8]) -> Self;
    /// Returns a mask with a byte for each cell where the cat can be: 255 for the cells in `cells`,
    /// 0 for all others.
    fn cat_cell_mask(proof: Self::CpuFeatures, cells: u64) -> Self;
    /// Returns the eight words of the register. Word `i` contains the positions with the cat in row
    /// `i`.
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
    fn nor_of_masked(a: Self, b: Self, mask: Self) -> Self;
    /// Returns whether the registers differ in any bit.
    fn differs_from(self, other: Self) -> bool;

    /// Returns one word for each row of a set of cells: eight copies of the row's byte.
    fn broadcast_row_bytes(proof: Self::CpuFeatures, cells: u64) -> [u64; 8];

    /// Computes the tables or masks for the mouse's moves along the rows of a board.
    fn mouse_moves(prepared: &PreparedBoard) -> Self::MouseMoves;
    /// Returns the union of the set and all positions from which a move of the mouse along this row
    /// leads into the set.
    fn add_move_origins_along_row(self, moves: &Self::MouseMoves, row: usize, floor: u64) -> Self;

    /// Computes the data for the cat's moves on a board.
    fn cat_moves(proof: Self::CpuFeatures, prepared: &PreparedBoard) -> Self::CatMoves;
    /// Returns the number, from 1 to 7, of the code path in
    /// [`Self::complement_of_cat_move_origins`] that computes the cat's moves.
    fn select_cat_code_path(cat: &Self::CatMoves) -> usize;
    /// Returns the positions from which no move of the cat, including staying, leads into the set.
    /// The compiler generates separate code for each `PATH`.
    fn complement_of_cat_move_origins<const PATH: usize>(self, cat: &Self::CatMoves) -> Self;
}

/// The positions with the mouse in one row, stored as an array instead of in registers: one word
/// for each row where the cat can be.
#[derive(Clone, Copy)]
pub(super) struct PortableRow([u64; 8]);

/// The mouse's moves along rows: for each shift and each row, the columns from which the mouse can
/// move east by the shift.
#[derive(Clone, Copy)]
pub(super) struct MouseMoves {
    jump: usize,
    east: [[u64; 8]; MAX_SHIFTS],
}

/// The cat's moves. Each shift has two masks: the cells from which the cat can move that many cells
/// east, and the cells from which the cat can move that many cells south.
#[derive(Clone, Copy)]
pub(super) struct CatMoves {
    jump: usize,
    east: [[u64; 8]; MAX_SHIFTS],
    south: [[u64; 8]; MAX_SHIFTS],
}

/// Multiplying a byte by this constant copies it into all eight bytes of a word.
pub(super) const BYTE_BROADCAST_FACTOR: u64 = 0x0101_0101_0101_0101;

/// For each row, a word with eight copies of the row's index.
#[cfg(target_arch = "x86_64")]
pub(super) const ROW_INDICES: [u64; 8] = ascending_words(0, BYTE_BROADCAST_FACTOR);

/// Eight words of eight bytes. Each byte contains the index of its cell, from 0 to 63.
#[cfg(target_arch = "x86_64")]
pub(super) const CELL_INDICES: [u64; 8] =
    ascending_words(0x0706_0504_0302_0100, 8 * BYTE_BROADCAST_FACTOR);

#[cfg(target_arch = "x86_64")]
const fn ascending_words(first: u64, step: u64) -> [u64; 8] {
    let mut words = [first; 8];
    let mut at = 1;
    while at < 8 {
        words[at] = words[at - 1] + step;
        at += 1;
    }
    words
}

macro_rules! each {
    ($at:ident => $word:expr) => {{
        let mut words = [0; 8];
        for $at in 0..8 {
            words[$at] = $word;
        }
        Self(words)
    }};
}

impl MouseRow for PortableRow {
    type CpuFeatures = ();
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
        Self(expand_bits_to_bytes(cells))
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
    fn nor_of_masked(a: Self, b: Self, mask: Self) -> Self {
        each!(at => !((a.0[at] | b.0[at]) & mask.0[at]))
    }

    #[inline(always)]
    fn differs_from(self, other: Self) -> bool {
        let both = self.0.iter().zip(&other.0);
        both.fold(0, |all, (a, b)| all | (a ^ b)) != 0
    }

    #[inline(always)]
    fn broadcast_row_bytes((): (), cells: u64) -> [u64; 8] {
        let mut rows = [0; 8];
        for (row, word) in rows.iter_mut().enumerate() {
            *word = BYTE_BROADCAST_FACTOR * (cells >> (8 * row) & 0xff);
        }
        rows
    }

    #[inline(always)]
    fn mouse_moves(prepared: &PreparedBoard) -> Self::MouseMoves {
        MouseMoves {
            jump: prepared.mouse_jump,
            east: origins_by_shift(prepared.mouse_jump, &prepared.east)
                .map(|cells| Self::broadcast_row_bytes((), cells)),
        }
    }

    #[inline(always)]
    fn add_move_origins_along_row(self, moves: &Self::MouseMoves, row: usize, _: u64) -> Self {
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
            east: origins_by_shift(prepared.cat_jump, &prepared.east).map(expand_bits_to_bytes),
            south: origins_by_shift(prepared.cat_jump, &prepared.south).map(expand_bits_to_bytes),
        }
    }

    /// Returns 1, because there is only one code path, which handles jumps of any length.
    #[inline(always)]
    fn select_cat_code_path(_: &Self::CatMoves) -> usize {
        1
    }

    #[inline(always)]
    fn complement_of_cat_move_origins<const PATH: usize>(self, cat: &Self::CatMoves) -> Self {
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
    /// Adds the moves of exactly `BY` cells: those along rows to `along`, and those along columns
    /// to `up_down`.
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

/// Returns a mask with a byte for each bit of `bits`. Byte `i` is 255 if bit `i` is set, and 0
/// otherwise.
#[inline(always)]
fn expand_bits_to_bytes(bits: u64) -> [u64; 8] {
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
