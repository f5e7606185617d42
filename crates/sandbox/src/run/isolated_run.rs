//! The judge's view of a run in full isolation.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use rustix::process::Pid;

use super::collect;
use crate::cgroup::usage::CgroupUsage;
use crate::error::{SandboxError, Step};
use crate::job::{Exit, Job, TreeUsage};
use crate::measure::clocks::{self, Reading};
use crate::measure::cpu_waits::CpuWaits;
use crate::wire::messages::{Final, RunStatus};
use crate::wire::socket::receive;
use mousetrap_util::Bytes;

/// A run in full isolation, and the sources of its usage.
#[derive(Debug)]
pub(crate) struct IsolatedRun {
    program: String,
    status: OwnedFd,
    init: Pid,
    cgroup_usage: Option<Arc<CgroupUsage>>,
    cpu_before: u64,
    /// CPU nanoseconds that the main process used before it executed the program.
    cpu_of_start: u64,
    /// Without control groups: counts the CPU nanoseconds of the entire process tree.
    counter: Option<File>,
    /// Source and destination of the files that a build leaves.
    build: Option<(OwnedFd, PathBuf)>,
    memory_limit: Bytes,
    /// Without control groups: the highest readings so far. A reading can be lower than
    /// an earlier one, because processes end; the reported usage never decreases.
    most: Cell<Reading>,
}

impl IsolatedRun {
    /// Waits until a run that the worker has set up is about to execute its program.
    /// `init` is the process id of its init, `cpu_before` the CPU time that its control
    /// group had used before.
    pub(crate) fn new(
        job: &Job,
        program: String,
        status: OwnedFd,
        (init, cpu_before): (i32, u64),
        cgroup_usage: Option<Arc<CgroupUsage>>,
    ) -> Result<Self, SandboxError> {
        let mut launched = Self {
            program,
            status,
            init: Pid::from_raw(init)
                .ok_or_else(|| SandboxError::Worker("sent an unexpected reply".to_owned()))?,
            cgroup_usage,
            cpu_before,
            cpu_of_start: 0,
            counter: None,
            build: None,
            memory_limit: job.limits.memory,
            most: Cell::default(),
        };
        launched.await_start(job)?;
        Ok(launched)
    }

    fn await_start(&mut self, job: &Job) -> Result<(), SandboxError> {
        loop {
            match self.next_status()? {
                Some((RunStatus::Started { cpu }, _)) => {
                    self.cpu_of_start = cpu;
                    return Ok(());
                }
                Some((RunStatus::Counter, mut counter)) => {
                    self.counter = counter.pop().map(File::from);
                }
                Some((RunStatus::Directory, mut directory)) => {
                    self.build = directory
                        .pop()
                        .zip(job.program.as_ref().map(|program| program.host.clone()));
                }
                Some((RunStatus::Failed { step, errno }, _)) => {
                    return Err(self.failed(step, errno));
                }
                Some((RunStatus::Ended { .. }, _)) | None => {
                    return Err(SandboxError::Worker(format!(
                        "lost {} while setting it up",
                        self.program
                    )));
                }
            }
        }
    }

    fn next_status(&self) -> Result<Option<(RunStatus, Vec<OwnedFd>)>, SandboxError> {
        receive(&self.status).map_err(SandboxError::step("receiving a status from the sandbox"))
    }

    fn failed(&self, step: Step, errno: i32) -> SandboxError {
        SandboxError::Start {
            program: self.program.clone(),
            step,
            source: io::Error::from_raw_os_error(errno),
        }
    }

    pub(crate) fn ended(&self) -> BorrowedFd<'_> {
        self.status.as_fd()
    }

    pub(crate) fn usage(&self) -> Result<TreeUsage, SandboxError> {
        let Some(cgroup_usage) = &self.cgroup_usage else {
            return self.usage_without_groups();
        };
        let read = || -> io::Result<TreeUsage> {
            let memory = cgroup_usage.peak()?;
            Ok(TreeUsage {
                cpu: nanos(cgroup_usage.cpu()?.saturating_sub(self.cpu_before)),
                memory: Bytes(memory),
                // Reading another file is only worth it if this is possible.
                out_of_memory: memory >= self.memory_limit.0 / 8 * 7 && cgroup_usage.killed()?,
            })
        };
        read().map_err(SandboxError::step("reading the control group"))
    }

    /// Reads the usage without control groups. CPU time is the higher of the counter and
    /// the clocks of all processes: not every user gets a counter from the kernel, and a
    /// program that nobody may read loses it. Memory is the resident memory now.
    fn usage_without_groups(&self) -> Result<TreeUsage, SandboxError> {
        let mut now = clocks::read_descendants(self.init);
        now.cpu = self.counted(now.cpu)?;
        let most = self.most.get();
        let most = Reading {
            cpu: most.cpu.max(now.cpu),
            memory: most.memory.max(now.memory),
        };
        self.most.set(most);
        Ok(TreeUsage {
            cpu: most.cpu,
            memory: Bytes(most.memory),
            out_of_memory: most.memory > self.memory_limit.0,
        })
    }

    /// Returns the CPU time of the counter or of the processes' clocks, whichever is higher.
    fn counted(&self, clocks: Duration) -> Result<Duration, SandboxError> {
        let clocks = clocks.saturating_sub(nanos(self.cpu_of_start));
        let counted = self.counter.as_ref().map(count).transpose()?;
        Ok(clocks.max(counted.unwrap_or_default()))
    }

    pub(crate) fn cpu_waits(&self) -> CpuWaits {
        CpuWaits::read(self.init)
    }

    pub(crate) fn reset_peak(&self) {
        if let Some(cgroup_usage) = &self.cgroup_usage {
            cgroup_usage.reset_peak();
        } else {
            let most = self.most.get();
            self.most.set(Reading { memory: 0, ..most });
        }
    }

    /// Without control groups, reads the usage one last time. When a namespace is killed,
    /// the kernel charges the usage of its processes to no other process.
    pub(crate) fn read_before_kill(&self) -> Result<(), SandboxError> {
        if self.cgroup_usage.is_none() {
            self.usage_without_groups()?;
        }
        Ok(())
    }

    /// Collects what was built and returns how the main process of the killed run ended
    /// and what the run has used, from the worker's `figures` and the run's own messages.
    pub(crate) fn result(&self, figures: &Final) -> Result<(Exit, TreeUsage), SandboxError> {
        // The judge killed it, unless a message reports that it had ended before.
        let mut exit = Exit::Signal(libc::SIGKILL);
        let mut most = self.most.get();
        let mut out_of_memory = figures.out_of_memory;
        while let Some((status, _)) = self.next_status()? {
            match status {
                RunStatus::Ended {
                    status,
                    peak,
                    out_of_memory: killed,
                } => {
                    exit = Exit::from_wait_status(status);
                    most.memory = most.memory.max(peak);
                    out_of_memory |= killed;
                }
                RunStatus::Failed { step, errno } => return Err(self.failed(step, errno)),
                RunStatus::Started { .. } | RunStatus::Directory | RunStatus::Counter => {}
            }
        }
        if let Some((from, to)) = &self.build {
            let collected = collect::copy_out(from, to).map_err(SandboxError::step(format!(
                "collecting the program directory into {}",
                to.display()
            )))?;
            if let (Err(reason), Exit::Code(0)) = (collected, exit) {
                exit = Exit::Uncollected(reason);
            }
        }
        let mut usage = TreeUsage {
            cpu: nanos(figures.cpu),
            memory: Bytes(figures.memory),
            out_of_memory,
        };
        if self.cgroup_usage.is_none() {
            usage.cpu = self.counted(usage.cpu)?.max(most.cpu);
            usage.memory = Bytes(figures.memory.max(most.memory));
            usage.out_of_memory |= most.memory > self.memory_limit.0;
        }
        Ok((exit, usage))
    }
}

fn count(mut counter: &File) -> Result<Duration, SandboxError> {
    let mut bytes = [0; 8];
    counter
        .read_exact(&mut bytes)
        .map_err(SandboxError::step("reading the task clock (perf)"))?;
    Ok(nanos(u64::from_ne_bytes(bytes)))
}

const fn nanos(count: u64) -> Duration {
    Duration::from_nanos(count)
}
