//! Measures a process tree without a control group: the CPU clocks of its living
//! processes, their memory, and the CPU time of children that they have waited for.
//!
//! Two things are not measured: the CPU time of a child that ended while its parent
//! ignored `SIGCHLD`, and memory peaks between two readings.

use std::cell::Cell;
use std::fs;
use std::time::Duration;

use rustix::process::Pid;

use crate::job::TreeUsage;
use crate::sys;
use mousetrap_util::Bytes;

/// The highest usage of a run that was read so far. A reading can be lower than an earlier
/// one, because processes end; the reported usage never decreases.
#[derive(Debug)]
pub(crate) struct HighestUsage {
    pub(crate) memory_limit: Bytes,
    highest: Cell<TreeUsage>,
}

impl HighestUsage {
    pub(crate) fn new(memory_limit: Bytes) -> Self {
        let highest = Cell::default();
        Self {
            memory_limit,
            highest,
        }
    }

    pub(crate) fn get(&self) -> TreeUsage {
        self.highest.get()
    }

    /// Adds a reading. Returns the highest usage so far.
    pub(crate) fn raise(&self, now: TreeUsage) -> TreeUsage {
        let before = self.get();
        let memory = before.memory.max(now.memory);
        self.highest.set(TreeUsage {
            cpu: before.cpu.max(now.cpu),
            memory,
            out_of_memory: memory > self.memory_limit,
        });
        self.get()
    }

    pub(crate) fn reset_memory(&self) {
        self.highest.set(TreeUsage {
            cpu: self.get().cpu,
            ..TreeUsage::default()
        });
    }
}

/// Reads the usage of a process and all its descendants.
pub(crate) fn usage_of_tree(root: Pid) -> TreeUsage {
    usage_of(&tree(root))
}

/// Reads the usage of the descendants of an init, including those that it has waited for.
pub(crate) fn usage_of_descendants(init: Pid) -> TreeUsage {
    // Read first, so that a process that ends meanwhile is not counted twice.
    let ended = waited_for(init).unwrap_or_default();
    let mut usage = usage_of(&tree(init)[1..]);
    usage.cpu += ended;
    usage
}

fn usage_of(pids: &[Pid]) -> TreeUsage {
    let mut usage = TreeUsage::default();
    for &pid in pids {
        usage.cpu += sys::process_clock(pid).unwrap_or_default();
        usage.cpu += waited_for(pid).unwrap_or_default();
        usage.memory.0 += Memory::of(pid).map_or(0, |memory| memory.resident + memory.tables);
    }
    usage
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
    let tasks = fs::read_dir(format!("/proc/{pid}/task"));
    let tasks = tasks.into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let lists: String = lists.collect();
    let children = lists.split_whitespace();
    children
        .filter_map(|pid| Pid::from_raw(pid.parse().ok()?))
        .collect()
}

/// Returns the CPU time of the children that a process has waited for, in steps of 10 ms.
fn waited_for(pid: Pid) -> Option<Duration> {
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

/// The current memory of a process in bytes, as `/proc` shows it even for a process that
/// hides other information.
#[derive(Clone, Copy)]
pub(crate) struct Memory {
    /// Resident pages, including shared ones.
    pub(crate) resident: u64,
    /// Page tables: 4 KiB for every 2 MiB of address space in which a byte was read, even if
    /// no page is resident there.
    pub(crate) tables: u64,
}

impl Memory {
    /// Reads the memory of a living process.
    pub(crate) fn of(pid: Pid) -> Option<Self> {
        // The program may have chosen a name that is not UTF-8.
        let status = fs::read(format!("/proc/{pid}/status")).ok()?;
        let status = String::from_utf8_lossy(&status);
        Some(Self {
            resident: bytes(&status, "VmRSS:")?,
            tables: bytes(&status, "VmPTE:")?,
        })
    }

    /// Returns the resident bytes of a process, with each page divided by the number of
    /// processes that share it, if the process may be read.
    pub(crate) fn proportional(pid: Pid) -> Option<u64> {
        let rollup = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
        bytes(&rollup, "Pss:")
    }
}

/// Returns the value of a line that gives kibibytes.
fn bytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes << 10)
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn usage_of_this_process_includes_page_tables() {
        let me = rustix::process::getpid();
        assert!(tree(me).contains(&me));
        let memory = Memory::of(me).unwrap();
        assert!(memory.resident > 100 << 10 && memory.tables > 4 << 10);
        assert!(Memory::proportional(me).unwrap() > 100 << 10);
        let usage = usage_of_tree(me);
        assert!(usage.cpu > Duration::ZERO && usage.memory > Bytes::kib(104));
    }

    #[test]
    fn line_is_found_by_its_entire_name() {
        let status = "Name:\tVmPTE:\nVmRSS:\t    4 kB\nVmPTE:\t   12 kB\n";
        assert_eq!(bytes(status, "VmPTE:"), Some(12 << 10));
        assert_eq!(bytes(status, "VmSwap:"), None);
    }

    #[test]
    fn process_with_a_name_that_is_not_utf8_is_measured() {
        let (memory, ended) = thread::spawn(|| {
            rustix::thread::set_name(c"\xff\nVmRSS:").unwrap();
            let me = rustix::thread::gettid();
            (Memory::of(me), waited_for(me))
        })
        .join()
        .unwrap();
        assert!(memory.unwrap().resident > 100 << 10);
        assert!(ended.is_some());
    }
}
