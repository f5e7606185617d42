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

use super::steps::{Watch, run};
use super::{Board, Engine, Wins};

/// Proof that this processor has AVX2. Only [`Avx2::detect`] makes one.
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

impl Avx2 {
    fn detect() -> Option<Self> {
        is_x86_feature_detected!("avx2").then_some(Self(()))
    }
}

/// Proof that this processor has the parts of AVX-512 that are used here. Only
/// [`Avx512::detect`] makes one.
#[derive(Clone, Copy)]
pub(super) struct Avx512(());

impl Avx512 {
    fn detect() -> Option<Self> {
        let has_all = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vbmi");
        has_all.then_some(Self(()))
    }
}

/// The engines that this processor has beyond the portable one, slowest first.
pub(super) fn available() -> impl Iterator<Item = Engine> {
    let avx2 = Avx2::detect().map(|_| Engine::Avx2);
    avx2.into_iter()
        .chain(Avx512::detect().map(|_| Engine::Avx512))
}

/// Solves with this engine; `None` if the processor lacks it.
#[inline]
pub(super) fn solve(
    engine: Engine,
    boards: &[Board],
    wins: &mut Wins,
    watch: &mut impl Watch,
) -> Option<()> {
    match engine {
        Engine::Portable => run::<super::row::Words, false>((), boards, wins, watch),
        Engine::Avx2 => {
            let proof = Avx2::detect()?;
            // SAFETY: the processor has the feature, of which this is the proof.
            unsafe { run_avx2(proof, boards, wins, watch) }
        }
        Engine::Avx512 => {
            let proof = Avx512::detect()?;
            // SAFETY: the processor has the features, of which this is the proof.
            unsafe {
                match boards.len() {
                    1 => run_avx512::<true>(proof, boards, wins, watch),
                    _ => run_avx512::<false>(proof, boards, wins, watch),
                }
            }
        }
    }
    Some(())
}

#[target_feature(enable = "avx2")]
fn run_avx2(proof: Avx2, boards: &[Board], wins: &mut Wins, watch: &mut impl Watch) {
    run::<avx2::Pair, false>(proof, boards, wins, watch);
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn run_avx512<const APART: bool>(
    proof: Avx512,
    boards: &[Board],
    wins: &mut Wins,
    watch: &mut impl Watch,
) {
    run::<avx512::Whole, APART>(proof, boards, wins, watch);
}
