//! Limits memory without a control group: the init of a run measures the resident memory
//! and page tables of all processes every few milliseconds, and kills them if they exceed
//! the limit. Memory touched between two measurements can exceed the limit for that time.
//! Memory in `/box` and `/tmp` counts only towards the disk limit.

use std::fs;
use std::time::Duration;

use rustix::process::{Pid, Signal};

use crate::measure::process_tree::Memory;
use crate::sys;

/// Time between two measurements.
const PERIOD: Duration = Duration::from_millis(10);

/// Watches the memory of one run.
#[derive(Debug)]
pub(crate) struct MemoryWatch {
    limit: u64,
    peak: u64,
}

impl MemoryWatch {
    /// Starts a watch with a limit in bytes. Child signals stay pending from here on.
    pub(crate) fn new(limit: u64) -> Self {
        sys::hold_child_signals();
        Self { limit, peak: 0 }
    }

    /// Waits for a child or for the next measurement, and measures.
    pub(crate) fn pause(&mut self) {
        sys::await_child(PERIOD);
        let mut now = measure(|_| None);
        if now > self.limit {
            // The sum counts shared pages once per process. This slower measurement counts
            // them once in total. A program that nobody may read reveals only its resident
            // memory.
            now = measure(Memory::proportional);
        }
        self.peak = self.peak.max(now);
        if now > self.limit {
            for pid in processes() {
                let _ = rustix::process::kill_process(pid, Signal::KILL);
            }
        }
    }

    /// Returns the highest measurement in bytes, and whether it exceeds the limit.
    pub(crate) fn result(&self) -> (u64, bool) {
        (self.peak, self.peak > self.limit)
    }
}

/// Returns the memory of all processes, each with the resident memory that `resident` returns.
fn measure(resident: impl Fn(Pid) -> Option<u64>) -> u64 {
    let used = processes().filter_map(|pid| {
        let memory = Memory::of(pid)?;
        Some(resident(pid).unwrap_or(memory.resident) + memory.tables)
    });
    used.sum()
}

/// Returns the processes of the run except init, the calling process.
fn processes() -> impl Iterator<Item = Pid> {
    fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?))
        .filter(|&pid| pid != Pid::INIT)
}
