//! The steps for processors with wide registers, chosen at run time.
//!
//! This is the only unsafe code for boards: vector intrinsics, and calls of functions that are
//! compiled for detected features. A register can be created only with the proof that the
//! processor has its features, so all operations on it are sound.
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
