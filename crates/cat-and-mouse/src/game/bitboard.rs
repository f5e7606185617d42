//! Sets of cells of boards up to 8×8.

/// A set of cells of a board, with one bit for each cell of an 8×8 board. A smaller board occupies
/// the upper left corner. Cell `(row, col)` is bit `8 * row + col`:
///
/// ```text
///  0  1  2  3  4  5  6  7
///  8  9 10 11 12 13 14 15
/// 16 17 …              23
///  ⋮                    ⋮
/// 56 57 …              63
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// Returns whether the cell with this bit index is in the set.
    pub const fn contains(self, cell: u8) -> bool {
        self.0 >> cell & 1 == 1
    }

    /// Returns the union of this set and the cell with the given bit index.
    #[must_use]
    pub const fn with(self, cell: u8) -> Self {
        Self(self.0 | 1 << cell)
    }

    /// Returns the bit indices of the cells, ascending.
    pub fn cells(self) -> impl Iterator<Item = u8> {
        indices_of_set_bits(self.0).map(|bit| bit as u8)
    }
}

/// Returns the numbers of the bits that are set in a word, in ascending order.
pub fn indices_of_set_bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use super::Bitboard;

    #[test]
    fn added_cells_are_in_the_set_once() {
        let set = Bitboard::EMPTY.with(9).with(3).with(9);
        assert_eq!(set.cells().collect::<Vec<_>>(), [3, 9]);
        assert!(set.contains(9) && !set.contains(8));
    }
}
