//! Sets of squares of boards up to 8×8.

use std::fmt;
use std::ops::{BitAnd, BitOr, Not};

/// A set of cells of an 8×8 frame, one bit each; smaller boards lie in its
/// upper left corner. Cell `(row, col)` is bit `8 * row + col`:
///
/// ```text
///  0  1  2  3  4  5  6  7
///  8  9 10 11 12 13 14 15
/// 16 17 …              23
///  ⋮                    ⋮
/// 56 57 …              63
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No cell.
    pub const EMPTY: Self = Self(0);

    /// The cell in this row and column, both below 8.
    #[must_use]
    pub const fn cell(row: u16, col: u16) -> Self {
        Self(1 << (8 * row + col))
    }

    /// Whether a cell, given as its bit number, is in the set.
    #[must_use]
    pub const fn contains(self, cell: u8) -> bool {
        self.0 >> cell & 1 == 1
    }

    /// The set with one more cell, given as its bit number.
    #[must_use]
    pub const fn with(self, cell: u8) -> Self {
        Self(self.0 | 1 << cell)
    }

    /// Number of cells.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is no cell.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The bit numbers of the cells, ascending.
    pub fn cells(self) -> impl Iterator<Item = u8> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let cell = rest.trailing_zeros() as u8;
                rest &= rest - 1;
                cell
            })
        })
    }
}

impl BitAnd for Bitboard {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for Bitboard {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..8 {
            let line: String = (0..8)
                .map(|col| {
                    if self.contains(8 * row + col) {
                        'x'
                    } else {
                        '.'
                    }
                })
                .collect();
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}
