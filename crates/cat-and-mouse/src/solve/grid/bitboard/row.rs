//! The operations of the steps on a register of positions, and their implementation for any
//! processor.

use super::board::Setup;
use super::runs::{MAX_SHIFTS, runs, shifts};

/// The positions of one row of mouse cells: a byte for each cat cell, with a bit for each column
/// of the mouse.
pub(super) trait Row: Copy {
    /// Proof that the processor has the features that the operations need. No row can be created
    /// without it.
    type Proof: Copy;
    /// The moves of the mouse along the rows of a board.
    type Lines: Copy;
    /// The moves of the cat on a board.
    type Cat: Copy;

    /// Returns the same word for all rows of cats.
    fn splat(proof: Self::Proof, word: u64) -> Self;
    /// Returns a register of one word for each row of cats.
    fn of_words(proof: Self::Proof, words: &[u64; 8]) -> Self;
    /// Returns all ones for each cat of a set.
    fn of_cats(proof: Self::Proof, cats: u64) -> Self;
    /// Returns the word of each row of cats.
    fn words(self) -> [u64; 8];
    /// `self & other`.
    fn and(self, other: Self) -> Self;
    /// `self & !other`.
    fn and_not(self, other: Self) -> Self;
    /// `self | other`.
    fn or(self, other: Self) -> Self;
    /// `!(self | other)`.
    fn nor(self, other: Self) -> Self;
    /// `self | (other & mask)`.
    fn or_and(self, other: Self, mask: Self) -> Self;
    /// `!((a | b) & mask)`.
    fn neither(a: Self, b: Self, mask: Self) -> Self;
    /// Returns whether any bit differs.
    fn differs(self, other: Self) -> bool;

    /// Returns each row of a set of cells as a byte repeated eight times.
    fn rows_of(proof: Self::Proof, cells: u64) -> [u64; 8];

    /// Prepares the moves of the mouse along rows.
    fn lines(setup: &Setup) -> Self::Lines;
    /// Returns the set, and the positions from which a move of the mouse along this row of the
    /// floor leads into it.
    fn along(self, lines: &Self::Lines, row: usize, floor: u64) -> Self;

    /// Prepares the moves of the cat.
    fn cat(proof: Self::Proof, setup: &Setup) -> Self::Cat;
    /// Returns the number of the code path for the cat's moves, from 1 to 7. Each path is compiled
    /// separately.
    fn way(cat: &Self::Cat) -> usize;
    /// Returns the positions from which no move of the cat, including staying, leads into the set,
    /// by this code path.
    fn unreached<const WAY: usize>(self, cat: &Self::Cat) -> Self;
}

/// A register of one word for each row of cats.
#[derive(Clone, Copy)]
pub(super) struct Words([u64; 8]);

/// For each step and row, the columns from which the mouse can go east.
#[derive(Clone, Copy)]
pub(super) struct Lines {
    jump: usize,
    east: [[u64; 8]; MAX_SHIFTS],
}

/// For each step, all ones for the cats that can go east, and south.
#[derive(Clone, Copy)]
pub(super) struct Cat {
    jump: usize,
    east: [[u64; 8]; MAX_SHIFTS],
    south: [[u64; 8]; MAX_SHIFTS],
}

/// Repeats a byte eight times, by multiplication.
const EACH: u64 = 0x0101_0101_0101_0101;

macro_rules! each {
    ($at:ident => $word:expr) => {{
        let mut words = [0; 8];
        for $at in 0..8 {
            words[$at] = $word;
        }
        Self(words)
    }};
}

impl Row for Words {
    type Proof = ();
    type Lines = Lines;
    type Cat = Cat;

    #[inline(always)]
    fn splat((): (), word: u64) -> Self {
        Self([word; 8])
    }

    #[inline(always)]
    fn of_words((): (), words: &[u64; 8]) -> Self {
        Self(*words)
    }

    #[inline(always)]
    fn of_cats((): (), cats: u64) -> Self {
        Self(bytes_of(cats))
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
    fn or_and(self, other: Self, mask: Self) -> Self {
        each!(at => self.0[at] | other.0[at] & mask.0[at])
    }

    #[inline(always)]
    fn neither(a: Self, b: Self, mask: Self) -> Self {
        each!(at => !((a.0[at] | b.0[at]) & mask.0[at]))
    }

    #[inline(always)]
    fn differs(self, other: Self) -> bool {
        let both = self.0.iter().zip(&other.0);
        both.fold(0, |all, (a, b)| all | (a ^ b)) != 0
    }

    #[inline(always)]
    fn rows_of((): (), cells: u64) -> [u64; 8] {
        let mut rows = [0; 8];
        for (row, word) in rows.iter_mut().enumerate() {
            *word = EACH * (cells >> (8 * row) & 0xff);
        }
        rows
    }

    #[inline(always)]
    fn lines(setup: &Setup) -> Self::Lines {
        let [first, second, third] = runs(setup.mouse_jump, &setup.east);
        Lines {
            jump: setup.mouse_jump,
            east: [
                Self::rows_of((), first),
                Self::rows_of((), second),
                Self::rows_of((), third),
            ],
        }
    }

    #[inline(always)]
    fn along(self, lines: &Self::Lines, row: usize, _: u64) -> Self {
        let mut reach = self;
        for (line, &by) in lines.east.iter().zip(shifts(lines.jump)) {
            let east = line[row];
            reach = each!(at => {
                let word = reach.0[at];
                word | word >> by & east | (word & east) << by
            });
        }
        reach
    }

    #[inline(always)]
    fn cat((): (), setup: &Setup) -> Self::Cat {
        Cat {
            jump: setup.cat_jump,
            east: runs(setup.cat_jump, &setup.east).map(bytes_of),
            south: runs(setup.cat_jump, &setup.south).map(bytes_of),
        }
    }

    /// One code path for all.
    #[inline(always)]
    fn way(_: &Self::Cat) -> usize {
        1
    }

    #[inline(always)]
    fn unreached<const WAY: usize>(self, cat: &Self::Cat) -> Self {
        let (mut along, mut up_down) = (self, self);
        for (step, &by) in shifts(cat.jump).iter().enumerate() {
            match by {
                1 => cat.go::<1>(step, &mut along, &mut up_down),
                2 => cat.go::<2>(step, &mut along, &mut up_down),
                3 => cat.go::<3>(step, &mut along, &mut up_down),
                _ => cat.go::<4>(step, &mut along, &mut up_down),
            }
        }
        along.nor(up_down)
    }
}

impl Cat {
    /// Takes a step by `BY` cells along the rows, and up and down.
    #[inline(always)]
    fn go<const BY: usize>(&self, step: usize, along: &mut Words, up_down: &mut Words) {
        let (Words(along), Words(up_down)) = (along, up_down);
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

/// Returns all ones for each byte whose bit is set.
#[inline(always)]
fn bytes_of(bits: u64) -> [u64; 8] {
    bits.to_le_bytes().map(|row| BYTES[usize::from(row)])
}

/// For each set of eight bits, all ones for each byte whose bit is set.
static BYTES: [u64; 256] = {
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
