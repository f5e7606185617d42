//! Memory limits without a control group: the init process of a run measures the resident memory
//! and the page tables of all processes every few milliseconds, and kills the processes if they
//! exceed the limit. Between two measurements, memory use can briefly exceed the limit. Files in
//! `/box` and `/tmp` count only towards the disk limit.

use std::fs;
use std::time::Duration;

use rustix::process::{Pid, Signal};

use crate::measure::process_tree::ProcessMemory;
use crate::sys;

/// Time between two measurements of memory.
const MEASUREMENT_INTERVAL: Duration = Duration::from_millis(10);

/// Measures the memory of one run and enforces its limit.
#[derive(Debug)]
pub(crate) struct MemoryMonitor {
    limit: u64,
    peak: u64,
}

impl MemoryMonitor {
    /// Creates a monitor with a memory limit in bytes, and blocks `SIGCHLD`.
    pub(crate) fn new(limit: u64) -> Self {
        sys::block_sigchld();
        Self { limit, peak: 0 }
    }

    /// Waits until a child changes state or the next measurement is due, and then measures memory.
    pub(crate) fn wait_and_measure(&mut self) {
        sys::await_sigchld(MEASUREMENT_INTERVAL);
        let mut now = total_memory(|_| None);
        if now > self.limit {
            // The first sum counts shared pages once for each process. This slower measurement
            // counts them once in total, except in processes whose memory maps are not readable.
            now = total_memory(ProcessMemory::proportional_set_size);
        }
        self.peak = self.peak.max(now);
        if now > self.limit {
            for pid in processes_of_run() {
                let _ = rustix::process::kill_process(pid, Signal::KILL);
            }
        }
    }

    /// Returns the highest measurement in bytes, and whether it exceeds the limit.
    pub(crate) fn peak_and_limit_exceeded(&self) -> (u64, bool) {
        (self.peak, self.peak > self.limit)
    }
}

/// Returns the total size of the page tables and the resident memory of all processes, in bytes.
/// The function `resident` returns the resident memory of one process.
fn total_memory(resident: impl Fn(Pid) -> Option<u64>) -> u64 {
    let used = processes_of_run().filter_map(|pid| {
        let memory = ProcessMemory::read(pid)?;
        Some(resident(pid).unwrap_or(memory.resident) + memory.tables)
    });
    used.sum()
}

/// Returns the processes of the run, except the calling process, which is init.
fn processes_of_run() -> impl Iterator<Item = Pid> {
    fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?))
        .filter(|&pid| pid != Pid::INIT)
}
