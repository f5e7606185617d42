//! Estimates how long a run still takes.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The longest estimate that is shown. While all running programs are endless, the measured speed
/// approaches zero, and the estimate grows without meaning.
const MAX_TIME_LEFT: Duration = Duration::from_hours(24);

/// The work of a run, in units of [`SubmissionInfo::cost`](mousetrap_model::SubmissionInfo::cost).
#[derive(Debug, Default)]
pub(super) struct TimeLeft {
    all: AtomicU64,
    done: AtomicU64,
    /// The time that workers spent on preparing toolchains, in milliseconds of one worker.
    preparing_ms: AtomicU64,
}

impl TimeLeft {
    pub(super) fn set_all(&self, cost: u64) {
        self.all.store(cost, Ordering::Relaxed);
    }

    pub(super) fn add_done(&self, cost: u64) {
        self.done.fetch_add(cost, Ordering::Relaxed);
    }

    /// Adds the time in which one of `workers` prepared a toolchain. This happens once per language
    /// at the start of a run and says nothing about the speed of judging.
    pub(super) fn add_preparing(&self, time: Duration, workers: usize) {
        let ms = time.as_millis() as u64 / workers.max(1) as u64;
        self.preparing_ms.fetch_add(ms, Ordering::Relaxed);
    }

    /// Returns the estimated time left when the run has taken `elapsed`, or `None` if no estimate
    /// is possible yet.
    pub(super) fn after(&self, elapsed: Duration) -> Option<Duration> {
        let preparing = Duration::from_millis(self.preparing_ms.load(Ordering::Relaxed));
        let judging = elapsed.saturating_sub(preparing);
        let all = self.all.load(Ordering::Relaxed);
        let done = self.done.load(Ordering::Relaxed).min(all);
        let seconds = judging.as_secs_f64() * (all - done) as f64 / done as f64;
        let left = Duration::try_from_secs_f64(seconds).ok()?;
        (left <= MAX_TIME_LEFT).then_some(left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_left_is_proportional_to_the_work_left() {
        let left = TimeLeft::default();
        let second = Duration::from_secs(1);
        assert_eq!(left.after(second), None);
        left.set_all(4000);
        assert_eq!(left.after(second), None);
        left.add_done(1000);
        assert_eq!(left.after(2 * second), Some(6 * second));
        left.add_preparing(6 * second, 2);
        assert_eq!(left.after(5 * second), Some(6 * second));
        left.add_done(5000);
        assert_eq!(left.after(2 * second), Some(Duration::ZERO));
    }
}
