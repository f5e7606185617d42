//! A row of mouse cells in two registers of AVX2.

use std::arch::x86_64::{
    __m256i, _mm_loadu_si128, _mm256_add_epi8, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_blend_epi32, _mm256_broadcastsi128_si256, _mm256_cmpeq_epi8, _mm256_loadu_si256,
    _mm256_or_si256, _mm256_permute2x128_si256, _mm256_permute4x64_epi64, _mm256_set1_epi64x,
    _mm256_shuffle_epi8, _mm256_srli_epi64, _mm256_storeu_si256, _mm256_sub_epi8,
    _mm256_testz_si256, _mm256_xor_si256,
};

use super::super::board::Setup;
use super::super::lines::{BY_FOUR, ByFour};
use super::super::row::Row;
use super::super::runs::{MAX_LOOKUPS, MAX_SHIFTS, lookups, runs, shifts, steps};

/// Proof that this processor has AVX2. Only [`Avx2::detect`] creates one.
#[derive(Clone, Copy)]
pub(in super::super) struct Avx2(());

impl Avx2 {
    pub(in super::super) fn detect() -> Option<Self> {
        is_x86_feature_detected!("avx2").then_some(Self(()))
    }
}

/// A register, with the proof that the processor has it.
#[derive(Clone, Copy)]
struct Half(__m256i, Avx2);

macro_rules! operations {
    ($($name:ident $([$by:ident])? ($($other:ident)?) = $intrinsic:ident;)*) => {
        impl Half {$(
            #[inline(always)]
            fn $name $(<const $by: i32>)? (self $(, $other: Self)?) -> Self {
                // SAFETY: the processor has AVX2, of which `self` has the proof.
                Self(unsafe { $intrinsic $(::<$by>)? (self.0 $(, $other.0)?) }, self.1)
            }
        )*}
    };
}

operations! {
    and(other) = _mm256_and_si256;
    and_of_not(other) = _mm256_andnot_si256;
    or(other) = _mm256_or_si256;
    xor(other) = _mm256_xor_si256;
    add(other) = _mm256_add_epi8;
    sub(other) = _mm256_sub_epi8;
    equal(other) = _mm256_cmpeq_epi8;
    looked_up(places) = _mm256_shuffle_epi8;
    shifted[BY]() = _mm256_srli_epi64;
    turned[BY]() = _mm256_permute4x64_epi64;
    blended[MASK](other) = _mm256_blend_epi32;
    halves[FROM](other) = _mm256_permute2x128_si256;
}

impl Half {
    #[inline(always)]
    fn splat(proof: Avx2, word: u64) -> Self {
        // SAFETY: the processor has AVX2, of which this is the proof.
        Self(unsafe { _mm256_set1_epi64x(word as i64) }, proof)
    }

    #[inline(always)]
    fn of(proof: Avx2, words: &[u64; 4]) -> Self {
        // SAFETY: the processor has AVX2, of which this is the proof, and the array
        // has the 32 bytes that are read.
        Self(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }, proof)
    }

    /// Loads a table into both halves of the register.
    #[inline(always)]
    fn table(proof: Avx2, table: &[u8; 16]) -> Self {
        // SAFETY: the processor has AVX2, of which this is the proof, and the array
        // has the 16 bytes that are read.
        let table = unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(table.as_ptr().cast())) };
        Self(table, proof)
    }

    #[inline(always)]
    fn words(self, words: &mut [u64; 4]) {
        // SAFETY: the processor has AVX2, of which `self` has the proof, and the array
        // has the 32 bytes that are written.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        // SAFETY: the processor has AVX2, of which `self` has the proof.
        unsafe { _mm256_testz_si256(self.0, self.0) != 0 }
    }
}

/// The cats of rows 0 to 3, and of rows 4 to 7.
#[derive(Clone, Copy)]
pub(in super::super) struct Pair([Half; 2]);

/// The moves of the cat: the lookups along its row, each within the two rows of half a register,
/// and for each shift all ones for the cats that can go south.
#[derive(Clone, Copy)]
pub(in super::super) struct Cat {
    jump: usize,
    along: [Pair; MAX_LOOKUPS],
    south: [Pair; MAX_SHIFTS],
}

/// The number of each row, repeated eight times.
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
/// Repeats a byte eight times, by multiplication.
const EACH: u64 = 0x0101_0101_0101_0101;
/// The columns of a row, one by one.
const COLUMNS: u64 = 0x8040_2010_0804_0201;
/// The numbers of eight cells, from 0 on.
const OWN: u64 = 0x0706_0504_0302_0100;
/// The lower four bits of each byte.
const FOUR: u64 = 0x0f * EACH;

impl Pair {
    #[inline(always)]
    fn each(self, other: Self, of: impl Fn(Half, Half) -> Half) -> Self {
        Self([of(self.0[0], other.0[0]), of(self.0[1], other.0[1])])
    }

    #[inline(always)]
    fn ones(self) -> Self {
        Self::splat(self.0[0].1, u64::MAX)
    }

    /// Returns each row of a set of cells as a byte repeated eight times.
    #[inline(always)]
    fn rows(proof: Avx2, cells: u64) -> Self {
        Self::splat(proof, cells).looked_up(Self::of_words(proof, &ROWS))
    }

    /// Looks up the value of each cell among the sixteen of its half register.
    #[inline(always)]
    fn looked_up(self, places: Self) -> Self {
        self.each(places, Half::looked_up)
    }
}

impl Row for Pair {
    type Proof = Avx2;
    type Lines = &'static [ByFour; 256];
    type Cat = Cat;

    #[inline(always)]
    fn splat(proof: Avx2, word: u64) -> Self {
        Self([Half::splat(proof, word); 2])
    }

    #[inline(always)]
    fn of_words(proof: Avx2, words: &[u64; 8]) -> Self {
        let (halves, _) = words.as_chunks::<4>();
        Self([Half::of(proof, &halves[0]), Half::of(proof, &halves[1])])
    }

    #[inline(always)]
    fn of_cats(proof: Avx2, cats: u64) -> Self {
        let columns = Self::splat(proof, COLUMNS);
        Self::rows(proof, cats)
            .and(columns)
            .each(columns, Half::equal)
    }

    #[inline(always)]
    fn words(self) -> [u64; 8] {
        let mut words = [0; 8];
        for (half, words) in self.0.into_iter().zip(words.as_chunks_mut::<4>().0) {
            half.words(words);
        }
        words
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.each(other, Half::and)
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        other.each(self, Half::and_of_not)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.each(other, Half::or)
    }

    #[inline(always)]
    fn nor(self, other: Self) -> Self {
        self.ones().and_not(self.or(other))
    }

    #[inline(always)]
    fn or_and(self, other: Self, mask: Self) -> Self {
        self.or(other.and(mask))
    }

    #[inline(always)]
    fn neither(a: Self, b: Self, mask: Self) -> Self {
        a.ones().and_not(a.or(b).and(mask))
    }

    #[inline(always)]
    fn differs(self, other: Self) -> bool {
        let Self([low, high]) = self.each(other, Half::xor);
        !low.or(high).is_zero()
    }

    #[inline(always)]
    fn rows_of(proof: Avx2, cells: u64) -> [u64; 8] {
        Self::rows(proof, cells).words()
    }

    #[inline(always)]
    fn lines(setup: &Setup) -> Self::Lines {
        &BY_FOUR[setup.line_jump() - 1]
    }

    #[inline(always)]
    fn along(self, lines: &Self::Lines, row: usize, floor: u64) -> Self {
        let line = &lines[(floor >> (8 * row) & 0xff) as usize];
        let proof = self.0[0].1;
        let (low, high) = (
            Half::table(proof, &line.low),
            Half::table(proof, &line.high),
        );
        let along = |set: Half| {
            let four = Half::splat(proof, FOUR);
            let first = set.and(four);
            let last = set.shifted::<4>().and(four);
            low.looked_up(first).or(high.looked_up(last))
        };
        Self([along(self.0[0]), along(self.0[1])])
    }

    #[inline(always)]
    fn cat(proof: Avx2, setup: &Setup) -> Cat {
        let east = setup.east[1];
        let (east, west) = (Self::of_cats(proof, east), Self::of_cats(proof, east << 1));
        // All ones are −1.
        let sub = |a: Self, b| a.each(b, Half::sub);
        let add = |a: Self, b| a.each(b, Half::add);
        let odd = OWN + 8 * EACH;
        let stay = Self::of_words(proof, &[OWN, odd, OWN, odd, OWN, odd, OWN, odd]);
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
                Self::of_cats(proof, first),
                Self::of_cats(proof, second),
                Self::of_cats(proof, third),
            ],
        }
    }

    /// One code path for each jump.
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

/// Rotations of the rows of a half by one forward, by one back, and by two.
const ON: i32 = 0b00_11_10_01;
const BACK: i32 = 0b10_01_00_11;
const TWO: i32 = 0b01_00_11_10;

impl Half {
    /// Returns the first row of `next` and the last three of this.
    #[inline(always)]
    fn with_first(self, next: Self) -> Self {
        self.blended::<0b0000_0011>(next)
    }

    /// Returns the last row of `previous` and the first three of this.
    #[inline(always)]
    fn with_last(self, previous: Self) -> Self {
        self.blended::<0b1100_0000>(previous)
    }
}

impl Pair {
    /// Returns for each row the row `by` rows ahead. Rows from beyond the board are arbitrary.
    #[inline(always)]
    fn rows_on(self, by: usize) -> Self {
        let Self([low, high]) = self;
        match by {
            1 => Self([low.with_first(high).turned::<ON>(), high.turned::<ON>()]),
            2 => Self([self.middle(), high.turned::<TWO>()]),
            3 => Self([high.with_last(low).turned::<BACK>(), high.turned::<BACK>()]),
            _ => Self([high, high]),
        }
    }

    /// Returns for each row the row `by` rows back, if the last rows, which are taken for the rows
    /// beyond the board, are empty.
    #[inline(always)]
    fn rows_back(self, by: usize) -> Self {
        let Self([low, high]) = self;
        match by {
            1 => Self([
                low.with_last(high).turned::<BACK>(),
                high.with_last(low).turned::<BACK>(),
            ]),
            2 => Self([low.halves::<0x08>(low), self.middle()]),
            3 => Self([
                high.with_first(low).turned::<ON>(),
                low.with_first(high).turned::<ON>(),
            ]),
            _ => Self([Half::splat(low.1, 0), low]),
        }
    }

    /// Returns rows 2 to 5.
    #[inline(always)]
    fn middle(self) -> Half {
        self.0[0].halves::<0x21>(self.0[1])
    }
}
