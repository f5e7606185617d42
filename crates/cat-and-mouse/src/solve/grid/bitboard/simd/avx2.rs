//! Two AVX2 registers with a set of positions in which the mouse is in one given row.

use std::arch::x86_64::{
    __m256i, _mm_loadu_si128, _mm256_add_epi8, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_blend_epi32, _mm256_broadcastsi128_si256, _mm256_cmpeq_epi8, _mm256_loadu_si256,
    _mm256_or_si256, _mm256_permute2x128_si256, _mm256_permute4x64_epi64, _mm256_set1_epi64x,
    _mm256_shuffle_epi8, _mm256_srli_epi64, _mm256_storeu_si256, _mm256_sub_epi8,
    _mm256_testz_si256, _mm256_xor_si256,
};

use super::super::board::PreparedBoard;
use super::super::jumps::{
    MAX_LOOKUPS_PER_JUMP, MAX_SHIFTS, cat_move_lookups, lookups_per_jump, origins_by_shift, shifts,
};
use super::super::row::{BYTE_BROADCAST_FACTOR, CELL_INDICES, MouseRow, ROW_INDICES};
use super::super::row_tables::{FourColumnMoveTables, MOVE_TABLES_FOR_FOUR_COLUMNS};

/// Proof that the processor has AVX2. Only [`Avx2::detect`] creates this proof.
#[derive(Clone, Copy)]
pub(in super::super) struct Avx2(());

impl Avx2 {
    pub(in super::super) fn detect() -> Option<Self> {
        is_x86_feature_detected!("avx2").then_some(Self(()))
    }
}

/// An AVX2 register with the positions in which the cat is in one of four rows, and a token that
/// proves that the processor has AVX2.
#[derive(Clone, Copy)]
struct FourRows(__m256i, Avx2);

impl FourRows {
    operations! {
        and(other) = _mm256_and_si256;
        and_of_not(other) = _mm256_andnot_si256;
        or(other) = _mm256_or_si256;
        xor(other) = _mm256_xor_si256;
        add(other) = _mm256_add_epi8;
        sub(other) = _mm256_sub_epi8;
        equal(other) = _mm256_cmpeq_epi8;
        shuffle_bytes(places) = _mm256_shuffle_epi8;
        shifted_right[BY: i32]() = _mm256_srli_epi64;
        rotated[BY: i32]() = _mm256_permute4x64_epi64;
        blended[MASK: i32](other) = _mm256_blend_epi32;
        halves[FROM: i32](other) = _mm256_permute2x128_si256;
    }

    #[inline(always)]
    fn splat(proof: Avx2, word: u64) -> Self {
        // SAFETY: `proof` shows that the processor has AVX2.
        Self(unsafe { _mm256_set1_epi64x(word as i64) }, proof)
    }

    #[inline(always)]
    fn from_words(proof: Avx2, words: &[u64; 4]) -> Self {
        // SAFETY: `proof` shows that the processor has AVX2, and the array has the 32 bytes
        // that are read.
        Self(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }, proof)
    }

    /// Loads a table into both halves of the register.
    #[inline(always)]
    fn load_table(proof: Avx2, table: &[u8; 16]) -> Self {
        // SAFETY: `proof` shows that the processor has AVX2, and the array has the 16 bytes
        // that are read.
        let table = unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(table.as_ptr().cast())) };
        Self(table, proof)
    }

    #[inline(always)]
    fn words(self, words: &mut [u64; 4]) {
        // SAFETY: `self` contains the proof that the processor has AVX2, and the array has the
        // 32 bytes that are written.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        // SAFETY: `self` contains the proof that the processor has AVX2.
        unsafe { _mm256_testz_si256(self.0, self.0) != 0 }
    }
}

/// Two registers: one with the positions in which the cat is in rows 0 to 3, and one with those in
/// which it is in rows 4 to 7.
#[derive(Clone, Copy)]
pub(in super::super) struct Avx2Row([FourRows; 2]);

/// The cat's moves. `along` contains the lookups along rows. Each lookup stays within a 128-bit
/// lane, which holds two rows. `south` contains, for each shift, a mask of the cells from which the
/// cat can move south.
#[derive(Clone, Copy)]
pub(in super::super) struct CatMoves {
    jump: usize,
    along: [Avx2Row; MAX_LOOKUPS_PER_JUMP],
    south: [Avx2Row; MAX_SHIFTS],
}

/// A word in which byte `i` has only bit `i` set, which stands for column `i`.
const COLUMN_BITS: u64 = 0x8040_2010_0804_0201;
/// A mask of the lower four bits of each byte.
const LOW_NIBBLES: u64 = 0x0f * BYTE_BROADCAST_FACTOR;

impl Avx2Row {
    #[inline(always)]
    fn combine_halves(self, other: Self, of: impl Fn(FourRows, FourRows) -> FourRows) -> Self {
        Self([of(self.0[0], other.0[0]), of(self.0[1], other.0[1])])
    }

    #[inline(always)]
    fn all_ones(self) -> Self {
        Self::splat(self.0[0].1, u64::MAX)
    }

    /// Returns one word for each row of a set of cells: eight copies of the row's byte.
    #[inline(always)]
    fn broadcast_rows(proof: Avx2, cells: u64) -> Self {
        Self::splat(proof, cells).shuffle_bytes(Self::from_words(proof, &ROW_INDICES))
    }

    /// Looks up, for each byte of `indices`, the byte of `self` with this index in the same 16-byte
    /// lane.
    #[inline(always)]
    fn shuffle_bytes(self, indices: Self) -> Self {
        self.combine_halves(indices, FourRows::shuffle_bytes)
    }
}

impl MouseRow for Avx2Row {
    type CpuFeatures = Avx2;
    type MouseMoves = &'static [FourColumnMoveTables; 256];
    type CatMoves = CatMoves;

    #[inline(always)]
    fn splat(proof: Avx2, word: u64) -> Self {
        Self([FourRows::splat(proof, word); 2])
    }

    #[inline(always)]
    fn from_words(proof: Avx2, words: &[u64; 8]) -> Self {
        let (halves, _) = words.as_chunks::<4>();
        Self([
            FourRows::from_words(proof, &halves[0]),
            FourRows::from_words(proof, &halves[1]),
        ])
    }

    #[inline(always)]
    fn cat_cell_mask(proof: Avx2, cells: u64) -> Self {
        let columns = Self::splat(proof, COLUMN_BITS);
        Self::broadcast_rows(proof, cells)
            .and(columns)
            .combine_halves(columns, FourRows::equal)
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
        self.combine_halves(other, FourRows::and)
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        other.combine_halves(self, FourRows::and_of_not)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.combine_halves(other, FourRows::or)
    }

    #[inline(always)]
    fn nor(self, other: Self) -> Self {
        self.all_ones().and_not(self.or(other))
    }

    #[inline(always)]
    fn or_masked(self, other: Self, mask: Self) -> Self {
        self.or(other.and(mask))
    }

    #[inline(always)]
    fn nor_of_masked(a: Self, b: Self, mask: Self) -> Self {
        a.all_ones().and_not(a.or(b).and(mask))
    }

    #[inline(always)]
    fn differs_from(self, other: Self) -> bool {
        let Self([low, high]) = self.combine_halves(other, FourRows::xor);
        !low.or(high).is_zero()
    }

    #[inline(always)]
    fn broadcast_row_bytes(proof: Avx2, cells: u64) -> [u64; 8] {
        Self::broadcast_rows(proof, cells).words()
    }

    #[inline(always)]
    fn mouse_moves(prepared: &PreparedBoard) -> Self::MouseMoves {
        &MOVE_TABLES_FOR_FOUR_COLUMNS[prepared.effective_mouse_jump() - 1]
    }

    #[inline(always)]
    fn add_move_origins_along_row(self, moves: &Self::MouseMoves, row: usize, floor: u64) -> Self {
        let line = &moves[(floor >> (8 * row) & 0xff) as usize];
        let proof = self.0[0].1;
        let (low, high) = (
            FourRows::load_table(proof, &line.low),
            FourRows::load_table(proof, &line.high),
        );
        let along = |set: FourRows| {
            let four = FourRows::splat(proof, LOW_NIBBLES);
            let first = set.and(four);
            let last = set.shifted_right::<4>().and(four);
            low.shuffle_bytes(first).or(high.shuffle_bytes(last))
        };
        Self([along(self.0[0]), along(self.0[1])])
    }

    #[inline(always)]
    fn cat_moves(proof: Avx2, prepared: &PreparedBoard) -> CatMoves {
        let east = prepared.east[1];
        let (east, west) = (
            Self::cat_cell_mask(proof, east),
            Self::cat_cell_mask(proof, east << 1),
        );
        // As a signed number, a byte with all bits set is −1.
        let sub = |a: Self, b| a.combine_halves(b, FourRows::sub);
        let add = |a: Self, b| a.combine_halves(b, FourRows::add);
        let [even, odd, ..] = CELL_INDICES;
        let stay = Self::from_words(proof, &[even, odd, even, odd, even, odd, even, odd]);
        let next = sub(stay, east);
        let jump = prepared.effective_cat_jump();
        let along = cat_move_lookups(
            (jump, prepared.longest_east),
            [stay, next, add(stay, west)],
            |first, second| second.shuffle_bytes(first),
            |start| next.and(east).or(start.and_not(east)),
        );
        let [first, second, third] = origins_by_shift(jump, &prepared.south);
        CatMoves {
            jump,
            along,
            south: [
                Self::cat_cell_mask(proof, first),
                Self::cat_cell_mask(proof, second),
                Self::cat_cell_mask(proof, third),
            ],
        }
    }

    /// Returns the cat's maximum jump, which selects the code path.
    #[inline(always)]
    fn select_cat_code_path(cat: &CatMoves) -> usize {
        cat.jump
    }

    #[inline(always)]
    fn complement_of_cat_move_origins<const JUMP: usize>(self, cat: &CatMoves) -> Self {
        let mut along = self;
        for &places in &cat.along[..const { lookups_per_jump(JUMP) }] {
            along = along.or(along.shuffle_bytes(places));
        }
        let mut up_down = self;
        for (step, &by) in const { shifts(JUMP) }.iter().enumerate() {
            let south = cat.south[step];
            let north = up_down.and(south).shift_south(by);
            up_down = up_down.or_masked(up_down.shift_north(by), south).or(north);
        }
        along.nor(up_down)
    }
}

/// Arguments for [`FourRows::rotated`] that rotate the four rows forward by one, back by one, or by
/// two.
const ROTATION_FORWARD_BY_ONE_ROW: i32 = 0b00_11_10_01;
const ROTATION_BACK_BY_ONE_ROW: i32 = 0b10_01_00_11;
const ROTATION_BY_TWO_ROWS: i32 = 0b01_00_11_10;

impl FourRows {
    /// Returns the first row of `next` and the last three rows of `self`.
    #[inline(always)]
    fn with_first_row_from(self, next: Self) -> Self {
        self.blended::<0b0000_0011>(next)
    }

    /// Returns the last row of `previous` and the first three rows of `self`.
    #[inline(always)]
    fn with_last_row_from(self, previous: Self) -> Self {
        self.blended::<0b1100_0000>(previous)
    }
}

impl Avx2Row {
    /// Moves each row north by `by` rows. The last `by` rows of the result are unspecified.
    #[inline(always)]
    fn shift_north(self, by: usize) -> Self {
        let Self([low, high]) = self;
        match by {
            1 => Self([
                low.with_first_row_from(high)
                    .rotated::<ROTATION_FORWARD_BY_ONE_ROW>(),
                high.rotated::<ROTATION_FORWARD_BY_ONE_ROW>(),
            ]),
            2 => Self([self.rows_2_to_5(), high.rotated::<ROTATION_BY_TWO_ROWS>()]),
            3 => Self([
                high.with_last_row_from(low)
                    .rotated::<ROTATION_BACK_BY_ONE_ROW>(),
                high.rotated::<ROTATION_BACK_BY_ONE_ROW>(),
            ]),
            _ => Self([high, high]),
        }
    }

    /// Moves each row south by `by` rows. The last `by` rows must be empty, because the rotation
    /// may move them to the front.
    #[inline(always)]
    fn shift_south(self, by: usize) -> Self {
        let Self([low, high]) = self;
        match by {
            1 => Self([
                low.with_last_row_from(high)
                    .rotated::<ROTATION_BACK_BY_ONE_ROW>(),
                high.with_last_row_from(low)
                    .rotated::<ROTATION_BACK_BY_ONE_ROW>(),
            ]),
            2 => Self([low.halves::<0x08>(low), self.rows_2_to_5()]),
            3 => Self([
                high.with_first_row_from(low)
                    .rotated::<ROTATION_FORWARD_BY_ONE_ROW>(),
                low.with_first_row_from(high)
                    .rotated::<ROTATION_FORWARD_BY_ONE_ROW>(),
            ]),
            _ => Self([FourRows::splat(low.1, 0), low]),
        }
    }

    /// Returns rows 2 to 5 of the eight rows in the two registers.
    #[inline(always)]
    fn rows_2_to_5(self) -> FourRows {
        self.0[0].halves::<0x21>(self.0[1])
    }
}
