//! The steps for processors with wide registers, chosen at run time.
//!
//! The only unsafe code for boards: calls of functions compiled for
//! features that were detected, and the vector intrinsics that these are made
//! of. A register can only be had with the proof that its features are there,
//! so that what is done with it is sound wherever it is.
#![expect(
    unsafe_code,
    reason = "vector intrinsics and calls across target features"
)]

mod avx2;
mod avx512;

use super::board::Board;
use super::positions::Wins;
use super::steps::{Watch, run};
use avx2::Pair;
use avx512::Whole;

pub(super) use avx2::Avx2;
pub(super) use avx512::Avx512;

/// Solves with AVX2, or returns `None` if the processor lacks it.
#[inline]
pub(super) fn solve_avx2(boards: &[Board], wins: &mut Wins, watch: &mut impl Watch) -> Option<()> {
    let proof = Avx2::detect()?;
    // SAFETY: the processor has the feature, of which this is the proof.
    unsafe { run_avx2(proof, boards, wins, watch) }
    Some(())
}

/// Solves with AVX-512, or returns `None` if the processor lacks it.
#[inline]
pub(super) fn solve_avx512(
    boards: &[Board],
    wins: &mut Wins,
    watch: &mut impl Watch,
) -> Option<()> {
    let proof = Avx512::detect()?;
    // SAFETY: the processor has the features, of which this is the proof.
    unsafe {
        match boards.len() {
            1 => run_avx512::<true>(proof, boards, wins, watch),
            _ => run_avx512::<false>(proof, boards, wins, watch),
        }
    }
    Some(())
}

#[target_feature(enable = "avx2")]
fn run_avx2(proof: Avx2, boards: &[Board], wins: &mut Wins, watch: &mut impl Watch) {
    run::<Pair, false>(proof, boards, wins, watch);
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn run_avx512<const APART: bool>(
    proof: Avx512,
    boards: &[Board],
    wins: &mut Wins,
    watch: &mut impl Watch,
) {
    run::<Whole, APART>(proof, boards, wins, watch);
}
