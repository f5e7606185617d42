//! Measures how long a process tree waits for a processor.

use std::time::{Duration, Instant};

use mousetrap_sandbox::{CpuWaits, Process};

/// Time after which a thread that is ready to run at the deadline is looked at again.
const RUNNABLE_RETRY: Duration = Duration::from_millis(100);

/// Measures how long a program waits for a processor while it should reply. On an
/// overloaded machine this is most of the wall time, and says nothing about the program.
#[derive(Debug, Default)]
pub(super) struct CpuWait {
    /// The first reading, and when the last one was made.
    readings: Option<(CpuWaits, Instant)>,
    /// The longest wait of one thread since the first reading.
    pub(super) longest: Duration,
}

impl CpuWait {
    /// Time between readings, and before the first one: short runs are not read at all.
    pub(super) const INTERVAL: Duration = Duration::from_millis(200);

    /// The kernel counts a wait when it is over. A thread that is ready to run at the
    /// deadline may have waited for so long already.
    const MAX_UNCOUNTED: Duration = Duration::from_secs(5);

    /// Reads again if the last reading is old.
    pub(super) fn update(&mut self, process: &Process<'_>, now: Instant) {
        let is_due = |(_, last): &(_, Instant)| now - *last >= Self::INTERVAL;
        if self.readings.as_ref().is_none_or(is_due) {
            self.read(process, now);
        }
    }

    /// Returns the deadline plus the time that was spent waiting, which may be extended again.
    pub(super) fn extended_deadline(
        &mut self,
        deadline: Instant,
        process: &Process<'_>,
        now: Instant,
    ) -> Instant {
        let is_runnable = self.read(process, now);
        let extended = deadline + self.longest;
        if now >= extended && is_runnable && now < extended + Self::MAX_UNCOUNTED {
            return now + RUNNABLE_RETRY;
        }
        extended
    }

    /// Returns whether a thread is ready to run.
    fn read(&mut self, process: &Process<'_>, now: Instant) -> bool {
        let waits = process.cpu_waits();
        let is_runnable = waits.has_runnable_thread;
        match &mut self.readings {
            Some((first, last)) => {
                *last = now;
                self.longest = self.longest.max(waits.longest_since(first));
            }
            None => self.readings = Some((waits, now)),
        }
        is_runnable
    }
}
