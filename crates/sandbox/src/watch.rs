//! Limiting memory without a control group: the init of a run looks at the
//! resident memory of all its processes every few milliseconds, and kills them
//! when there is too much. A burst may overshoot by what can be touched
//! between two looks, and memory in `/box` and `/tmp` counts for the disk limit
//! only.

use std::fs;
use std::time::Duration;

use rustix::process::{Pid, Signal};

use super::sys;

/// Time between two looks.
const PERIOD: Duration = Duration::from_millis(10);

/// The watch over one run.
#[derive(Debug)]
pub(super) struct Watch {
    limit: u64,
    peak: u64,
}

impl Watch {
    /// A watch for this many bytes. Child signals are held from here on.
    pub(super) fn new(limit: u64) -> Self {
        sys::hold_child_signals();
        Self { limit, peak: 0 }
    }

    /// Waits for a child or the next look, and looks.
    pub(super) fn pause(&mut self) {
        sys::await_child(PERIOD);
        let mut now = sum(resident);
        if now > self.limit {
            // What processes share was counted for each of them; this takes
            // longer and counts it once, where a process shows it. A program
            // that may not be read shows what it has resident and no more.
            now = sum(|pid| proportional(pid).or_else(|| resident(pid)));
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

/// Bytes of all processes but init.
fn sum(of: impl Fn(Pid) -> Option<u64>) -> u64 {
    processes().filter_map(of).sum()
}

/// Resident bytes of a process.
fn resident(pid: Pid) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/statm")).ok()?;
    let pages: u64 = text.split(' ').nth(1)?.parse().ok()?;
    Some(pages * rustix::param::page_size() as u64)
}

/// Resident bytes of a process, each page divided by how many share it.
fn proportional(pid: Pid) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes << 10)
}

fn processes() -> impl Iterator<Item = Pid> {
    fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?))
        .filter(|&pid| pid != Pid::INIT)
}
