//! An AVX-512 register with a set of positions in which the mouse is in one given row.

use std::arch::x86_64::{
    __m512i, _mm512_and_si512, _mm512_andnot_si512, _mm512_cmpneq_epi64_mask, _mm512_loadu_si512,
    _mm512_mask_add_epi8, _mm512_mask_mov_epi8, _mm512_mask_sub_epi8, _mm512_movm_epi8,
    _mm512_or_si512, _mm512_permutexvar_epi8, _mm512_set1_epi64, _mm512_srli_epi64,
    _mm512_storeu_si512, _mm512_ternarylogic_epi64,
};

use super::super::board::PreparedBoard;
use super::super::jumps::{MAX_LOOKUPS_PER_JUMP, cat_move_lookups, lookups_per_jump};
use super::super::row::{BYTE_BROADCAST_FACTOR, CELL_INDICES, MouseRow, ROW_INDICES};
use super::super::row_tables::{MOVE_TABLES_FOR_SIX_COLUMNS, SixColumnMoveTables};

/// Proof that the processor has the AVX-512 features that are used here. Only [`Avx512::detect`]
/// creates this proof.
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

/// An AVX-512 register with a set of positions in which the mouse is in one given row, and a token
/// that proves that the processor has AVX-512.
#[derive(Clone, Copy)]
pub(in super::super) struct Avx512Row(__m512i, Avx512);

/// The lookups that compute the cat's moves along its row and along its column.
#[derive(Clone, Copy)]
pub(in super::super) struct CatMoves {
    along: [Avx512Row; MAX_LOOKUPS_PER_JUMP],
    up_down: [Avx512Row; MAX_LOOKUPS_PER_JUMP],
    lookups: usize,
}

/// Truth tables of functions of three bits (a, b, c).
const OR_MASKED_TABLE: i32 = 0b1111_1000;
const NOR_OF_MASKED_TRUTH_TABLE: i32 = 0b0101_0111;
const NOR_TABLE: i32 = 0b0000_0011;

/// Operations on registers. A mask has one bit for each cell where the cat can be.
impl Avx512Row {
    operations! {
        // Looks up the byte of `bytes` whose index is in this register, for each cell of the cat.
        look_up_bytes(bytes) = _mm512_permutexvar_epi8;
        shifted_right[BY: u32]() = _mm512_srli_epi64;
        ternary_logic[TABLE: i32](b, c) = _mm512_ternarylogic_epi64;
    }

    #[inline(always)]
    fn load_bytes(proof: Avx512, bytes: &[u8; 64]) -> Self {
        // SAFETY: `proof` shows that the processor has the features, and the array has the
        // 64 bytes that are read.
        Self(unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }, proof)
    }

    #[inline(always)]
    fn add_masked(self, mask: u64, other: Self) -> Self {
        // SAFETY: `self` contains the proof that the processor has the features.
        let sum = unsafe { _mm512_mask_add_epi8(self.0, mask, self.0, other.0) };
        Self(sum, self.1)
    }

    #[inline(always)]
    fn sub_masked(self, mask: u64, other: Self) -> Self {
        // SAFETY: `self` contains the proof that the processor has the features.
        let rest = unsafe { _mm512_mask_sub_epi8(self.0, mask, self.0, other.0) };
        Self(rest, self.1)
    }

    #[inline(always)]
    fn replace_masked(self, mask: u64, other: Self) -> Self {
        // SAFETY: `self` contains the proof that the processor has the features.
        Self(
            unsafe { _mm512_mask_mov_epi8(self.0, mask, other.0) },
            self.1,
        )
    }
}

impl MouseRow for Avx512Row {
    type CpuFeatures = Avx512;
    type MouseMoves = &'static [SixColumnMoveTables; 256];
    type CatMoves = CatMoves;

    #[inline(always)]
    fn splat(proof: Avx512, word: u64) -> Self {
        // SAFETY: `proof` shows that the processor has the features.
        Self(unsafe { _mm512_set1_epi64(word as i64) }, proof)
    }

    #[inline(always)]
    fn from_words(proof: Avx512, words: &[u64; 8]) -> Self {
        // SAFETY: `proof` shows that the processor has the features, and the array has the
        // 64 bytes that are read.
        Self(unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }, proof)
    }

    #[inline(always)]
    fn cat_cell_mask(proof: Avx512, cells: u64) -> Self {
        // SAFETY: `proof` shows that the processor has the features.
        Self(unsafe { _mm512_movm_epi8(cells) }, proof)
    }

    #[inline(always)]
    fn words(self) -> [u64; 8] {
        let mut words = [0; 8];
        // SAFETY: `self` contains the proof that the processor has the features, and the array
        // has the 64 bytes that are written.
        unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), self.0) };
        words
    }

    operations! {
        and(other) = _mm512_and_si512;
        or(other) = _mm512_or_si512;
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        // SAFETY: `self` contains the proof that the processor has the features.
        Self(unsafe { _mm512_andnot_si512(other.0, self.0) }, self.1)
    }

    #[inline(always)]
    fn nor(self, other: Self) -> Self {
        self.ternary_logic::<NOR_TABLE>(other, other)
    }

    #[inline(always)]
    fn or_masked(self, other: Self, mask: Self) -> Self {
        self.ternary_logic::<OR_MASKED_TABLE>(other, mask)
    }

    #[inline(always)]
    fn nor_of_masked(a: Self, b: Self, mask: Self) -> Self {
        a.ternary_logic::<NOR_OF_MASKED_TRUTH_TABLE>(b, mask)
    }

    #[inline(always)]
    fn differs_from(self, other: Self) -> bool {
        // SAFETY: `self` contains the proof that the processor has the features.
        unsafe { _mm512_cmpneq_epi64_mask(self.0, other.0) != 0 }
    }

    #[inline(always)]
    fn broadcast_row_bytes(proof: Avx512, cells: u64) -> [u64; 8] {
        let rows = Self::from_words(proof, &ROW_INDICES);
        rows.look_up_bytes(Self::splat(proof, cells)).words()
    }

    #[inline(always)]
    fn mouse_moves(prepared: &PreparedBoard) -> Self::MouseMoves {
        &MOVE_TABLES_FOR_SIX_COLUMNS[prepared.effective_mouse_jump() - 1]
    }

    #[inline(always)]
    fn add_move_origins_along_row(self, moves: &Self::MouseMoves, row: usize, floor: u64) -> Self {
        let line = &moves[(floor >> (8 * row) & 0xff) as usize];
        // A lookup uses only the low six bits of a byte. The shift moves bits of the next byte
        // above these six bits.
        let low = self.look_up_bytes(Self::load_bytes(self.1, &line.low));
        let high = self
            .shifted_right::<2>()
            .look_up_bytes(Self::load_bytes(self.1, &line.high));
        low.or(high)
    }

    #[inline(always)]
    fn cat_moves(proof: Avx512, prepared: &PreparedBoard) -> CatMoves {
        let jump = prepared.effective_cat_jump();
        CatMoves {
            along: cat_lookups_along_lines::<1>(proof, &prepared.east, jump, prepared.longest_east),
            up_down: cat_lookups_along_lines::<8>(
                proof,
                &prepared.south,
                jump,
                prepared.longest_south,
            ),
            lookups: lookups_per_jump(jump),
        }
    }

    /// Returns the number of lookups, which selects the code path.
    #[inline(always)]
    fn select_cat_code_path(cat: &CatMoves) -> usize {
        // The cases are spelt out so that the compiler knows that there are only three paths.
        match cat.lookups {
            2 => 2,
            3 => 3,
            _ => 4,
        }
    }

    #[inline(always)]
    fn complement_of_cat_move_origins<const LOOKUPS: usize>(self, cat: &CatMoves) -> Self {
        let (mut along, mut up_down) = (self, self);
        for step in 0..LOOKUPS {
            along = along.or(cat.along[step].look_up_bytes(along));
            up_down = up_down.or(cat.up_down[step].look_up_bytes(up_down));
        }
        along.nor(up_down)
    }
}

/// Returns the lookups for the cat's moves along lines whose neighbouring cells are `BY` bits
/// apart.
#[inline(always)]
fn cat_lookups_along_lines<const BY: u32>(
    proof: Avx512,
    ahead: &[u64; 8],
    jump: usize,
    longest: usize,
) -> [Avx512Row; MAX_LOOKUPS_PER_JUMP] {
    let (stay, on, back) = (
        Avx512Row::from_words(proof, &CELL_INDICES),
        ahead[1],
        ahead[1] << BY,
    );
    let by = Avx512Row::splat(proof, BYTE_BROADCAST_FACTOR * u64::from(BY));
    let next = stay.add_masked(on, by);
    let last = stay.sub_masked(back, by);
    let then = |first: Avx512Row, second| first.look_up_bytes(second);
    let round = |start: Avx512Row| start.replace_masked(on, next);
    cat_move_lookups((jump, longest), [stay, next, last], then, round)
}
