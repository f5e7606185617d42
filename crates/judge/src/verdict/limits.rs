//! CPU time at which runs are stopped.

use std::time::Duration;

use crate::{Options, Submission};
use mousetrap_model::Limits;

/// Returns the CPU time at which the judge stops a run of `submission` with these limits,
/// which its language scales. A complete program also gets its start-up time.
pub fn max_cpu_time(submission: &Submission<'_>, limits: Limits, options: &Options) -> Duration {
    let limit = limits.cpu.mul_f64(submission.detected.language.time_factor);
    hard_stop(limit, options.judge.borderline)
}

/// Returns the CPU time at which a run is stopped. Within the borderline band a run may
/// still be repeated. Beyond it, the run gets at most one second more, so that reports can
/// show by how much it is too slow.
pub(crate) fn hard_stop(limit: Duration, borderline: f64) -> Duration {
    const SHOWN: Duration = Duration::from_secs(1);
    limit.mul_f64(1.0 + borderline) + (limit / 2).min(SHOWN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hard_stop_is_shortly_after_the_limit() {
        let millis = |limit| hard_stop(Duration::from_millis(limit), 0.2).as_millis();
        assert_eq!([100, 2000, 20_000].map(millis), [170, 3400, 25_000]);
    }
}
