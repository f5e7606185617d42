//! The control groups of a worker: limits on its runs, and their usage.
//!
//! The worker process owns a group `mousetrap-<pid namespace>-<pid>` below the
//! group in which it was started: in the version 1 hierarchies of `cpuacct`,
//! `memory` and `pids`, or in the version 2 hierarchy if its `memory` and
//! `pids` controllers can be used. It locks the directory of each group, so
//! that other workers recognise the groups that a killed worker left. Only the main
//! process of a run joins, immediately before it executes the program, so the cost of
//! the setup is not counted.
//!
//! Creating a memory group takes about 130 µs, so a group is reused while runs leave it
//! clean: no process was killed in it, and almost no memory is still charged to it. Page
//! cache is charged to the group that touched it first and is part of the peak; the kernel
//! drops it before it kills a process for lack of memory.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsFd as _, BorrowedFd, OwnedFd};

use rustix::fs::OFlags;

use super::abandoned;
use super::group::Group;
use super::hierarchy::{Hierarchy, open_directory, open_file};
use super::usage::{CgroupUsage, Version};
use crate::wire::messages::RunLimits;

/// The groups of one worker.
#[derive(Debug)]
pub(crate) struct Groups {
    name: String,
    version: Version,
    parents: Parents,
    cpu: Group,
    memory: Group,
    /// Version 1: contains the worker itself and every run.
    pids: Option<Group>,
    /// The usage of the current run.
    pub(crate) usage: CgroupUsage,
    /// The current limits: memory, processes.
    limits: Option<(u64, u64)>,
    /// The number of memory groups created so far.
    pub(crate) made: u32,
}

#[derive(Debug)]
struct Parents {
    cpu: OwnedFd,
    memory: OwnedFd,
    pids: OwnedFd,
}

impl Groups {
    /// Creates the groups of this worker process, and removes the groups of workers that
    /// have ended.
    pub(crate) fn make(hierarchy: &Hierarchy) -> io::Result<Self> {
        let name = abandoned::prefix()? + &std::process::id().to_string();
        let (version, [cpu, memory, pids]) = match hierarchy {
            Hierarchy::V1 { cpu, memory, pids } => (Version::One, [cpu, memory, pids]),
            Hierarchy::V2(directory) => (Version::Two, [directory; 3]),
        };
        for parent in [cpu, memory, pids] {
            abandoned::sweep(parent);
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
            Version::Two => memory.duplicate().map(|cpu| (cpu, None)),
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
    pub(crate) fn limit(&mut self, limits: &RunLimits) -> io::Result<()> {
        let wanted = (limits.memory, limits.processes);
        if self.limits == Some(wanted) {
            return Ok(());
        }
        let memory = limits.memory.to_string();
        match self.version {
            Version::One => {
                // The limit with swap must be at least the one without, so raising and
                // lowering need opposite orders.
                let first = self.memory.set("memory.limit_in_bytes", &memory);
                self.set_if_supported("memory.memsw.limit_in_bytes", &memory)?;
                if first.is_err() {
                    self.memory.set("memory.limit_in_bytes", &memory)?;
                }
                if let Some(pids) = &self.pids {
                    // The group also contains the worker and the init of the run.
                    pids.set("pids.max", &(limits.processes + 2).to_string())?;
                }
            }
            Version::Two => {
                self.memory.set("memory.max", &memory)?;
                self.set_if_supported("memory.swap.max", "0")?;
                self.memory.set("pids.max", &limits.processes.to_string())?;
            }
        }
        self.limits = Some(wanted);
        Ok(())
    }

    fn set_if_supported(&self, file: &str, value: &str) -> io::Result<()> {
        match self.memory.set(file, value) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            result => result,
        }
    }

    /// The files into which the main process of a run writes `0` to join.
    pub(crate) fn join(&self) -> impl Iterator<Item = &File> {
        let cpu = (self.version == Version::One).then_some(&self.cpu.join);
        cpu.into_iter().chain([&self.memory.join])
    }

    /// The directories of the CPU group and the memory group, for reading the usage.
    pub(crate) fn directories(&self) -> [BorrowedFd<'_>; 2] {
        [self.cpu.directory.as_fd(), self.memory.directory.as_fd()]
    }

    /// Creates a new memory group if the last run did not leave the current one clean. In
    /// version 2 this is the CPU group as well.
    pub(crate) fn renew(&mut self) -> io::Result<()> {
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
            self.cpu = fresh.duplicate()?;
        }
        self.memory = fresh;
        self.limits = None;
        self.usage = CgroupUsage::open(&self.cpu.directory, &self.memory.directory)?;
        Ok(())
    }

    /// Moves the worker out of its groups and removes them.
    pub(crate) fn remove(&self) {
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
