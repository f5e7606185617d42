//! A row of mouse cells in one register of AVX-512.

use std::arch::x86_64::{
    __m512i, _mm512_and_si512, _mm512_andnot_si512, _mm512_cmpneq_epi64_mask, _mm512_loadu_si512,
    _mm512_mask_add_epi8, _mm512_mask_mov_epi8, _mm512_mask_sub_epi8, _mm512_movm_epi8,
    _mm512_or_si512, _mm512_permutexvar_epi8, _mm512_set1_epi64, _mm512_srli_epi64,
    _mm512_storeu_si512, _mm512_ternarylogic_epi64,
};

use super::super::board::Setup;
use super::super::lines::{BY_SIX, BySix};
use super::super::row::Row;
use super::super::runs::{MAX_LOOKUPS, lookups, steps};

/// Proof that this processor has the parts of AVX-512 that are used here. Only
/// [`Avx512::detect`] creates one.
#[derive(Clone, Copy)]
pub(in super::super) struct Avx512(());

impl Avx512 {
    pub(in super::super) fn detect() -> Option<Self> {
        let has_all = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vbmi");
        has_all.then_some(Self(()))
    }
}

/// A register for all cats, with the proof that the processor has it.
#[derive(Clone, Copy)]
pub(in super::super) struct Whole(__m512i, Avx512);

/// The lookups of the cat's moves along its row, and up and down.
#[derive(Clone, Copy)]
pub(in super::super) struct Cat {
    along: [Whole; MAX_LOOKUPS],
    up_down: [Whole; MAX_LOOKUPS],
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

/// The number of each row, repeated eight times.
const ROWS: [u8; 64] = {
    let mut places = [0; 64];
    let mut at = 0;
    while at < 64 {
        places[at] = (at / 8) as u8;
        at += 1;
    }
    places
};

/// Repeats a byte eight times, by multiplication.
const EACH: u64 = 0x0101_0101_0101_0101;

/// Operations on registers. A mask has a bit for each cat.
impl Whole {
    #[inline(always)]
    fn load(proof: Avx512, bytes: &[u8; 64]) -> Self {
        // SAFETY: the processor has the features, of which this is the proof, and the
        // array has the 64 bytes that are read.
        Self(unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }, proof)
    }

    /// Returns for each cat the byte of the cell that this register names.
    #[inline(always)]
    fn look_up(self, bytes: Self) -> Self {
        // SAFETY: the processor has the features, of which `self` has the proof.
        Self(unsafe { _mm512_permutexvar_epi8(self.0, bytes.0) }, self.1)
    }

    #[inline(always)]
    fn shifted<const BY: u32>(self) -> Self {
        // SAFETY: the processor has the features, of which `self` has the proof.
        Self(unsafe { _mm512_srli_epi64::<BY>(self.0) }, self.1)
    }

    #[inline(always)]
    fn ternary<const TABLE: i32>(self, b: Self, c: Self) -> Self {
        // SAFETY: the processor has the features, of which `self` has the proof.
        let of = unsafe { _mm512_ternarylogic_epi64::<TABLE>(self.0, b.0, c.0) };
        Self(of, self.1)
    }

    #[inline(always)]
    fn add_masked(self, mask: u64, other: Self) -> Self {
        // SAFETY: the processor has the features, of which `self` has the proof.
        let sum = unsafe { _mm512_mask_add_epi8(self.0, mask, self.0, other.0) };
        Self(sum, self.1)
    }

    #[inline(always)]
    fn sub_masked(self, mask: u64, other: Self) -> Self {
        // SAFETY: the processor has the features, of which `self` has the proof.
        let rest = unsafe { _mm512_mask_sub_epi8(self.0, mask, self.0, other.0) };
        Self(rest, self.1)
    }

    #[inline(always)]
    fn replace_masked(self, mask: u64, other: Self) -> Self {
        // SAFETY: the processor has the features, of which `self` has the proof.
        Self(
            unsafe { _mm512_mask_mov_epi8(self.0, mask, other.0) },
            self.1,
        )
    }
}

impl Row for Whole {
    type Proof = Avx512;
    type Lines = &'static [BySix; 256];
    type Cat = Cat;

    #[inline(always)]
    fn splat(proof: Avx512, word: u64) -> Self {
        // SAFETY: the processor has the features, of which this is the proof.
        Self(unsafe { _mm512_set1_epi64(word as i64) }, proof)
    }

    #[inline(always)]
    fn of_words(proof: Avx512, words: &[u64; 8]) -> Self {
        // SAFETY: the processor has the features, of which this is the proof, and the
        // array has the 64 bytes that are read.
        Self(unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }, proof)
    }

    #[inline(always)]
    fn of_cats(proof: Avx512, cats: u64) -> Self {
        // SAFETY: the processor has the features, of which this is the proof.
        Self(unsafe { _mm512_movm_epi8(cats) }, proof)
    }

    #[inline(always)]
    fn words(self) -> [u64; 8] {
        let mut words = [0; 8];
        // SAFETY: the processor has the features, of which `self` has the proof, and
        // the array has the 64 bytes that are written.
        unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), self.0) };
        words
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: the processor has the features, of which `self` has the proof.
        Self(unsafe { _mm512_and_si512(self.0, other.0) }, self.1)
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        // SAFETY: the processor has the features, of which `self` has the proof.
        Self(unsafe { _mm512_andnot_si512(other.0, self.0) }, self.1)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: the processor has the features, of which `self` has the proof.
        Self(unsafe { _mm512_or_si512(self.0, other.0) }, self.1)
    }

    #[inline(always)]
    fn nor(self, other: Self) -> Self {
        self.ternary::<NOR>(other, other)
    }

    #[inline(always)]
    fn or_and(self, other: Self, mask: Self) -> Self {
        self.ternary::<OR_AND>(other, mask)
    }

    #[inline(always)]
    fn neither(a: Self, b: Self, mask: Self) -> Self {
        a.ternary::<NOT_OR_OR_AND>(b, mask)
    }

    #[inline(always)]
    fn differs(self, other: Self) -> bool {
        // SAFETY: the processor has the features, of which `self` has the proof.
        unsafe { _mm512_cmpneq_epi64_mask(self.0, other.0) != 0 }
    }

    #[inline(always)]
    fn rows_of(proof: Avx512, cells: u64) -> [u64; 8] {
        let rows = Self::load(proof, &ROWS);
        rows.look_up(Self::splat(proof, cells)).words()
    }

    #[inline(always)]
    fn lines(setup: &Setup) -> Self::Lines {
        &BY_SIX[setup.line_jump() - 1]
    }

    #[inline(always)]
    fn along(self, lines: &Self::Lines, row: usize, floor: u64) -> Self {
        let line = &lines[(floor >> (8 * row) & 0xff) as usize];
        // A lookup uses the low six bits of a byte. The shift moves bits of the next byte above
        // them.
        let low = self.look_up(Self::load(self.1, &line.low));
        let high = self.shifted::<2>().look_up(Self::load(self.1, &line.high));
        low.or(high)
    }

    #[inline(always)]
    fn cat(proof: Avx512, setup: &Setup) -> Cat {
        let jump = setup.lookup_jump();
        Cat {
            along: moves::<1>(proof, &setup.east, jump, setup.longest_east),
            up_down: moves::<8>(proof, &setup.south, jump, setup.longest_south),
            lookups: steps(jump),
        }
    }

    /// One code path for each number of lookups.
    #[inline(always)]
    fn way(cat: &Cat) -> usize {
        // Spelt out, so that the compiler knows that there are three paths.
        match cat.lookups {
            2 => 2,
            3 => 3,
            _ => 4,
        }
    }

    #[inline(always)]
    fn unreached<const LOOKUPS: usize>(self, cat: &Cat) -> Self {
        let (mut along, mut up_down) = (self, self);
        for step in 0..LOOKUPS {
            along = along.or(cat.along[step].look_up(along));
            up_down = up_down.or(cat.up_down[step].look_up(up_down));
        }
        along.nor(up_down)
    }
}

/// Returns the lookups along lines whose cells are `BY` apart.
#[inline(always)]
fn moves<const BY: u32>(
    proof: Avx512,
    ahead: &[u64; 8],
    jump: usize,
    longest: usize,
) -> [Whole; MAX_LOOKUPS] {
    let (stay, on, back) = (Whole::load(proof, &OWN), ahead[1], ahead[1] << BY);
    let by = Whole::splat(proof, EACH * u64::from(BY));
    let next = stay.add_masked(on, by);
    let last = stay.sub_masked(back, by);
    let then = |first: Whole, second| first.look_up(second);
    let round = |start: Whole| start.replace_masked(on, next);
    lookups((jump, longest), [stay, next, last], then, round)
}
