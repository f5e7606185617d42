//! Rounded counts and maxima, which replace the cases of a redacted report.

use std::time::Duration;

use mousetrap_model::{CaseResult, Peak, RedactedCases, Verdict};
use mousetrap_util::Bytes;

/// The counts and rounded maxima of these cases.
pub(super) fn redacted_cases(cases: &[CaseResult]) -> RedactedCases {
    let accepted = |case: &&CaseResult| case.verdict == Verdict::Accepted;
    RedactedCases {
        case_count: cases.len(),
        accepted: cases.iter().filter(accepted).count(),
        peak: rounded_peak(cases),
    }
}

/// The maxima of these cases: time rounded up to two digits, memory to whole mebibytes.
/// Neither is above its limit: only the case itself knows by how much a run exceeded it.
fn rounded_peak(cases: &[CaseResult]) -> Option<Peak> {
    let cpu_limit = cases.iter().map(|case| case.limits.cpu).max()?;
    let memory_limit = cases.iter().map(|case| case.limits.memory).max()?;
    let cpu = cases.iter().map(|case| case.usage.cpu).max()?;
    let memory = cases.iter().map(|case| case.usage.memory.0).max()?;
    let memory = memory.checked_next_multiple_of(1 << 20).unwrap_or(u64::MAX);
    Some(Peak {
        cpu: two_digits(cpu).min(cpu_limit),
        cpu_limit,
        memory: Bytes(memory).min(memory_limit),
        memory_limit,
    })
}

/// A time rounded up to two significant digits of its microseconds.
pub(super) fn two_digits(time: Duration) -> Duration {
    let micros = time.as_micros() as u64;
    let step = 10u64.pow(micros.max(1).ilog10().saturating_sub(1));
    Duration::from_micros(micros.div_ceil(step).saturating_mul(step))
}
