//! Measures a process tree without a control group: the CPU clocks of its living
//! processes, their memory, and the CPU time of children that they have waited for.
//!
//! Two things are not measured: the CPU time of a child that ended while its parent
//! ignored `SIGCHLD`, and memory peaks between two readings.

use std::cell::Cell;
use std::fs;
use std::time::Duration;

use rustix::process::Pid;

use super::memory::Memory;
use crate::job::TreeUsage;
use crate::sys;
use mousetrap_util::Bytes;

/// The usage of the living processes of a tree so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reading {
    pub(crate) cpu: Duration,
    /// Current memory in bytes: resident pages and page tables.
    pub(crate) memory: u64,
}

impl Reading {
    /// Returns the reading as the usage of a run with this memory limit.
    pub(crate) fn usage(self, memory_limit: Bytes) -> TreeUsage {
        TreeUsage {
            cpu: self.cpu,
            memory: Bytes(self.memory),
            out_of_memory: self.memory > memory_limit.0,
        }
    }
}

/// The highest readings of a run so far. A reading can be lower than an earlier one, because
/// processes end; the reported usage never decreases.
#[derive(Debug, Default)]
pub(crate) struct HighestReading(Cell<Reading>);

impl HighestReading {
    pub(crate) fn get(&self) -> Reading {
        self.0.get()
    }

    /// Adds a reading. Returns the highest ones so far.
    pub(crate) fn raise(&self, now: Reading) -> Reading {
        let highest = self.get();
        self.0.set(Reading {
            cpu: highest.cpu.max(now.cpu),
            memory: highest.memory.max(now.memory),
        });
        self.get()
    }

    pub(crate) fn reset_memory(&self) {
        let cpu = self.get().cpu;
        self.0.set(Reading { cpu, memory: 0 });
    }
}

/// Reads a process and all its descendants.
pub(crate) fn read_tree(root: Pid) -> Reading {
    read(&tree(root))
}

/// Reads the descendants of an init, including those that it has waited for.
pub(crate) fn read_descendants(init: Pid) -> Reading {
    // Read first, so that a process that ends meanwhile is not counted twice.
    let ended = waited_for(init).unwrap_or_default();
    let mut reading = read(&tree(init)[1..]);
    reading.cpu += ended;
    reading
}

fn read(pids: &[Pid]) -> Reading {
    let mut reading = Reading::default();
    for &pid in pids {
        reading.cpu += sys::process_clock(pid).unwrap_or_default();
        reading.cpu += waited_for(pid).unwrap_or_default();
        reading.memory += Memory::of(pid).map_or(0, Memory::total);
    }
    reading
}

/// Returns a process and all its living descendants.
pub(crate) fn tree(root: Pid) -> Vec<Pid> {
    let mut found = vec![root];
    let mut next = 0;
    while next < found.len() {
        for child in children(found[next]) {
            // A process is found twice if it got another parent meanwhile.
            if !found.contains(&child) {
                found.push(child);
            }
        }
        next += 1;
    }
    found
}

fn children(pid: Pid) -> Vec<Pid> {
    let Ok(tasks) = fs::read_dir(format!("/proc/{pid}/task")) else {
        return Vec::new();
    };
    tasks
        .flatten()
        .filter_map(|task| fs::read_to_string(task.path().join("children")).ok())
        .flat_map(|list| {
            list.split_whitespace()
                .filter_map(|pid| Pid::from_raw(pid.parse().ok()?))
                .collect::<Vec<_>>()
        })
        .collect()
}

/// Returns the CPU time of the children that a process has waited for, in steps of 10 ms.
pub(crate) fn waited_for(pid: Pid) -> Option<Duration> {
    // The name in parentheses may contain any bytes, so fields are counted from its end:
    // the state is field 3.
    let text = fs::read(format!("/proc/{pid}/stat")).ok()?;
    let text = String::from_utf8_lossy(&text);
    let fields: Vec<&str> = text[text.rfind(')')? + 1..].split_whitespace().collect();
    let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
    let ticks = field(16)? + field(17)?;
    let tick = rustix::param::clock_ticks_per_second();
    Some(Duration::from_nanos(ticks * 1_000_000_000 / tick))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_of_this_process_is_not_empty() {
        let reading = read_tree(rustix::process::getpid());
        assert!(reading.cpu > Duration::ZERO);
        assert!(reading.memory > 100 * 1024);
    }

    #[test]
    fn tree_contains_its_root() {
        let me = rustix::process::getpid();
        assert!(tree(me).contains(&me));
    }
}
