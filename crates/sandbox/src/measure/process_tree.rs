//! Measures a process tree without a control group: the CPU clocks and the memory of its living
//! processes, and the CPU time of the children that they have reaped.
//!
//! The CPU time of a child that ended while its parent ignored `SIGCHLD` is not measured, and
//! neither are memory peaks between two measurements.

use std::cell::Cell;
use std::fs;
use std::time::Duration;

use rustix::process::Pid;

use crate::job::JobUsage;
use crate::sys;
use mousetrap_util::Bytes;

/// The peak usage of a run so far. A measurement can be lower than an earlier one because processes
/// end, but the reported usage never decreases.
#[derive(Debug)]
pub(crate) struct PeakUsage {
    pub(crate) memory_limit: Bytes,
    peak: Cell<JobUsage>,
}

impl PeakUsage {
    pub(crate) fn new(memory_limit: Bytes) -> Self {
        let peak = Cell::default();
        Self { memory_limit, peak }
    }

    pub(crate) fn peak_so_far(&self) -> JobUsage {
        self.peak.get()
    }

    /// Records a new measurement and returns the peak usage so far.
    pub(crate) fn record(&self, now: JobUsage) -> JobUsage {
        let before = self.peak_so_far();
        let memory = before.memory.max(now.memory);
        self.peak.set(JobUsage {
            cpu: before.cpu.max(now.cpu),
            memory,
            out_of_memory: memory > self.memory_limit,
        });
        self.peak_so_far()
    }

    pub(crate) fn reset_peak_memory(&self) {
        self.peak.set(JobUsage {
            cpu: self.peak_so_far().cpu,
            ..JobUsage::default()
        });
    }
}

/// Reads the usage of a process and all its descendants.
pub(crate) fn usage_of_tree(root: Pid) -> JobUsage {
    usage_of_processes(&pids_in_tree(root))
}

/// Reads the usage of the descendants of an init process, including those that it has reaped.
pub(crate) fn usage_of_descendants(init: Pid) -> JobUsage {
    // The CPU time of reaped processes is read first, so that a process that ends in the meantime
    // is not counted twice.
    let ended = reaped_cpu_time(init).unwrap_or_default();
    let mut usage = usage_of_processes(&pids_in_tree(init)[1..]);
    usage.cpu += ended;
    usage
}

fn usage_of_processes(pids: &[Pid]) -> JobUsage {
    let mut usage = JobUsage::default();
    for &pid in pids {
        usage.cpu += sys::process_cpu_time(pid).unwrap_or_default();
        usage.cpu += reaped_cpu_time(pid).unwrap_or_default();
        usage.memory.0 +=
            ProcessMemory::read(pid).map_or(0, |memory| memory.resident + memory.tables);
    }
    usage
}

/// Returns a process and all its living descendants.
pub(crate) fn pids_in_tree(root: Pid) -> Vec<Pid> {
    let mut found = vec![root];
    let mut next = 0;
    while next < found.len() {
        for child in child_pids(found[next]) {
            // A process is found twice if another process adopts it during the search.
            if !found.contains(&child) {
                found.push(child);
            }
        }
        next += 1;
    }
    found
}

fn child_pids(pid: Pid) -> Vec<Pid> {
    let tasks = fs::read_dir(format!("/proc/{pid}/task"));
    let tasks = tasks.into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let lists: String = lists.collect();
    let children = lists.split_whitespace();
    children
        .filter_map(|pid| Pid::from_raw(pid.parse().ok()?))
        .collect()
}

/// Returns the CPU time of the children that a process has reaped, with a resolution of 10 ms.
fn reaped_cpu_time(pid: Pid) -> Option<Duration> {
    // The process name in parentheses may contain any bytes, so fields are counted from the
    // closing parenthesis: the state is field 3.
    let text = fs::read(format!("/proc/{pid}/stat")).ok()?;
    let text = String::from_utf8_lossy(&text);
    let fields: Vec<&str> = text[text.rfind(')')? + 1..].split_whitespace().collect();
    let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
    let ticks = field(16)? + field(17)?;
    let tick = rustix::param::clock_ticks_per_second();
    Some(Duration::from_nanos(ticks * 1_000_000_000 / tick))
}

/// The current memory usage of a process, in bytes. `/proc` reports these values even for a process
/// that hides other information.
#[derive(Clone, Copy)]
pub(crate) struct ProcessMemory {
    /// Memory of resident pages, including shared pages.
    pub(crate) resident: u64,
    /// Memory of page tables: 4 KiB for every 2 MiB region in which the process has read a byte,
    /// even if no page of the region is resident.
    pub(crate) tables: u64,
}

impl ProcessMemory {
    /// Reads the memory of a living process.
    pub(crate) fn read(pid: Pid) -> Option<Self> {
        // The program may have set a process name that is not UTF-8.
        let status = fs::read(format!("/proc/{pid}/status")).ok()?;
        let status = String::from_utf8_lossy(&status);
        Some(Self {
            resident: parse_memory_field(&status, "VmRSS:")?,
            tables: parse_memory_field(&status, "VmPTE:")?,
        })
    }

    /// Returns the resident memory of a process, in bytes. The size of each page is divided by the
    /// number of processes that share the page. Returns `None` if this process may not read the
    /// memory maps of the measured process.
    pub(crate) fn proportional_set_size(pid: Pid) -> Option<u64> {
        let rollup = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
        parse_memory_field(&rollup, "Pss:")
    }
}

/// Returns, in bytes, the value of a line such as `VmRSS: 4 kB`.
fn parse_memory_field(text: &str, name: &str) -> Option<u64> {
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
        assert!(pids_in_tree(me).contains(&me));
        let memory = ProcessMemory::read(me).unwrap();
        assert!(memory.resident > 100 << 10 && memory.tables > 4 << 10);
        assert!(ProcessMemory::proportional_set_size(me).unwrap() > 100 << 10);
        let usage = usage_of_tree(me);
        assert!(usage.cpu > Duration::ZERO && usage.memory > Bytes::kib(104));
    }

    #[test]
    fn field_is_found_by_its_complete_name() {
        let status = "Name:\tVmPTE:\nVmRSS:\t    4 kB\nVmPTE:\t   12 kB\n";
        assert_eq!(parse_memory_field(status, "VmPTE:"), Some(12 << 10));
        assert_eq!(parse_memory_field(status, "VmSwap:"), None);
    }

    #[test]
    fn process_with_a_name_that_is_not_utf8_is_measured() {
        let (memory, ended) = thread::spawn(|| {
            rustix::thread::set_name(c"\xff\nVmRSS:").unwrap();
            let me = rustix::thread::gettid();
            (ProcessMemory::read(me), reaped_cpu_time(me))
        })
        .join()
        .unwrap();
        assert!(memory.unwrap().resident > 100 << 10);
        assert!(ended.is_some());
    }
}
