//! Numbers about the cases of a submission.

use std::time::Duration;

use mousetrap_model::{CaseResult, Peak, RedactedCases, Verdict};
use mousetrap_util::Bytes;

/// Numbers about all cases of a submission.
#[derive(Clone, Copy, Debug)]
pub struct Totals {
    /// Counts and rounded maxima.
    pub cases: RedactedCases,
    /// The number of repeated runs; 0 if redacted.
    pub repeats: usize,
    /// The sum of the wall times; zero if redacted.
    pub wall: Duration,
    /// Whether the report is redacted, and shows nothing but these numbers.
    pub is_redacted: bool,
}

/// The counts and rounded maxima of these cases.
pub(crate) fn redacted_cases(cases: &[CaseResult]) -> RedactedCases {
    let accepted = |case: &&CaseResult| case.verdict == Verdict::Accepted;
    RedactedCases {
        case_count: cases.len(),
        accepted: cases.iter().filter(accepted).count(),
        peak: rounded_peak(cases),
    }
}

/// The maxima of these cases: time rounded up to two digits, memory to whole mebibytes.
/// Neither is above its limit: by how much a run exceeded it, only its case knows.
fn rounded_peak(cases: &[CaseResult]) -> Option<Peak> {
    let cpu_limit = cases.iter().map(|case| case.limits.cpu).max()?;
    let memory_limit = cases.iter().map(|case| case.limits.memory).max()?;
    let cpu = cases.iter().map(|case| case.usage.cpu).max()?;
    let memory = cases.iter().map(|case| case.usage.memory.0).max()?;
    Some(Peak {
        cpu: two_digits(cpu).min(cpu_limit),
        cpu_limit,
        memory: Bytes(memory.checked_next_multiple_of(1 << 20).unwrap_or(u64::MAX))
            .min(memory_limit),
        memory_limit,
    })
}

/// A time rounded up to two significant digits, of microseconds.
pub(crate) fn two_digits(time: Duration) -> Duration {
    let micros = time.as_micros() as u64;
    let step = 10u64.pow(micros.max(1).ilog10().saturating_sub(1));
    Duration::from_micros(micros.div_ceil(step).saturating_mul(step))
}
