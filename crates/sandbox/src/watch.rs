//! Limiting memory without a control group: the init of a run looks at the
//! resident memory of all its processes, and at their page tables, every few
//! milliseconds, and kills them when there is too much. A burst may overshoot by what can be touched
//! between two looks, and memory in `/box` and `/tmp` counts for the disk limit
//! only.

use std::fs;

use rustix::event::Timespec;
use rustix::process::{Pid, Signal};

use super::memory::Memory;

/// Time between two looks.
pub(super) const PERIOD: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 10_000_000,
};

/// The watch over one run.
#[derive(Debug)]
pub(super) struct Watch {
    limit: u64,
    peak: u64,
}

impl Watch {
    /// A watch for this many bytes.
    pub(super) fn new(limit: u64) -> Self {
        Self { limit, peak: 0 }
    }

    /// Looks, and kills.
    pub(super) fn look(&mut self) {
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
    pub(super) fn result(&self) -> (u64, bool) {
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
