//! Control groups: limits and figures of a whole tree of tasks.
//!
//! The worker process owns a group `mousetrap-<pid namespace>-<pid>` below the
//! group in which it was started: in the version 1 hierarchies of `cpuacct`,
//! `memory` and `pids`, or in the version 2 hierarchy where its `memory` and
//! `pids` controllers can be used. It holds a lock on the directory of each, so
//! that others can tell the groups that a killed worker left. Only the main
//! process of a run joins (just before it becomes the program), so what setting
//! up costs is not counted.
//!
//! Making a memory group costs some 130 µs, so a group is used again as long as
//! it came out of a run clean: nothing was killed in it and next to no memory
//! is still charged to it. Page cache is charged to whoever touched it first
//! and is part of the peak; the system drops it before it kills for memory.

use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, FlockOperation, Mode, OFlags, flock, mkdirat, openat, unlinkat};
use rustix::io::Errno;

use super::hierarchy::{Hierarchy, find};
use super::wire::RunLimits;

/// Left-over charge up to which a memory group is used again.
const CLEAN: u64 = 1 << 20;
const PREFIX: &str = "mousetrap-";

/// Groups of these workers, which are gone and were of this pid namespace. A
/// group that is locked is that of another judge's worker, to which the system
/// has given the number of one of these.
pub(super) fn left(workers: &[u32]) -> Vec<PathBuf> {
    let parents = match find() {
        Ok(Hierarchy::V1 { cpu, memory, pids }) => vec![cpu, memory, pids],
        Ok(Hierarchy::V2(directory)) => vec![directory],
        Err(_) => return Vec::new(),
    };
    let Ok(namespace) = fs::metadata("/proc/self/ns/pid") else {
        return Vec::new();
    };
    let start = format!("{PREFIX}{}-", namespace.ino());
    let gone = |name: &str| {
        name.strip_prefix(&start)
            .and_then(|rest| rest.split('-').next())
            .and_then(|pid| pid.parse().ok())
            .is_some_and(|pid| workers.contains(&pid))
    };
    parents
        .iter()
        .filter_map(|parent| fs::read_dir(parent).ok())
        .flat_map(Iterator::flatten)
        .filter(|entry| entry.file_name().to_str().is_some_and(gone))
        .map(|entry| entry.path())
        .filter(|directory| try_lock_stale(directory).is_some())
        .collect()
}

/// The groups of one worker.
#[derive(Debug)]
pub(super) struct Groups {
    name: String,
    version: Version,
    parents: Parents,
    cpu: Group,
    memory: Group,
    /// The worker itself is in it, and so is every run.
    pids: Option<Group>,
    /// Limits in force: memory, processes.
    limits: Option<(u64, u64)>,
    /// How many memory groups were made.
    made: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Version {
    One,
    Two,
}

#[derive(Debug)]
struct Parents {
    cpu: OwnedFd,
    memory: OwnedFd,
    pids: OwnedFd,
}

#[derive(Debug)]
struct Group {
    name: String,
    directory: OwnedFd,
    join: File,
}

impl Group {
    /// Another worker may sweep the directory away before it is locked, so that
    /// several attempts may be needed.
    fn make(parent: &OwnedFd, name: &str) -> io::Result<Self> {
        let attempt = || {
            match mkdirat(parent, name, Mode::from_raw_mode(0o755)) {
                Ok(()) | Err(Errno::EXIST) => {}
                Err(error) => return Err(error.into()),
            }
            let directory = open_directory(parent, name)?;
            flock(&directory, FlockOperation::LockShared)?;
            let join = open_file(&directory, "cgroup.procs", OFlags::WRONLY)?;
            Ok(Self {
                name: name.to_owned(),
                directory,
                join,
            })
        };
        let mut made = attempt();
        for _ in 0..10 {
            if made.is_ok() {
                break;
            }
            made = attempt();
        }
        made
    }

    fn set(&self, file: &str, value: &str) -> io::Result<()> {
        open_file(&self.directory, file, OFlags::WRONLY)?.write_all(value.as_bytes())
    }

    fn remove(&self, parent: &OwnedFd) {
        // A dying task may hold the group for a moment longer.
        for _ in 0..100 {
            match unlinkat(parent, &self.name, AtFlags::REMOVEDIR) {
                Err(Errno::BUSY) => {
                    std::thread::sleep(std::time::Duration::from_millis(1));
                }
                _ => return,
            }
        }
    }
}

fn open_directory(parent: impl AsFd, name: impl rustix::path::Arg) -> io::Result<OwnedFd> {
    let flags = OFlags::DIRECTORY | OFlags::RDONLY | OFlags::CLOEXEC;
    Ok(openat(parent, name, flags, Mode::empty())?)
}

fn open_file(directory: impl AsFd, name: &str, flags: OFlags) -> io::Result<File> {
    Ok(openat(directory, name, flags | OFlags::CLOEXEC, Mode::empty())?.into())
}

impl Groups {
    /// Makes the groups of this worker process, and removes those of workers
    /// that are gone.
    pub(super) fn make(hierarchy: &Hierarchy) -> io::Result<Self> {
        let namespace = fs::metadata("/proc/self/ns/pid")?.ino();
        let name = format!("{PREFIX}{namespace}-{}", std::process::id());
        let (version, [cpu, memory, pids]) = match hierarchy {
            Hierarchy::V1 { cpu, memory, pids } => (Version::One, [cpu, memory, pids]),
            Hierarchy::V2(directory) => (Version::Two, [directory; 3]),
        };
        for parent in [cpu, memory, pids] {
            sweep(parent);
        }
        let here = rustix::fs::CWD;
        let parents = Parents {
            cpu: open_directory(here, cpu)?,
            memory: open_directory(here, memory)?,
            pids: open_directory(here, pids)?,
        };
        let memory = Group::make(&parents.memory, &format!("{name}-0"))?;
        let made = match version {
            Version::One => Group::make(&parents.cpu, &name).and_then(|cpu| {
                let pids = Group::make(&parents.pids, &name).inspect_err(|_| {
                    cpu.remove(&parents.cpu);
                })?;
                Ok((cpu, Some(pids)))
            }),
            Version::Two => open_directory(&parents.cpu, &memory.name).and_then(|directory| {
                let join = memory.join.try_clone()?;
                let name = memory.name.clone();
                Ok((
                    Group {
                        name,
                        directory,
                        join,
                    },
                    None,
                ))
            }),
        };
        let (cpu, pids) = made.inspect_err(|_| memory.remove(&parents.memory))?;
        let groups = Self {
            name,
            version,
            parents,
            cpu,
            memory,
            pids,
            limits: None,
            made: 1,
        };
        if let Some(pids) = &groups.pids {
            (&pids.join).write_all(b"0")?;
        }
        Ok(groups)
    }

    /// Sets the limits of the next run.
    pub(super) fn limit(&mut self, limits: &RunLimits) -> io::Result<()> {
        let wanted = (limits.memory, limits.processes);
        if self.limits == Some(wanted) {
            return Ok(());
        }
        let memory = limits.memory.to_string();
        match self.version {
            Version::One => {
                // The limit with swap may not be below the one without, so
                // that raising needs one order and lowering the other.
                let first = self.memory.set("memory.limit_in_bytes", &memory);
                self.set_if_there("memory.memsw.limit_in_bytes", &memory)?;
                if first.is_err() {
                    self.memory.set("memory.limit_in_bytes", &memory)?;
                }
                if let Some(pids) = &self.pids {
                    // The worker and the init of the run are in it too.
                    pids.set("pids.max", &(limits.processes + 2).to_string())?;
                }
            }
            Version::Two => {
                self.memory.set("memory.max", &memory)?;
                self.set_if_there("memory.swap.max", "0")?;
                self.memory.set("pids.max", &limits.processes.to_string())?;
            }
        }
        self.limits = Some(wanted);
        Ok(())
    }

    fn set_if_there(&self, file: &str, value: &str) -> io::Result<()> {
        match self.memory.set(file, value) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            result => result,
        }
    }

    /// The files into which the main process of a run writes `0` to join.
    pub(super) fn join(&self) -> impl Iterator<Item = &File> {
        let cpu = (self.version == Version::One).then_some(&self.cpu.join);
        cpu.into_iter().chain([&self.memory.join])
    }

    /// What is needed to read the figures: directories of the CPU and of the
    /// memory group.
    pub(super) fn directories(&self) -> [BorrowedFd<'_>; 2] {
        [self.cpu.directory.as_fd(), self.memory.directory.as_fd()]
    }

    /// Makes a fresh memory group if the last run did not leave this one
    /// clean. On version 2 that is the CPU group as well.
    pub(super) fn renew(&mut self, cgroup_usage: &mut CgroupUsage) -> io::Result<()> {
        if cgroup_usage.is_clean()? {
            return Ok(());
        }
        let fresh = Group::make(
            &self.parents.memory,
            &format!("{}-{}", self.name, self.made),
        )?;
        self.made += 1;
        self.memory.remove(&self.parents.memory);
        if self.version == Version::Two {
            self.cpu = Group {
                name: fresh.name.clone(),
                directory: fresh.directory.try_clone()?,
                join: fresh.join.try_clone()?,
            };
        }
        self.memory = fresh;
        self.limits = None;
        Ok(())
    }

    /// Removes the groups; the worker leaves them first.
    pub(super) fn remove(&self) {
        if let Some(pids) = &self.pids {
            let _ = open_file(&self.parents.pids, "cgroup.procs", OFlags::WRONLY)
                .and_then(|mut parent| parent.write_all(b"0"));
            pids.remove(&self.parents.pids);
        }
        if self.version == Version::One {
            self.cpu.remove(&self.parents.cpu);
        }
        self.memory.remove(&self.parents.memory);
    }
}

/// Removes empty groups of workers that were killed before they could: those
/// that nobody has locked.
fn sweep(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let ours = entry
            .file_name()
            .as_encoded_bytes()
            .starts_with(PREFIX.as_bytes());
        if ours && let Some(_lock) = try_lock_stale(&entry.path()) {
            let _ = fs::remove_dir(entry.path());
        }
    }
}

/// Locks the directory of a group that nobody else has locked.
fn try_lock_stale(directory: &Path) -> Option<OwnedFd> {
    let directory = open_directory(rustix::fs::CWD, directory).ok()?;
    flock(&directory, FlockOperation::NonBlockingLockExclusive).ok()?;
    Some(directory)
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
    /// Opens the files in the directories of [`Groups::directories`].
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
    fn is_clean(&self) -> io::Result<bool> {
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
    use super::*;

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
        let open = open_directory(rustix::fs::CWD, directory.path()).unwrap();
        let cgroup_usage = CgroupUsage::open(&open, &open).unwrap();
        assert_eq!(cgroup_usage.cpu().unwrap(), 1_234_000);
        assert_eq!(cgroup_usage.peak().unwrap(), 4096);
        assert!(cgroup_usage.killed().unwrap());
        file("memory.events", "oom_kill 0\n");
        let cgroup_usage = CgroupUsage::open(&open, &open).unwrap();
        assert!(!cgroup_usage.killed().unwrap());
    }

    #[test]
    fn groups_of_the_dead_are_swept_and_others_left() {
        let directory = tempfile::tempdir().unwrap();
        for name in ["mousetrap-1-2", "mousetrap-1-2-0", "mousetrap-1-3", "other"] {
            fs::create_dir(directory.path().join(name)).unwrap();
        }
        let owned =
            open_directory(rustix::fs::CWD, directory.path().join("mousetrap-1-3")).unwrap();
        flock(&owned, FlockOperation::LockShared).unwrap();
        sweep(directory.path());
        let mut left: Vec<_> = fs::read_dir(directory.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        assert_eq!(left, ["mousetrap-1-3", "other"]);
    }
}
