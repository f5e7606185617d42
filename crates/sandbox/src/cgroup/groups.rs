//! The control groups of a worker, which limit its runs and measure their usage.
//!
//! The worker process owns a group `mousetrap-<pid namespace>-<pid>` below the group in which it
//! was started. It uses the cgroup version 2 hierarchy if the `memory` and `pids` controllers are
//! available in that hierarchy, otherwise the version 1 hierarchies of `cpuacct`, `memory` and
//! `pids`. The worker locks the directory of each group, so that other workers can recognize the
//! groups of a killed worker. Only the main process of a run joins the groups, immediately before
//! it executes the program, so the setup is not charged to the run.
//!
//! Creating a memory group takes about 130 µs, so a group is reused if the kernel has not killed
//! any of its processes and almost no memory is still charged to the group. The kernel charges page
//! cache to the group that touched it first, and includes it in the memory peak. The kernel drops
//! page cache before it kills a process for lack of memory.

use std::fs::File;
use std::io::{self, Write};
use std::iter;
use std::os::fd::{AsFd as _, BorrowedFd, OwnedFd};
use std::rc::Rc;

use super::group::{Group, name_prefix, remove_abandoned_groups};
use super::hierarchy::{Hierarchy, open_directory};
use super::usage::CgroupUsage;
use crate::job::JobLimits;

/// The control groups of one worker. Dropping this value removes the groups.
#[derive(Debug)]
pub(crate) struct WorkerGroups {
    name: String,
    /// The groups for cgroup version 1; `None` with version 2, where one group has all controllers.
    version_1: Option<Version1Groups>,
    memory: Group,
    /// The parent directory of the memory groups.
    parent: Rc<OwnedFd>,
    /// The usage of the current run.
    pub(crate) usage: CgroupUsage,
    limits: Option<JobLimits>,
    /// The number of memory groups created so far.
    pub(crate) created: u32,
}

/// The groups of a worker in the cgroup version 1 hierarchies other than `memory`.
#[derive(Debug)]
struct Version1Groups {
    cpu: Group,
    /// The group that contains the worker itself and every run, in the `pids` hierarchy.
    pids: Group,
}

impl WorkerGroups {
    /// Creates the groups of this worker process, and removes the groups of workers that
    /// have ended.
    pub(crate) fn create(hierarchy: &Hierarchy) -> io::Result<Self> {
        let name = name_prefix()? + &std::process::id().to_string();
        let open = |parent| -> io::Result<_> {
            remove_abandoned_groups(parent);
            Ok(Rc::new(open_directory(rustix::fs::CWD, parent)?))
        };
        let parent = open(&hierarchy.memory)?;
        let memory = Group::create(&parent, &format!("{name}-0"))?;
        let version_1 = match &hierarchy.cpu_and_pids {
            Some([cpu, pids]) => Some(Version1Groups {
                cpu: Group::create(&open(cpu)?, &name)?,
                pids: Group::create(&open(pids)?, &name)?,
            }),
            None => None,
        };
        let cpu = version_1.as_ref().map_or(&memory, |groups| &groups.cpu);
        let usage = CgroupUsage::open(&cpu.directory, &memory.directory)?;
        if let Some(groups) = &version_1 {
            (&groups.pids.procs_file).write_all(b"0")?;
        }
        Ok(Self {
            name,
            version_1,
            memory,
            parent,
            usage,
            limits: None,
            created: 1,
        })
    }

    /// Sets the limits of the next run.
    pub(crate) fn set_limits(&mut self, limits: &JobLimits) -> io::Result<()> {
        if self.limits == Some(*limits) {
            return Ok(());
        }
        let memory = limits.memory.0.to_string();
        if let Some(groups) = &self.version_1 {
            // The limit on memory plus swap must never be lower than the limit on memory, so the
            // order of the two writes depends on whether the limits rise or fall.
            let first = self.memory.write_setting("memory.limit_in_bytes", &memory);
            self.write_memory_setting_if_supported("memory.memsw.limit_in_bytes", &memory)?;
            if first.is_err() {
                self.memory
                    .write_setting("memory.limit_in_bytes", &memory)?;
            }
            // Besides the run, the group contains the worker and the run's init.
            let processes = u64::from(limits.processes) + 2;
            groups
                .pids
                .write_setting("pids.max", &processes.to_string())?;
        } else {
            self.memory.write_setting("memory.max", &memory)?;
            self.write_memory_setting_if_supported("memory.swap.max", "0")?;
            self.memory
                .write_setting("pids.max", &limits.processes.to_string())?;
        }
        self.limits = Some(*limits);
        Ok(())
    }

    fn write_memory_setting_if_supported(&self, file: &str, value: &str) -> io::Result<()> {
        match self.memory.write_setting(file, value) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            result => result,
        }
    }

    /// Returns the `cgroup.procs` files to which the main process of a run writes `0` to join the
    /// groups.
    pub(crate) fn procs_files(&self) -> impl Iterator<Item = &File> {
        let cpu = self.version_1.as_ref().map(|groups| &groups.cpu.procs_file);
        cpu.into_iter().chain(iter::once(&self.memory.procs_file))
    }

    /// Returns the directories of the CPU group and the memory group, from which usage is read.
    pub(crate) fn usage_directories(&self) -> [BorrowedFd<'_>; 2] {
        let version_1 = self.version_1.as_ref();
        let cpu = version_1.map_or(&self.memory, |groups| &groups.cpu);
        [cpu, &self.memory].map(|group| group.directory.as_fd())
    }

    /// Replaces the memory group if it cannot be reused after the last run: the kernel killed a
    /// process, or memory is still charged to the group. With cgroup version 2, the new group also
    /// measures CPU time, because a single group has all controllers.
    pub(crate) fn replace_used_memory_group(&mut self) -> io::Result<()> {
        if self.usage.can_be_reused()? {
            return Ok(());
        }
        self.memory = Group::create(&self.parent, &format!("{}-{}", self.name, self.created))?;
        self.created += 1;
        self.limits = None;
        let [cpu, memory] = self.usage_directories();
        self.usage = CgroupUsage::open(cpu, memory)?;
        Ok(())
    }
}

impl Drop for WorkerGroups {
    fn drop(&mut self) {
        if let Some(groups) = &self.version_1 {
            let _ = groups.pids.leave_group();
        }
    }
}
