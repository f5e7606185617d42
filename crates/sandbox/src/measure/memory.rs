//! The memory of a process as `/proc` shows it to anybody, also that of a
//! process that hides the rest.

use std::fs;

use rustix::process::Pid;

/// What a process has in use now, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Memory {
    /// Its resident pages, those it shares among them.
    pub(crate) resident: u64,
    /// The tables of its pages: 4 KiB for every 2 MiB of address space of which
    /// a byte was read, though nothing is resident there.
    pub(crate) tables: u64,
}

impl Memory {
    /// Reads that of a living process.
    pub(crate) fn of(pid: Pid) -> Option<Self> {
        // A program may choose itself a name that is not text.
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

    /// Resident bytes of a process, each page divided by how many share it,
    /// where it shows this.
    pub(crate) fn proportional(pid: Pid) -> Option<u64> {
        let rollup = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
        bytes(&rollup, "Pss:")
    }
}

/// The value of a line, which is in kibibytes.
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
    fn a_process_shows_its_pages_and_their_tables() {
        let me = rustix::process::getpid();
        let memory = Memory::of(me).unwrap();
        assert!(memory.resident > 100 << 10);
        assert!(memory.tables > 4 << 10);
        assert!(Memory::proportional(me).unwrap() > 100 << 10);
    }

    #[test]
    fn a_line_is_found_by_its_whole_name() {
        let status = "Name:\tVmPTE:\nVmRSS:\t    4 kB\nVmPTE:\t   12 kB\n";
        assert_eq!(bytes(status, "VmPTE:"), Some(12 << 10));
        assert_eq!(bytes(status, "VmSwap:"), None);
    }

    #[test]
    fn a_process_whose_name_is_not_text_is_seen() {
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
