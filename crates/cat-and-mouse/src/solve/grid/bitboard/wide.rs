//! The steps for processors with wide registers, chosen at run time.
//!
//! The only unsafe code for boards: calls of functions compiled for
//! features that were detected, and the vector intrinsics that these are made
//! of.
#![expect(
    unsafe_code,
    reason = "vector intrinsics and calls across target features"
)]

mod avx2;
mod avx512;

use super::steps::{Watch, run};
use super::{Board, Engine, Wins};

/// The engines that this processor has beyond the portable one, slowest first.
pub(super) fn available() -> impl Iterator<Item = Engine> {
    [Engine::Avx2, Engine::Avx512]
        .into_iter()
        .filter(|&engine| has(engine))
}

fn has(engine: Engine) -> bool {
    match engine {
        Engine::Portable => true,
        Engine::Avx2 => is_x86_feature_detected!("avx2"),
        Engine::Avx512 => {
            is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vbmi")
        }
    }
}

/// Solves with this engine; `None` if the processor lacks it.
#[inline]
pub(super) fn solve(
    engine: Engine,
    boards: &[Board],
    wins: &mut Wins,
    watch: &mut impl Watch,
) -> Option<()> {
    if !has(engine) {
        return None;
    }
    match (engine, boards.len()) {
        (Engine::Portable, _) => run::<super::row::Words, false>(boards, wins, watch),
        // SAFETY: the feature was just detected.
        (Engine::Avx2, _) => unsafe { run_avx2(boards, wins, watch) },
        // SAFETY: the features were just detected.
        (Engine::Avx512, 1) => unsafe { run_avx512::<true>(boards, wins, watch) },
        // SAFETY: the features were just detected.
        (Engine::Avx512, _) => unsafe { run_avx512::<false>(boards, wins, watch) },
    }
    Some(())
}

#[target_feature(enable = "avx2")]
fn run_avx2(boards: &[Board], wins: &mut Wins, watch: &mut impl Watch) {
    run::<avx2::Pair, false>(boards, wins, watch);
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn run_avx512<const APART: bool>(boards: &[Board], wins: &mut Wins, watch: &mut impl Watch) {
    run::<avx512::Whole, APART>(boards, wins, watch);
}
