//! Measurement of the time for which a process tree waits for a CPU.

use std::time::{Duration, Instant};

use mousetrap_sandbox::{CpuWaitTimes, Process};

/// Time by which the deadline is extended if a thread is ready to run but still waits for a CPU.
const EXTRA_TIME_FOR_RUNNABLE_THREAD: Duration = Duration::from_millis(100);

/// The time that a program has spent waiting for a CPU while the judge waited for its reply. On an
/// overloaded machine, this can be most of the wall time, which is not the program's fault.
#[derive(Debug, Default)]
pub(super) struct CpuWait {
    /// The CPU wait times from the first measurement, and the time of the latest measurement.
    readings: Option<(CpuWaitTimes, Instant)>,
    /// The longest wait of a single thread since the first measurement.
    pub(super) longest: Duration,
}

impl CpuWait {
    /// Time between two measurements. The first measurement also waits this long, so that short
    /// runs are never measured.
    pub(super) const READ_INTERVAL: Duration = Duration::from_millis(200);

    /// Maximum extension of the deadline for a wait that is still in progress. The kernel counts a
    /// wait only when it ends, so a runnable thread may have waited for an unknown time.
    const MAX_UNCOUNTED_WAIT: Duration = Duration::from_secs(5);

    /// Measures the CPU wait times again if the latest measurement is too old.
    pub(super) fn update(&mut self, process: &Process<'_>, now: Instant) {
        let is_due = |(_, last): &(_, Instant)| now - *last >= Self::READ_INTERVAL;
        if self.readings.as_ref().is_none_or(is_due) {
            self.read(process, now);
        }
    }

    /// Returns the deadline, extended by the time that was spent waiting for a CPU. A later call
    /// can extend the deadline further.
    pub(super) fn extended_deadline(
        &mut self,
        deadline: Instant,
        process: &Process<'_>,
        now: Instant,
    ) -> Instant {
        let is_runnable = self.read(process, now);
        let extended = deadline + self.longest;
        if now >= extended && is_runnable && now < extended + Self::MAX_UNCOUNTED_WAIT {
            return now + EXTRA_TIME_FOR_RUNNABLE_THREAD;
        }
        extended
    }

    /// Measures the CPU wait times. Returns whether a thread is ready to run.
    fn read(&mut self, process: &Process<'_>, now: Instant) -> bool {
        let waits = process.read_cpu_wait_times();
        let is_runnable = waits.has_runnable_thread;
        match &mut self.readings {
            Some((first, last)) => {
                *last = now;
                self.longest = self.longest.max(waits.longest_wait_since(first));
            }
            None => self.readings = Some((waits, now)),
        }
        is_runnable
    }
}
