//! Estimates how much longer a run will take.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

/// Estimates of the remaining time above this maximum are not shown. If all running programs are in
/// endless loops, the measured speed approaches zero and the estimate becomes meaningless.
const MAX_TIME_LEFT: Duration = Duration::from_hours(24);

/// The work of a run, which the judging thread updates and the progress bar reads.
#[derive(Debug, Default)]
pub(super) struct TimeLeft(Mutex<Work>);

/// The total and the finished work of a run, in units of
/// [`SubmissionInfo::cost`](mousetrap_model::SubmissionInfo::cost), and the time that workers spend
/// on preparing toolchains. Toolchains are prepared once per language at the start of a run, so
/// this time does not depend on the speed of judging.
#[derive(Debug, Default)]
struct Work {
    total: u64,
    finished: u64,
    /// The start times of preparations that are in progress, keyed by worker.
    preparing: BTreeMap<usize, Instant>,
    /// The total duration of all finished preparations.
    prepared: Duration,
}

impl TimeLeft {
    pub(super) fn set_total_work(&self, cost: u64) {
        self.0.lock().total = cost;
    }

    pub(super) fn finish_work(&self, cost: u64) {
        self.0.lock().finished += cost;
    }

    /// Subtracts cancelled work from the total. Cancelled work must not count as finished, because
    /// it took no time.
    pub(super) fn cancel_work(&self, cost: u64) {
        let mut work = self.0.lock();
        work.total = work.total.saturating_sub(cost);
    }

    pub(super) fn begin_preparation(&self, worker: usize) {
        let mut work = self.0.lock();
        work.preparing.entry(worker).or_insert_with(Instant::now);
    }

    pub(super) fn end_preparation(&self, worker: usize) {
        let mut work = self.0.lock();
        if let Some(begun) = work.preparing.remove(&worker) {
            work.prepared += begun.elapsed();
        }
    }

    /// Returns the estimated time left, given the elapsed time and the number of workers. Returns
    /// `None` if no estimate is possible yet.
    pub(super) fn estimate(&self, elapsed: Duration, workers: usize) -> Option<Duration> {
        let work = self.0.lock();
        let unfinished = work.preparing.values().map(Instant::elapsed);
        let preparing = work.prepared + unfinished.sum::<Duration>();
        let judging = elapsed.saturating_sub(preparing / workers.max(1) as u32);
        let (all, done) = (work.total, work.finished.min(work.total));
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
        left.0.lock().prepared = 6 * second;
        assert_eq!(left.estimate(5 * second, 2), Some(6 * second));
        let began = Instant::now().checked_sub(4 * second).unwrap();
        left.0.lock().preparing.insert(0, began);
        let shown = left.estimate(7 * second, 2).unwrap();
        assert!((5 * second..=6 * second).contains(&shown), "{shown:?}");
        left.finish_work(5000);
        assert_eq!(left.estimate(2 * second, 2), Some(Duration::ZERO));
    }
}
