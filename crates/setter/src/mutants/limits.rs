//! Time limits of mutants, by the time that the original takes.

use std::time::Duration;

use mousetrap_judge::{Bench, JudgeError, Ran, Variant};
use mousetrap_model::Case;

/// Maximum time of a mutant, as a multiple of the time of the original.
const MAX_SLOWDOWN: u32 = 10;

/// Minimum time limit: shorter times cannot be told from noise.
const MIN_LIMIT: Duration = Duration::from_millis(200);

/// Returns the cases with limits scaled for a language with this time factor.
pub(super) fn scaled(cases: &[Case], factor: f64) -> Vec<Case> {
    let scaled = cases.iter().map(|case| {
        let mut case = case.clone();
        case.limits.cpu = case.limits.cpu.mul_f64(factor);
        case.limits.wall = case.limits.wall.mul_f64(factor);
        case
    });
    scaled.collect()
}

/// Runs the original, which `variable` selects. Returns the cases with the limits of its
/// mutants, or how it fails.
pub(super) fn timed(
    bench: &mut Bench<'_>,
    original: &mut Variant<'_>,
    cases: &[Case],
    variable: &str,
    show: &mut dyn FnMut(usize),
) -> Result<Result<Vec<Case>, Ran>, JudgeError> {
    let mut took = vec![Duration::ZERO; cases.len()];
    let every: Vec<&Case> = cases.iter().collect();
    let mut done = 0;
    let ran = bench.run(original, (variable, 0), &every, &mut |case, measured| {
        took[case] = measured.cpu;
        done += 1;
        show(done);
    })?;
    if !matches!(ran, Ran::Passed) {
        return Ok(Err(ran));
    }
    let limited = cases.iter().zip(took).map(|(case, took)| {
        let mut case = case.clone();
        case.limits.cpu = (took * MAX_SLOWDOWN).max(MIN_LIMIT).min(case.limits.cpu);
        case
    });
    Ok(Ok(limited.collect()))
}
