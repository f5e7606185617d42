//! A row of mouse cells in two registers of AVX2.
#![expect(
    clippy::undocumented_unsafe_blocks,
    reason = "one argument for all: a `Pair` is only used in code that was compiled for AVX2 and \
              runs where it was detected, and every load and store is of a whole array"
)]

use std::arch::x86_64::{
    __m256i, _mm_load_si128, _mm256_add_epi8, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_blend_epi32, _mm256_broadcastsi128_si256, _mm256_cmpeq_epi8, _mm256_loadu_si256,
    _mm256_or_si256, _mm256_permute2x128_si256, _mm256_permute4x64_epi64, _mm256_set1_epi8,
    _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_srli_epi64,
    _mm256_storeu_si256, _mm256_sub_epi8, _mm256_testz_si256, _mm256_xor_si256,
};

use super::super::Setup;
use super::super::lines::{BY_FOUR, ByFour};
use super::super::row::Row;
use super::super::runs::{MOST_LOOKUPS, MOST_SHIFTS, lookups, runs, shifts, steps};

/// The cats of rows 0 to 3, and of rows 4 to 7.
#[derive(Clone, Copy)]
pub(in super::super) struct Pair([__m256i; 2]);

/// How the cat moves: the lookups along its row, each within the two rows of
/// half a register, and for each shift all ones for the cats that may go
/// south.
#[derive(Clone, Copy)]
pub(in super::super) struct Cat {
    jump: usize,
    along: [Pair; MOST_LOOKUPS],
    south: [Pair; MOST_SHIFTS],
}

/// Each byte of a word eight times.
const ROWS: [u64; 8] = [
    0,
    EACH,
    2 * EACH,
    3 * EACH,
    4 * EACH,
    5 * EACH,
    6 * EACH,
    7 * EACH,
];
/// A byte eight times.
const EACH: u64 = 0x0101_0101_0101_0101;
/// The columns of a row, one by one.
const COLUMNS: u64 = 0x8040_2010_0804_0201;
/// The numbers of eight cells, from 0 on.
const OWN: u64 = 0x0706_0504_0302_0100;

impl Pair {
    #[inline(always)]
    fn each(self, other: Self, of: impl Fn(__m256i, __m256i) -> __m256i) -> Self {
        Self([of(self.0[0], other.0[0]), of(self.0[1], other.0[1])])
    }

    #[inline(always)]
    fn ones() -> Self {
        Self::splat(u64::MAX)
    }

    /// Each row of a set of cells, as a byte eight times.
    #[inline(always)]
    fn rows(cells: u64) -> Self {
        Self::splat(cells).looked_up(Self::of_words(&ROWS))
    }

    /// Each cell's value among the sixteen of its half register.
    #[inline(always)]
    fn looked_up(self, places: Self) -> Self {
        self.each(places, |set, places| unsafe {
            _mm256_shuffle_epi8(set, places)
        })
    }
}

impl Row for Pair {
    type Lines = &'static [ByFour; 256];
    type Cat = Cat;

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
        let columns = Self::splat(COLUMNS);
        Self::rows(cats)
            .and(columns)
            .each(columns, |a, b| unsafe { _mm256_cmpeq_epi8(a, b) })
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
        Self::rows(cells).words()
    }

    #[inline(always)]
    fn lines(setup: &Setup) -> Self::Lines {
        &BY_FOUR[setup.line_jump() - 1]
    }

    #[inline(always)]
    fn along(self, lines: &Self::Lines, row: usize, floor: u64) -> Self {
        let line = &lines[(floor >> (8 * row) & 0xff) as usize];
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
    fn cat(setup: &Setup) -> Cat {
        let east = setup.east[1];
        let (east, west) = (Self::of_cats(east), Self::of_cats(east << 1));
        // All ones are −1.
        let sub = |a: Self, b| a.each(b, |a, b| unsafe { _mm256_sub_epi8(a, b) });
        let add = |a: Self, b| a.each(b, |a, b| unsafe { _mm256_add_epi8(a, b) });
        let odd = OWN + 8 * EACH;
        let stay = Self::of_words(&[OWN, odd, OWN, odd, OWN, odd, OWN, odd]);
        let next = sub(stay, east);
        let jump = setup.lookup_jump();
        let along = lookups(
            (jump, setup.longest_east),
            [stay, next, add(stay, west)],
            |first, second| second.looked_up(first),
            |start| next.and(east).or(start.and_not(east)),
        );
        let [first, second, third] = runs(jump, &setup.south);
        Cat {
            jump,
            along,
            south: [
                Self::of_cats(first),
                Self::of_cats(second),
                Self::of_cats(third),
            ],
        }
    }

    /// By its jump.
    #[inline(always)]
    fn way(cat: &Cat) -> usize {
        cat.jump
    }

    #[inline(always)]
    fn unreached<const JUMP: usize>(self, cat: &Cat) -> Self {
        let mut along = self;
        for &places in &cat.along[..const { steps(JUMP) }] {
            along = along.or(along.looked_up(places));
        }
        let mut up_down = self;
        for (step, &by) in const { shifts(JUMP) }.iter().enumerate() {
            let south = cat.south[step];
            let north = up_down.and(south).rows_back(by);
            up_down = up_down.or_and(up_down.rows_on(by), south).or(north);
        }
        along.nor(up_down)
    }
}

/// All rows of a half by one place on, or back, or by two, in a circle.
#[inline(always)]
fn turned<const BY: i32>(half: __m256i) -> __m256i {
    unsafe { _mm256_permute4x64_epi64::<BY>(half) }
}
const ON: i32 = 0b00_11_10_01;
const BACK: i32 = 0b10_01_00_11;
const TWO: i32 = 0b01_00_11_10;

/// The first row of `next` and the last three of `half`.
#[inline(always)]
fn with_first(half: __m256i, next: __m256i) -> __m256i {
    unsafe { _mm256_blend_epi32::<0b0000_0011>(half, next) }
}

/// The last row of `previous` and the first three of `half`.
#[inline(always)]
fn with_last(half: __m256i, previous: __m256i) -> __m256i {
    unsafe { _mm256_blend_epi32::<0b1100_0000>(half, previous) }
}

impl Pair {
    /// For each row the one so many rows on; any, from beyond the board.
    #[inline(always)]
    fn rows_on(self, by: usize) -> Self {
        let Self([low, high]) = self;
        match by {
            1 => Self([turned::<ON>(with_first(low, high)), turned::<ON>(high)]),
            2 => Self([self.middle(), turned::<TWO>(high)]),
            3 => Self([turned::<BACK>(with_last(high, low)), turned::<BACK>(high)]),
            _ => Self([high, high]),
        }
    }

    /// For each row the one so many rows back, if the rows from beyond the
    /// board, which are the last ones, are empty.
    #[inline(always)]
    fn rows_back(self, by: usize) -> Self {
        let Self([low, high]) = self;
        let none = unsafe { _mm256_setzero_si256() };
        match by {
            1 => Self([
                turned::<BACK>(with_last(low, high)),
                turned::<BACK>(with_last(high, low)),
            ]),
            2 => Self([
                unsafe { _mm256_permute2x128_si256::<0x08>(low, low) },
                self.middle(),
            ]),
            3 => Self([
                turned::<ON>(with_first(high, low)),
                turned::<ON>(with_first(low, high)),
            ]),
            _ => Self([none, low]),
        }
    }

    /// Rows 2 to 5.
    #[inline(always)]
    fn middle(self) -> __m256i {
        unsafe { _mm256_permute2x128_si256::<0x21>(self.0[0], self.0[1]) }
    }
}
