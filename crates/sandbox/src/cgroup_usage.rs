//! What a run uses, read from its control groups.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::os::fd::AsFd;

use rustix::fs::OFlags;

use super::hierarchy::open_file;

/// Left-over charge up to which a memory group is used again.
const CLEAN: u64 = 1 << 20;

/// A version of control groups; their files have other names and meanings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Version {
    One,
    Two,
}

/// The figures of a run, read from its groups.
#[derive(Debug)]
pub(super) struct CgroupUsage {
    version: Version,
    cpu: File,
    peak: File,
    now: File,
    events: File,
}

impl CgroupUsage {
    /// Opens the files in the directories of [`super::cgroup::Groups::directories`].
    pub(super) fn open(cpu: impl AsFd, memory: impl AsFd) -> io::Result<Self> {
        let read = OFlags::RDONLY;
        if let Ok(usage) = open_file(&cpu, "cpuacct.usage", read) {
            return Ok(Self {
                version: Version::One,
                cpu: usage,
                peak: open_file(&memory, "memory.max_usage_in_bytes", OFlags::RDWR)?,
                now: open_file(&memory, "memory.usage_in_bytes", read)?,
                events: open_file(&memory, "memory.oom_control", read)?,
            });
        }
        // The peak can be reset since Linux 6.12 and read since 5.19.
        let peak = open_file(&memory, "memory.peak", OFlags::RDWR)
            .or_else(|_| open_file(&memory, "memory.peak", read))
            .or_else(|_| open_file(&memory, "memory.current", read))?;
        Ok(Self {
            version: Version::Two,
            cpu: open_file(&cpu, "cpu.stat", read)?,
            peak,
            now: open_file(&memory, "memory.current", read)?,
            events: open_file(&memory, "memory.events", read)?,
        })
    }

    /// CPU nanoseconds of all that ever ran in the group.
    pub(super) fn cpu(&self) -> io::Result<u64> {
        let mut buffer = [0; 256];
        let text = pread(&self.cpu, &mut buffer)?;
        match self.version {
            Version::One => number(text),
            Version::Two => field(text, "usage_usec").map(|micros| micros * 1000),
        }
    }

    /// Most bytes in use since the last reset.
    pub(super) fn peak(&self) -> io::Result<u64> {
        number(pread(&self.peak, &mut [0; 32])?)
    }

    /// Whether the system has killed in the group for memory.
    pub(super) fn killed(&self) -> io::Result<bool> {
        Ok(field(pread(&self.events, &mut [0; 256])?, "oom_kill")? > 0)
    }

    /// Restarts the peak from what is in use now, where that is possible.
    pub(super) fn reset_peak(&self) {
        let mut peak = &self.peak;
        let _ = peak.seek(SeekFrom::Start(0)).and_then(|_| peak.write(b"0"));
    }

    /// Whether the group may serve another run.
    pub(super) fn is_clean(&self) -> io::Result<bool> {
        let now = number(pread(&self.now, &mut [0; 32])?)?;
        if now > CLEAN || self.killed()? {
            return Ok(false);
        }
        self.reset_peak();
        Ok(self.version == Version::One || self.peak()? <= CLEAN)
    }
}

fn pread<'b>(file: &File, buffer: &'b mut [u8]) -> io::Result<&'b str> {
    let length = rustix::io::pread(file, &mut *buffer, 0)?;
    std::str::from_utf8(&buffer[..length]).map_err(io::Error::other)
}

fn number(text: &str) -> io::Result<u64> {
    text.trim().parse().map_err(io::Error::other)
}

/// The value in a line `name value`.
fn field(text: &str, name: &str) -> io::Result<u64> {
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    number(line.ok_or_else(|| io::Error::other(format!("no field {name}")))?)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use rustix::fs::CWD;

    use super::*;
    use crate::hierarchy::open_directory;

    #[test]
    fn figures_of_version_2_are_read() {
        let directory = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| fs::write(directory.path().join(name), text).unwrap();
        file(
            "cpu.stat",
            "usage_usec 1234\nuser_usec 1000\nsystem_usec 234\n",
        );
        file("memory.peak", "4096\n");
        file("memory.current", "1024\n");
        file("memory.events", "low 0\nhigh 0\nmax 3\noom 1\noom_kill 2\n");
        let open = open_directory(CWD, directory.path()).unwrap();
        let cgroup_usage = CgroupUsage::open(&open, &open).unwrap();
        assert_eq!(cgroup_usage.cpu().unwrap(), 1_234_000);
        assert_eq!(cgroup_usage.peak().unwrap(), 4096);
        assert!(cgroup_usage.killed().unwrap());
        file("memory.events", "oom_kill 0\n");
        let cgroup_usage = CgroupUsage::open(&open, &open).unwrap();
        assert!(!cgroup_usage.killed().unwrap());
    }
}
