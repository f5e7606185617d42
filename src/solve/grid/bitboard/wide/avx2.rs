//! A row of mouse cells in two registers of AVX2.
#![expect(
    clippy::undocumented_unsafe_blocks,
    reason = "one argument for all: a `Pair` is only used in code that was compiled for AVX2 and \
              runs where it was detected, and every load and store is of a whole array"
)]

use std::arch::x86_64::{
    __m256i, _mm_load_si128, _mm256_alignr_epi8, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_broadcastsi128_si256, _mm256_loadu_si256, _mm256_or_si256, _mm256_permute2x128_si256,
    _mm256_set1_epi8, _mm256_set1_epi64x, _mm256_shuffle_epi8, _mm256_sllv_epi64,
    _mm256_srli_epi64, _mm256_srlv_epi64, _mm256_storeu_si256, _mm256_testz_si256,
    _mm256_xor_si256,
};

use super::super::Setup;
use super::super::lines::{BY_FOUR, ByFour};
use super::super::row::{Row, Words, bytes_of};
use super::super::runs::{MOST_SHIFTS, Runs, shifts};

/// The cats of rows 0 to 3, and of rows 4 to 7.
#[derive(Clone, Copy)]
pub(in super::super) struct Pair([__m256i; 2]);

/// For each of the four directions, all ones for the cats that may go.
#[derive(Clone, Copy)]
pub(in super::super) struct Shift {
    east: Pair,
    west: Pair,
    south: Pair,
    north: Pair,
}

impl Pair {
    #[inline(always)]
    fn each(self, other: Self, of: impl Fn(__m256i, __m256i) -> __m256i) -> Self {
        Self([of(self.0[0], other.0[0]), of(self.0[1], other.0[1])])
    }

    #[inline(always)]
    fn ones() -> Self {
        Self::splat(u64::MAX)
    }
}

impl Row for Pair {
    type Lines = &'static [ByFour; 256];
    type Cat = [Shift; MOST_SHIFTS];

    #[inline(always)]
    fn splat(word: u64) -> Self {
        Self([unsafe { _mm256_set1_epi64x(word as i64) }; 2])
    }

    #[inline(always)]
    fn of_words(words: &[u64; 8]) -> Self {
        let half = |at: usize| unsafe { _mm256_loadu_si256(words[at..at + 4].as_ptr().cast()) };
        Self([half(0), half(4)])
    }

    #[inline(always)]
    fn of_cats(cats: u64) -> Self {
        Self::of_words(&bytes_of(cats))
    }

    #[inline(always)]
    fn words(self) -> [u64; 8] {
        let mut words = [0; 8];
        for (half, words) in self.0.into_iter().zip(words.as_chunks_mut::<4>().0) {
            unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), half) }
        }
        words
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.each(other, |a, b| unsafe { _mm256_and_si256(a, b) })
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        self.each(other, |a, b| unsafe { _mm256_andnot_si256(b, a) })
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.each(other, |a, b| unsafe { _mm256_or_si256(a, b) })
    }

    #[inline(always)]
    fn nor(self, other: Self) -> Self {
        Self::ones().and_not(self.or(other))
    }

    #[inline(always)]
    fn or_and(self, other: Self, mask: Self) -> Self {
        self.or(other.and(mask))
    }

    #[inline(always)]
    fn neither(a: Self, b: Self, mask: Self) -> Self {
        Self::ones().and_not(a.or(b).and(mask))
    }

    #[inline(always)]
    fn differs(self, other: Self) -> bool {
        let Self([low, high]) = self.each(other, |a, b| unsafe { _mm256_xor_si256(a, b) });
        unsafe {
            let all = _mm256_or_si256(low, high);
            _mm256_testz_si256(all, all) == 0
        }
    }

    #[inline(always)]
    fn rows_of(cells: u64) -> [u64; 8] {
        Words::rows_of(cells)
    }

    #[inline(always)]
    fn lines(setup: &Setup) -> Self::Lines {
        &BY_FOUR[setup.line_jump() - 1]
    }

    #[inline(always)]
    fn along(self, lines: &Self::Lines, row: usize, setup: &Setup) -> Self {
        let line = &lines[(setup.floor >> (8 * row) & 0xff) as usize];
        let table = |table: &[u8; 16]| unsafe {
            _mm256_broadcastsi128_si256(_mm_load_si128(table.as_ptr().cast()))
        };
        let (low, high) = (table(&line.low), table(&line.high));
        let along = |set| unsafe {
            let four = _mm256_set1_epi8(0x0f);
            let first = _mm256_and_si256(set, four);
            let last = _mm256_and_si256(_mm256_srli_epi64::<4>(set), four);
            _mm256_or_si256(
                _mm256_shuffle_epi8(low, first),
                _mm256_shuffle_epi8(high, last),
            )
        };
        Self([along(self.0[0]), along(self.0[1])])
    }

    #[inline(always)]
    fn cat(setup: &Setup) -> Self::Cat {
        let runs = Runs::new(setup.floor, setup.cat_jump);
        std::array::from_fn(|step| Shift {
            east: Self::of_cats(runs.east[step]),
            west: Self::of_cats(runs.west[step]),
            south: Self::of_cats(runs.south[step]),
            north: Self::of_cats(runs.north[step]),
        })
    }

    #[inline(always)]
    fn unreached(self, cat: &Self::Cat, setup: &Setup) -> Self {
        let (mut along, mut up_down) = (self, self);
        for (shift, &by) in cat.iter().zip(shifts(setup.cat_jump)) {
            along = along.cat_along(shift, by);
            up_down = up_down.cat_up_down(shift, by);
        }
        along.nor(up_down)
    }
}

impl Pair {
    #[inline(always)]
    fn cat_along(self, shift: &Shift, by: usize) -> Self {
        let by = unsafe { _mm256_set1_epi64x(8 * by as i64) };
        let moved = |of: &dyn Fn(__m256i) -> __m256i| Self([of(self.0[0]), of(self.0[1])]);
        let east = moved(&|set| unsafe { _mm256_srlv_epi64(set, by) });
        let west = moved(&|set| unsafe { _mm256_sllv_epi64(set, by) });
        self.or_and(east, shift.east).or_and(west, shift.west)
    }

    #[inline(always)]
    fn cat_up_down(self, shift: &Shift, by: usize) -> Self {
        let Self([low, high]) = self;
        // Rows 2 to 5. What is moved in from beyond the board is masked out.
        let middle = unsafe { _mm256_permute2x128_si256::<0x21>(low, high) };
        let odd = |after, before| unsafe { _mm256_alignr_epi8::<8>(after, before) };
        let outer = unsafe { _mm256_permute2x128_si256::<0x01>(low, low) };
        let inner = unsafe { _mm256_permute2x128_si256::<0x01>(high, high) };
        let (south, north) = match by {
            1 => (
                [odd(middle, low), odd(inner, high)],
                [odd(low, outer), odd(high, middle)],
            ),
            2 => ([middle, inner], [outer, middle]),
            3 => (
                [odd(high, middle), odd(high, inner)],
                [odd(outer, low), odd(middle, low)],
            ),
            _ => ([high, high], [low, low]),
        };
        self.or_and(Self(south), shift.south)
            .or_and(Self(north), shift.north)
    }
}
