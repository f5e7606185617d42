//! Sets of cells of several boards in a register of AVX2.

use std::arch::x86_64::{
    __m256i, _mm256_and_si256, _mm256_andnot_si256, _mm256_cmpeq_epi32, _mm256_cmpeq_epi64,
    _mm256_cmpgt_epi32, _mm256_cmpgt_epi64, _mm256_loadu_si256, _mm256_or_si256, _mm256_set1_epi32,
    _mm256_set1_epi64x, _mm256_sllv_epi32, _mm256_sllv_epi64, _mm256_srlv_epi32, _mm256_srlv_epi64,
    _mm256_storeu_si256, _mm256_testz_si256,
};

use super::super::lanes::Lanes;
use super::Avx2;

/// Eight sets of up to 32 cells.
#[derive(Clone, Copy)]
pub(super) struct Eight(__m256i, Avx2);

/// Four sets of up to 64 cells.
#[derive(Clone, Copy)]
pub(super) struct Four(__m256i, Avx2);

macro_rules! lanes {
    ($name:ident, $count:literal, $set:expr, $of:expr, $up:ident, $down:ident, $equal:ident, $greater:ident) => {
        impl Lanes for $name {
            type Proof = Avx2;
            const COUNT: usize = $count;

            #[inline(always)]
            fn splat(proof: Avx2, cells: u64) -> Self {
                // SAFETY: the processor has AVX2, of which this is the proof.
                Self(unsafe { $set(cells) }, proof)
            }

            #[inline(always)]
            fn of(proof: Avx2, sets: &[u64; 8]) -> Self {
                // SAFETY: the processor has AVX2, of which this is the proof, and the
                // array has the 32 bytes that are read.
                Self(unsafe { $of(sets) }, proof)
            }

            #[inline(always)]
            fn and(self, other: Self) -> Self {
                // SAFETY: the processor has AVX2, of which `self` has the proof.
                Self(unsafe { _mm256_and_si256(self.0, other.0) }, self.1)
            }

            #[inline(always)]
            fn or(self, other: Self) -> Self {
                // SAFETY: the processor has AVX2, of which `self` has the proof.
                Self(unsafe { _mm256_or_si256(self.0, other.0) }, self.1)
            }

            #[inline(always)]
            fn without(self, other: Self) -> Self {
                // SAFETY: the processor has AVX2, of which `self` has the proof.
                Self(unsafe { _mm256_andnot_si256(other.0, self.0) }, self.1)
            }

            #[inline(always)]
            fn up(self, by: u32) -> Self {
                let by = Self::splat(self.1, by.into());
                // SAFETY: the processor has AVX2, of which `self` has the proof.
                Self(unsafe { $up(self.0, by.0) }, self.1)
            }

            #[inline(always)]
            fn down(self, by: u32) -> Self {
                let by = Self::splat(self.1, by.into());
                // SAFETY: the processor has AVX2, of which `self` has the proof.
                Self(unsafe { $down(self.0, by.0) }, self.1)
            }

            #[inline(always)]
            fn equal(self, other: Self) -> Self {
                // SAFETY: the processor has AVX2, of which `self` has the proof.
                Self(unsafe { $equal(self.0, other.0) }, self.1)
            }

            #[inline(always)]
            fn below(self, other: Self) -> Self {
                // SAFETY: the processor has AVX2, of which `self` has the proof.
                Self(unsafe { $greater(other.0, self.0) }, self.1)
            }

            #[inline(always)]
            fn is_empty(self) -> bool {
                // SAFETY: the processor has AVX2, of which `self` has the proof.
                unsafe { _mm256_testz_si256(self.0, self.0) != 0 }
            }

            #[inline(always)]
            fn cells(self) -> u32 {
                let mut words = [0_u64; 4];
                // SAFETY: the processor has AVX2, of which `self` has the proof, and
                // the array has the 32 bytes that are written.
                unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) }
                let [a, b, c, d] = words;
                a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()
            }
        }
    };
}

lanes!(
    Eight,
    8,
    |cells: u64| _mm256_set1_epi32(cells as i32),
    |sets: &[u64; 8]| {
        let sets = sets.map(|cells| cells as i32);
        _mm256_loadu_si256(sets.as_ptr().cast())
    },
    _mm256_sllv_epi32,
    _mm256_srlv_epi32,
    _mm256_cmpeq_epi32,
    _mm256_cmpgt_epi32
);
lanes!(
    Four,
    4,
    |cells: u64| _mm256_set1_epi64x(cells as i64),
    |sets: &[u64; 8]| _mm256_loadu_si256(sets.as_ptr().cast()),
    _mm256_sllv_epi64,
    _mm256_srlv_epi64,
    _mm256_cmpeq_epi64,
    _mm256_cmpgt_epi64
);
