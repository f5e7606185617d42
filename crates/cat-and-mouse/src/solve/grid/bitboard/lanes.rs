//! Sets of cells of several boards at once.

/// A register of sets, one for each of some boards.
pub(super) trait Lanes: Copy {
    /// That the processor has such registers.
    type Proof: Copy;
    /// The number of sets, at most 8.
    const COUNT: usize;
    fn splat(proof: Self::Proof, cells: u64) -> Self;
    /// The first of these sets.
    fn of(proof: Self::Proof, sets: &[u64; 8]) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn without(self, other: Self) -> Self;
    /// All cells so many numbers up.
    fn up(self, by: u32) -> Self;
    /// All cells so many numbers down.
    fn down(self, by: u32) -> Self;
    /// Every cell there is, in the lanes where both are equal.
    fn equal(self, other: Self) -> Self;
    /// Every cell there is, in the lanes where this is, as a number, smaller.
    /// Both are small.
    fn below(self, other: Self) -> Self;
    fn is_empty(self) -> bool;
    /// The number of cells in all sets.
    fn cells(self) -> u32;
}

/// Sets as the compiler arranges them for any processor.
#[derive(Clone, Copy)]
pub(super) struct Words<W>([W; 8]);

macro_rules! words {
    ($($word:ty)*) => {$(
        impl Words<$word> {
            #[inline(always)]
            fn zip(self, other: Self, of: impl Fn($word, $word) -> $word) -> Self {
                let mut all = [0; 8];
                for lane in 0..8 {
                    all[lane] = of(self.0[lane], other.0[lane]);
                }
                Self(all)
            }
        }

        impl Lanes for Words<$word> {
            type Proof = ();
            const COUNT: usize = 8;

            #[inline(always)]
            fn splat((): (), cells: u64) -> Self {
                Self([cells as $word; 8])
            }

            #[inline(always)]
            fn of((): (), sets: &[u64; 8]) -> Self {
                Self(sets.map(|cells| cells as $word))
            }

            #[inline(always)]
            fn and(self, other: Self) -> Self {
                self.zip(other, |a, b| a & b)
            }

            #[inline(always)]
            fn or(self, other: Self) -> Self {
                self.zip(other, |a, b| a | b)
            }

            #[inline(always)]
            fn without(self, other: Self) -> Self {
                self.zip(other, |a, b| a & !b)
            }

            #[inline(always)]
            fn up(self, by: u32) -> Self {
                self.zip(self, |a, _| a.wrapping_shl(by))
            }

            #[inline(always)]
            fn down(self, by: u32) -> Self {
                self.zip(self, |a, _| a.wrapping_shr(by))
            }

            #[inline(always)]
            fn equal(self, other: Self) -> Self {
                self.zip(other, |a, b| if a == b { <$word>::MAX } else { 0 })
            }

            #[inline(always)]
            fn below(self, other: Self) -> Self {
                self.zip(other, |a, b| if a < b { <$word>::MAX } else { 0 })
            }

            #[inline(always)]
            fn is_empty(self) -> bool {
                self.0.iter().fold(0, |all, cells| all | cells) == 0
            }

            #[inline(always)]
            fn cells(self) -> u32 {
                self.0.iter().map(|cells| cells.count_ones()).sum()
            }
        }
    )*};
}

words!(u32 u64);
