//! Reads the usage of a run from its control groups.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::os::fd::AsFd;
use std::time::Duration;

use rustix::fs::OFlags;

use super::hierarchy::open_file;
use mousetrap_util::Bytes;

/// Maximum memory that may still be charged to a group when it is reused.
const MAX_LEFTOVER_MEMORY: Bytes = Bytes::mib(1);

/// The open files from which the usage of a run is read. The names and formats of these files
/// depend on the cgroup version.
#[derive(Debug)]
pub(crate) struct CgroupUsage {
    is_version_1: bool,
    cpu: File,
    peak: File,
    current: File,
    events: File,
}

impl CgroupUsage {
    /// Opens the usage files in the directories from [`super::groups::WorkerGroups::usage_directories`].
    pub(crate) fn open(cpu: impl AsFd, memory: impl AsFd) -> io::Result<Self> {
        let read = OFlags::RDONLY;
        if let Ok(usage) = open_file(&cpu, "cpuacct.usage", read) {
            return Ok(Self {
                is_version_1: true,
                cpu: usage,
                peak: open_file(&memory, "memory.max_usage_in_bytes", OFlags::RDWR)?,
                current: open_file(&memory, "memory.usage_in_bytes", read)?,
                events: open_file(&memory, "memory.oom_control", read)?,
            });
        }
        // Linux reports the peak since version 5.19, and can reset the peak since version 6.12.
        let peak = open_file(&memory, "memory.peak", OFlags::RDWR)
            .or_else(|_| open_file(&memory, "memory.peak", read))
            .or_else(|_| open_file(&memory, "memory.current", read))?;
        Ok(Self {
            is_version_1: false,
            cpu: open_file(&cpu, "cpu.stat", read)?,
            peak,
            current: open_file(&memory, "memory.current", read)?,
            events: open_file(&memory, "memory.events", read)?,
        })
    }

    /// Returns the CPU time of all tasks that have run in the group since its creation.
    pub(crate) fn cpu_time(&self) -> io::Result<Duration> {
        let mut buffer = [0; 256];
        let text = pread(&self.cpu, &mut buffer)?;
        if self.is_version_1 {
            parse_number(text).map(Duration::from_nanos)
        } else {
            parse_field(text, "usage_usec").map(Duration::from_micros)
        }
    }

    /// Returns the peak memory since the last reset.
    pub(crate) fn peak_memory(&self) -> io::Result<Bytes> {
        parse_number(pread(&self.peak, &mut [0; 32])?).map(Bytes)
    }

    /// Returns whether the kernel has killed a process of the group for lack of memory.
    pub(crate) fn has_oom_kill(&self) -> io::Result<bool> {
        Ok(parse_field(pread(&self.events, &mut [0; 256])?, "oom_kill")? > 0)
    }

    /// Resets the memory peak to the current usage, if the kernel supports that.
    pub(crate) fn reset_peak_memory(&self) {
        let mut peak = &self.peak;
        let _ = peak.seek(SeekFrom::Start(0)).and_then(|_| peak.write(b"0"));
    }

    /// Returns whether the group can be reused for another run.
    pub(crate) fn can_be_reused(&self) -> io::Result<bool> {
        let current = parse_number(pread(&self.current, &mut [0; 32])?)?;
        if Bytes(current) > MAX_LEFTOVER_MEMORY || self.has_oom_kill()? {
            return Ok(false);
        }
        self.reset_peak_memory();
        Ok(self.is_version_1 || self.peak_memory()? <= MAX_LEFTOVER_MEMORY)
    }
}

fn pread<'b>(file: &File, buffer: &'b mut [u8]) -> io::Result<&'b str> {
    let length = rustix::io::pread(file, &mut *buffer, 0)?;
    std::str::from_utf8(&buffer[..length]).map_err(io::Error::other)
}

fn parse_number(text: &str) -> io::Result<u64> {
    text.trim().parse().map_err(io::Error::other)
}

/// Returns the number in the line `NAME NUMBER` whose NAME is `name`.
fn parse_field(text: &str, name: &str) -> io::Result<u64> {
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    parse_number(line.ok_or_else(|| io::Error::other(format!("no field {name}")))?)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use rustix::fs::CWD;

    use super::*;
    use crate::cgroup::hierarchy::open_directory;

    #[test]
    fn usage_is_read_from_version_2_files() {
        let directory = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| fs::write(directory.path().join(name), text).unwrap();
        file("cpu.stat", "usage_usec 1234\nuser_usec 1000\n");
        file("memory.peak", "4096\n");
        file("memory.current", "1024\n");
        file("memory.events", "low 0\nhigh 0\nmax 3\noom 1\noom_kill 2\n");
        let open = open_directory(CWD, directory.path()).unwrap();
        let usage = CgroupUsage::open(&open, &open).unwrap();
        assert_eq!(usage.cpu_time().unwrap(), Duration::from_micros(1234));
        assert_eq!(usage.peak_memory().unwrap(), Bytes::kib(4));
        assert!(usage.has_oom_kill().unwrap());
        file("memory.events", "oom_kill 0\n");
        let usage = CgroupUsage::open(&open, &open).unwrap();
        assert!(!usage.has_oom_kill().unwrap());
    }
}
