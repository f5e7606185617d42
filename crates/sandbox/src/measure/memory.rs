//! The memory of a process, as `/proc` shows it even for a process that hides other
//! information.

use std::fs;

use rustix::process::Pid;

/// The current memory of a process, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

    pub(crate) fn total(self) -> u64 {
        self.resident + self.tables
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
    use crate::measure::clocks;

    #[test]
    fn memory_of_this_process_includes_page_tables() {
        let me = rustix::process::getpid();
        let memory = Memory::of(me).unwrap();
        assert!(memory.resident > 100 << 10);
        assert!(memory.tables > 4 << 10);
        assert!(Memory::proportional(me).unwrap() > 100 << 10);
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
            (Memory::of(me), clocks::waited_for(me))
        })
        .join()
        .unwrap();
        assert!(memory.unwrap().resident > 100 << 10);
        assert!(ended.is_some());
    }
}
