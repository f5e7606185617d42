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

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsFd as _, BorrowedFd, OwnedFd};

use rustix::fs::{AtFlags, FlockOperation, Mode, OFlags, flock, mkdirat, unlinkat};
use rustix::io::Errno;

use super::cgroup_usage::{CgroupUsage, Version};
use super::hierarchy::{Hierarchy, open_directory, open_file};
use super::leftovers;
use super::wire::RunLimits;

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
    /// Figures of these.
    pub(super) usage: CgroupUsage,
    /// Limits in force: memory, processes.
    limits: Option<(u64, u64)>,
    /// How many memory groups were made.
    pub(super) made: u32,
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

    /// The same group a second time.
    fn again(&self) -> io::Result<Self> {
        Ok(Self {
            name: self.name.clone(),
            directory: self.directory.try_clone()?,
            join: self.join.try_clone()?,
        })
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

impl Groups {
    /// Makes the groups of this worker process, and removes those of workers
    /// that are gone.
    pub(super) fn make(hierarchy: &Hierarchy) -> io::Result<Self> {
        let name = leftovers::prefix()? + &std::process::id().to_string();
        let (version, [cpu, memory, pids]) = match hierarchy {
            Hierarchy::V1 { cpu, memory, pids } => (Version::One, [cpu, memory, pids]),
            Hierarchy::V2(directory) => (Version::Two, [directory; 3]),
        };
        for parent in [cpu, memory, pids] {
            leftovers::sweep(parent);
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
            Version::Two => memory.again().map(|cpu| (cpu, None)),
        };
        let (cpu, pids) = made.inspect_err(|_| memory.remove(&parents.memory))?;
        let usage = CgroupUsage::open(&cpu.directory, &memory.directory);
        let usage = usage.inspect_err(|_| {
            memory.remove(&parents.memory);
            if let Some(pids) = &pids {
                cpu.remove(&parents.cpu);
                pids.remove(&parents.pids);
            }
        })?;
        let groups = Self {
            name,
            version,
            parents,
            cpu,
            memory,
            pids,
            usage,
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
    pub(super) fn renew(&mut self) -> io::Result<()> {
        if self.usage.is_clean()? {
            return Ok(());
        }
        let fresh = Group::make(
            &self.parents.memory,
            &format!("{}-{}", self.name, self.made),
        )?;
        self.made += 1;
        self.memory.remove(&self.parents.memory);
        if self.version == Version::Two {
            self.cpu = fresh.again()?;
        }
        self.memory = fresh;
        self.limits = None;
        self.usage = CgroupUsage::open(&self.cpu.directory, &self.memory.directory)?;
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
