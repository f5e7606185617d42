//! Limiting memory without a control group: the init of a run looks at the
//! resident memory of all its processes, and at their page tables, every few
//! milliseconds, and kills them when there is too much. A burst may overshoot by what can be touched
//! between two looks, and memory in `/box` and `/tmp` counts for the disk limit
//! only.

use std::fs;
use std::time::Duration;

use rustix::process::{Pid, Signal};

use crate::measure::memory::Memory;
use crate::sys;

/// Time between two looks.
const PERIOD: Duration = Duration::from_millis(10);

/// The watch over one run.
#[derive(Debug)]
pub(crate) struct MemoryWatch {
    limit: u64,
    peak: u64,
}

impl MemoryWatch {
    /// A watch for this many bytes. Child signals are held from here on.
    pub(crate) fn new(limit: u64) -> Self {
        sys::hold_child_signals();
        Self { limit, peak: 0 }
    }

    /// Waits for a child or the next look, and looks.
    pub(crate) fn pause(&mut self) {
        sys::await_child(PERIOD);
        let mut now = processes()
            .filter_map(Memory::of)
            .map(Memory::total)
            .sum::<u64>();
        if now > self.limit {
            // What processes share was counted for each of them; this takes
            // longer and counts it once, where a process shows it. A program
            // that may not be read shows what it has resident and no more.
            now = processes()
                .filter_map(|pid| {
                    let all = Memory::of(pid)?;
                    let resident = Memory::proportional(pid).unwrap_or(all.resident);
                    Some(resident + all.tables)
                })
                .sum();
        }
        self.peak = self.peak.max(now);
        if now > self.limit {
            kill_everyone();
        }
    }

    /// Peak bytes seen, and whether the limit was passed.
    pub(crate) fn result(&self) -> (u64, bool) {
        (self.peak, self.peak > self.limit)
    }
}

/// Kills every process but init, which is this one.
fn kill_everyone() {
    for pid in processes() {
        let _ = rustix::process::kill_process(pid, Signal::KILL);
    }
}

fn processes() -> impl Iterator<Item = Pid> {
    fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?))
        .filter(|&pid| pid != Pid::INIT)
}
