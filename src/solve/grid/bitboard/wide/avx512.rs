//! A row of mouse cells in one register of AVX-512.
#![expect(
    clippy::undocumented_unsafe_blocks,
    reason = "one argument for all: a `Whole` is only used in code that was compiled for the \
              features named in `has` and runs where they were detected, and every load and \
              store is of a whole array"
)]

use std::arch::x86_64::{
    __m512i, _mm512_and_si512, _mm512_andnot_si512, _mm512_loadu_si512,
    _mm512_maskz_permutexvar_epi8, _mm512_movm_epi8, _mm512_or_si512, _mm512_permutexvar_epi8,
    _mm512_set1_epi64, _mm512_sllv_epi64, _mm512_srli_epi64, _mm512_srlv_epi64,
    _mm512_storeu_si512, _mm512_ternarylogic_epi64, _mm512_test_epi64_mask,
};

use super::super::Setup;
use super::super::lines::{BY_SIX, BySix};
use super::super::row::Row;
use super::super::runs::Runs;

/// All cats.
#[derive(Clone, Copy)]
pub(in super::super) struct Whole(__m512i);

/// For each of the four directions the cats that may go: all ones, or a bit.
#[derive(Clone, Copy)]
pub(in super::super) struct Shift {
    east: __m512i,
    west: __m512i,
    south: u64,
    north: u64,
}

/// Truth tables over (a, b, c).
const OR_AND: i32 = 0b1111_1000;
const OR_XOR: i32 = 0b1111_0110;
const OR: i32 = 0b1111_1110;
const NOT_OR_OR_AND: i32 = 0b0101_0111;
const NOR: i32 = 0b0000_0011;

/// By shift 0 to 4: for each cat the one so many rows on, or back.
const ON: [[u8; 64]; 5] = moved_rows(true);
const BACK: [[u8; 64]; 5] = moved_rows(false);

const fn moved_rows(on: bool) -> [[u8; 64]; 5] {
    let mut places = [[0; 64]; 5];
    let mut cat = 0;
    while cat < 5 * 64 {
        let (by, from) = (cat / 64, cat % 64);
        let to = if on {
            from + 8 * by
        } else {
            from + 64 - 8 * by
        };
        places[by][from] = (to % 64) as u8;
        cat += 1;
    }
    places
}

/// Each byte of a word eight times.
const ROWS: [u8; 64] = {
    let mut places = [0; 64];
    let mut at = 0;
    while at < 64 {
        places[at] = (at / 8) as u8;
        at += 1;
    }
    places
};

#[inline(always)]
fn load_bytes(bytes: &[u8; 64]) -> __m512i {
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

impl Row for Whole {
    type Lines = &'static [BySix; 256];
    type CatShift = Shift;

    #[inline(always)]
    fn splat(word: u64) -> Self {
        Self(unsafe { _mm512_set1_epi64(word as i64) })
    }

    #[inline(always)]
    fn of_words(words: &[u64; 8]) -> Self {
        Self(unsafe { _mm512_loadu_si512(words.as_ptr().cast()) })
    }

    #[inline(always)]
    fn of_cats(cats: u64) -> Self {
        Self(unsafe { _mm512_movm_epi8(cats) })
    }

    #[inline(always)]
    fn words(self) -> [u64; 8] {
        let mut words = [0; 8];
        unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), self.0) };
        words
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(unsafe { _mm512_and_si512(self.0, other.0) })
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        Self(unsafe { _mm512_andnot_si512(other.0, self.0) })
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(unsafe { _mm512_or_si512(self.0, other.0) })
    }

    #[inline(always)]
    fn nor(self, other: Self) -> Self {
        Self(unsafe { _mm512_ternarylogic_epi64::<NOR>(self.0, other.0, other.0) })
    }

    #[inline(always)]
    fn or_and(self, other: Self, mask: Self) -> Self {
        Self(unsafe { _mm512_ternarylogic_epi64::<OR_AND>(self.0, other.0, mask.0) })
    }

    #[inline(always)]
    fn or_xor(self, a: Self, b: Self) -> Self {
        Self(unsafe { _mm512_ternarylogic_epi64::<OR_XOR>(self.0, a.0, b.0) })
    }

    #[inline(always)]
    fn neither(a: Self, b: Self, mask: Self) -> Self {
        Self(unsafe { _mm512_ternarylogic_epi64::<NOT_OR_OR_AND>(a.0, b.0, mask.0) })
    }

    #[inline(always)]
    fn any(self) -> bool {
        unsafe { _mm512_test_epi64_mask(self.0, self.0) != 0 }
    }

    #[inline(always)]
    fn rows_of(cells: u64) -> [u64; 8] {
        let rows = unsafe { _mm512_permutexvar_epi8(load_bytes(&ROWS), Self::splat(cells).0) };
        Self(rows).words()
    }

    #[inline(always)]
    fn lines(setup: &Setup) -> Self::Lines {
        &BY_SIX[setup.line_jump() - 1]
    }

    #[inline(always)]
    fn along(self, lines: &Self::Lines, row: usize, setup: &Setup) -> Self {
        let line = &lines[(setup.floor >> (8 * row) & 0xff) as usize];
        unsafe {
            // A lookup goes by the low six bits of a byte. What the shift
            // brings over from the next byte lands above them.
            let low = _mm512_permutexvar_epi8(self.0, load_bytes(&line.low));
            let last = _mm512_srli_epi64::<2>(self.0);
            let high = _mm512_permutexvar_epi8(last, load_bytes(&line.high));
            Self(_mm512_or_si512(low, high))
        }
    }

    #[inline(always)]
    fn cat_shift(runs: &Runs, step: usize) -> Shift {
        Shift {
            east: Self::of_cats(runs.east[step]).0,
            west: Self::of_cats(runs.west[step]).0,
            south: runs.south[step],
            north: runs.north[step],
        }
    }

    #[inline(always)]
    fn cat_along(self, shift: &Shift, by: usize) -> Self {
        unsafe {
            let by = _mm512_set1_epi64(8 * by as i64);
            let east = _mm512_srlv_epi64(self.0, by);
            let west = _mm512_sllv_epi64(self.0, by);
            let along = _mm512_ternarylogic_epi64::<OR_AND>(self.0, east, shift.east);
            Self(_mm512_ternarylogic_epi64::<OR_AND>(along, west, shift.west))
        }
    }

    #[inline(always)]
    fn cat_up_down(self, shift: &Shift, by: usize) -> Self {
        unsafe {
            let south = _mm512_maskz_permutexvar_epi8(shift.south, load_bytes(&ON[by]), self.0);
            let north = _mm512_maskz_permutexvar_epi8(shift.north, load_bytes(&BACK[by]), self.0);
            Self(_mm512_ternarylogic_epi64::<OR>(self.0, south, north))
        }
    }
}
