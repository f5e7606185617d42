//! Estimates how much longer a run will take.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;

/// Longer estimates of the remaining time are not shown. If all running programs are in endless
/// loops, the measured speed approaches zero and the estimate becomes meaningless.
const MAX_TIME_LEFT: Duration = Duration::from_hours(24);

/// The total and the finished work of a run, in units of
/// [`SubmissionInfo::cost`](mousetrap_model::SubmissionInfo::cost).
#[derive(Debug, Default)]
pub(super) struct TimeLeft {
    total: AtomicU64,
    finished: AtomicU64,
    preparations: Mutex<PreparationTimes>,
}

/// The time that workers spend on preparing toolchains. Toolchains are prepared once per language
/// at the start of a run, so this time does not depend on the speed of judging.
#[derive(Debug, Default)]
struct PreparationTimes {
    /// The start times of preparations that are in progress, keyed by worker.
    start_times: BTreeMap<usize, Instant>,
    /// The total duration of all finished preparations.
    finished: Duration,
}

impl TimeLeft {
    pub(super) fn set_total_work(&self, cost: u64) {
        self.total.store(cost, Ordering::Relaxed);
    }

    pub(super) fn finish_work(&self, cost: u64) {
        self.finished.fetch_add(cost, Ordering::Relaxed);
    }

    /// Subtracts cancelled work from the total. Cancelled work must not count as finished, because
    /// it took no time.
    pub(super) fn cancel_work(&self, cost: u64) {
        self.total.fetch_sub(cost, Ordering::Relaxed);
    }

    pub(super) fn begin_preparation(&self, worker: usize) {
        let mut times = self.preparations.lock();
        times.start_times.entry(worker).or_insert_with(Instant::now);
    }

    pub(super) fn end_preparation(&self, worker: usize) {
        let mut preparing = self.preparations.lock();
        if let Some(begun) = preparing.start_times.remove(&worker) {
            preparing.finished += begun.elapsed();
        }
    }

    /// Returns the estimated time left, given the elapsed time and the number of workers. Returns
    /// `None` if no estimate is possible yet.
    pub(super) fn estimate(&self, elapsed: Duration, workers: usize) -> Option<Duration> {
        let preparing = self.preparations.lock();
        let unfinished = preparing.start_times.values().map(Instant::elapsed);
        let preparing = preparing.finished + unfinished.sum::<Duration>();
        let judging = elapsed.saturating_sub(preparing / workers.max(1) as u32);
        let all = self.total.load(Ordering::Relaxed);
        let done = self.finished.load(Ordering::Relaxed).min(all);
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
        assert_eq!(left.estimate(second, 2), None);
        left.set_total_work(9000);
        left.cancel_work(5000);
        assert_eq!(left.estimate(second, 2), None);
        left.finish_work(1000);
        assert_eq!(left.estimate(2 * second, 2), Some(6 * second));
        left.preparations.lock().finished = 6 * second;
        assert_eq!(left.estimate(5 * second, 2), Some(6 * second));
        let began = Instant::now().checked_sub(4 * second).unwrap();
        left.preparations.lock().start_times.insert(0, began);
        let shown = left.estimate(7 * second, 2).unwrap();
        assert!((5 * second..=6 * second).contains(&shown), "{shown:?}");
        left.finish_work(5000);
        assert_eq!(left.estimate(2 * second, 2), Some(Duration::ZERO));
    }
}
