//! A row of mouse cells in one register of AVX-512.
#![expect(
    clippy::undocumented_unsafe_blocks,
    reason = "one argument for all: a `Whole` is only used in code that was compiled for the \
              features named in `has` and runs where they were detected, and every load and \
              store is of a whole array"
)]

use std::arch::x86_64::{
    __m512i, _mm512_and_si512, _mm512_andnot_si512, _mm512_cmpneq_epi64_mask, _mm512_loadu_si512,
    _mm512_mask_add_epi8, _mm512_mask_mov_epi8, _mm512_mask_sub_epi8, _mm512_movm_epi8,
    _mm512_or_si512, _mm512_permutexvar_epi8, _mm512_set1_epi8, _mm512_set1_epi64,
    _mm512_srli_epi64, _mm512_storeu_si512, _mm512_ternarylogic_epi64,
};

use super::super::Setup;
use super::super::lines::{BY_SIX, BySix};
use super::super::row::Row;
use super::super::runs::{MOST_LOOKUPS, lookups, steps};

/// All cats.
#[derive(Clone, Copy)]
pub(in super::super) struct Whole(__m512i);

/// The lookups of the cat's moves along its row, and up and down.
#[derive(Clone, Copy)]
pub(in super::super) struct Cat {
    along: [__m512i; MOST_LOOKUPS],
    up_down: [__m512i; MOST_LOOKUPS],
    lookups: usize,
}

/// Truth tables over (a, b, c).
const OR_AND: i32 = 0b1111_1000;
const NOT_OR_OR_AND: i32 = 0b0101_0111;
const NOR: i32 = 0b0000_0011;

/// The number of each cat's cell.
const OWN: [u8; 64] = {
    let mut places = [0; 64];
    let mut at = 0;
    while at < 64 {
        places[at] = at as u8;
        at += 1;
    }
    places
};

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
    type Cat = Cat;

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
    fn neither(a: Self, b: Self, mask: Self) -> Self {
        Self(unsafe { _mm512_ternarylogic_epi64::<NOT_OR_OR_AND>(a.0, b.0, mask.0) })
    }

    #[inline(always)]
    fn differs(self, other: Self) -> bool {
        unsafe { _mm512_cmpneq_epi64_mask(self.0, other.0) != 0 }
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
    fn along(self, lines: &Self::Lines, row: usize, floor: u64) -> Self {
        let line = &lines[(floor >> (8 * row) & 0xff) as usize];
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
    fn cat(setup: &Setup) -> Cat {
        let jump = setup.lookup_jump();
        Cat {
            along: moves::<1>(&setup.east, jump, setup.longest_east),
            up_down: moves::<8>(&setup.south, jump, setup.longest_south),
            lookups: steps(jump),
        }
    }

    /// By the number of its lookups.
    #[inline(always)]
    fn way(cat: &Cat) -> usize {
        // Spelt out, so that the compiler knows that there are three ways.
        match cat.lookups {
            2 => 2,
            3 => 3,
            _ => 4,
        }
    }

    #[inline(always)]
    fn unreached<const LOOKUPS: usize>(self, cat: &Cat) -> Self {
        let (mut along, mut up_down) = (self.0, self.0);
        for step in 0..LOOKUPS {
            unsafe {
                let from = _mm512_permutexvar_epi8(cat.along[step], along);
                along = _mm512_or_si512(along, from);
                let from = _mm512_permutexvar_epi8(cat.up_down[step], up_down);
                up_down = _mm512_or_si512(up_down, from);
            }
        }
        Self(along).nor(Self(up_down))
    }
}

/// The lookups along lines whose cells are `BY` apart.
#[inline(always)]
fn moves<const BY: u32>(ahead: &[u64; 8], jump: usize, longest: usize) -> [__m512i; MOST_LOOKUPS] {
    let (stay, on, back) = (load_bytes(&OWN), ahead[1], ahead[1] << BY);
    let by = unsafe { _mm512_set1_epi8(BY as i8) };
    let next = unsafe { _mm512_mask_add_epi8(stay, on, stay, by) };
    let last = unsafe { _mm512_mask_sub_epi8(stay, back, stay, by) };
    let then = |first, second| unsafe { _mm512_permutexvar_epi8(first, second) };
    let round = |start| unsafe { _mm512_mask_mov_epi8(start, on, next) };
    lookups((jump, longest), [stay, next, last], then, round)
}
