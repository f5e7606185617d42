//! The solver for processors with wide registers; the register width is chosen at run time.
//!
//! Only this part of the grid solver is unsafe: it uses vector intrinsics and calls functions that
//! are compiled for detected features. A register can be created only with a proof that the
//! processor has the necessary features, so all operations on registers are sound.
#![expect(
    unsafe_code,
    reason = "uses vector intrinsics, and calls functions that are compiled for optional CPU features"
)]

/// Defines methods of a register type. Each method applies one intrinsic to the register and the
/// method's arguments. A constant in square brackets becomes a const generic parameter of both.
macro_rules! operations {
    ($($name:ident $([$constant:ident: $type:ty])? ($($other:ident),*) = $intrinsic:ident;)*) => {$(
        #[inline(always)]
        fn $name $(<const $constant: $type>)? (self $(, $other: Self)*) -> Self {
            // SAFETY: `self` contains the proof that the processor has the necessary features.
            Self(unsafe { $intrinsic $(::<$constant>)? (self.0 $(, $other.0)*) }, self.1)
        }
    )*};
}

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
    unsafe { solve_with_avx2_features(proof, boards, wins, observer) }
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
            1 => solve_with_avx512_features::<true>(proof, boards, wins, observer),
            _ => solve_with_avx512_features::<false>(proof, boards, wins, observer),
        }
    }
    Some(())
}

#[target_feature(enable = "avx2")]
fn solve_with_avx2_features(
    proof: Avx2,
    boards: &[Board],
    wins: &mut Wins,
    observer: &mut impl SolveObserver,
) {
    solve_boards::<Avx2Row, false>(proof, boards, wins, observer);
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn solve_with_avx512_features<const UNROLLED: bool>(
    proof: Avx512,
    boards: &[Board],
    wins: &mut Wins,
    observer: &mut impl SolveObserver,
) {
    solve_boards::<Avx512Row, UNROLLED>(proof, boards, wins, observer);
}
