//! The solver for processors with wide registers, chosen at run time.
//!
//! Only this part of the grid solver is unsafe: it uses vector intrinsics and calls functions that
//! are compiled for detected features. A register can be created only with a proof that the
//! processor has the necessary features, so all operations on registers are sound.
#![expect(
    unsafe_code,
    reason = "vector intrinsics, and calls to functions with other target features"
)]

mod avx2;
mod avx512;

use super::board::Board;
use super::positions::Wins;
use super::steps::{SolveObserver, solve_boards};
use avx2::Avx2Row;
use avx512::Avx512Row;

pub(super) use avx2::Avx2;
pub(super) use avx512::Avx512;

/// Solves with AVX2, or returns `None` if the processor lacks it.
#[inline]
pub(super) fn solve_avx2(
    boards: &[Board],
    wins: &mut Wins,
    observer: &mut impl SolveObserver,
) -> Option<()> {
    let proof = Avx2::detect()?;
    // SAFETY: `proof` shows that the processor has the feature.
    unsafe { run_avx2(proof, boards, wins, observer) }
    Some(())
}

/// Solves with AVX-512, or returns `None` if the processor lacks it.
#[inline]
pub(super) fn solve_avx512(
    boards: &[Board],
    wins: &mut Wins,
    observer: &mut impl SolveObserver,
) -> Option<()> {
    let proof = Avx512::detect()?;
    // SAFETY: `proof` shows that the processor has the features.
    unsafe {
        match boards.len() {
            1 => run_avx512::<true>(proof, boards, wins, observer),
            _ => run_avx512::<false>(proof, boards, wins, observer),
        }
    }
    Some(())
}

#[target_feature(enable = "avx2")]
fn run_avx2(proof: Avx2, boards: &[Board], wins: &mut Wins, observer: &mut impl SolveObserver) {
    solve_boards::<Avx2Row, false>(proof, boards, wins, observer);
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn run_avx512<const UNROLLED: bool>(
    proof: Avx512,
    boards: &[Board],
    wins: &mut Wins,
    observer: &mut impl SolveObserver,
) {
    solve_boards::<Avx512Row, UNROLLED>(proof, boards, wins, observer);
}
