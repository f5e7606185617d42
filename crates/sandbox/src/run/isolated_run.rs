//! The judge's view of a run in full isolation.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rustix::process::Pid;

use super::collect::copy_out;
use super::process::{Run, absolute};
use super::worker_process::WorkerProcess;
use crate::cgroup::usage::CgroupUsage;
use crate::error::{SandboxError, Step};
use crate::job::{Exit, Job, TreeUsage};
use crate::measure::cpu_waits::CpuWaits;
use crate::measure::process_tree::{HighestUsage, usage_of_descendants};
use crate::wire::messages::{Reply, Request, RunStatus};
use crate::wire::socket::{pair, receive};
use mousetrap_util::Bytes;

/// A run in full isolation, and the sources of its usage. Dropping it kills the run.
#[derive(Debug)]
pub(crate) struct IsolatedRun<'a> {
    worker: &'a mut WorkerProcess,
    /// Whether the worker has killed and reaped the run.
    is_over: bool,
    name: String,
    status: OwnedFd,
    init: Pid,
    cgroup_usage: Option<Arc<CgroupUsage>>,
    /// CPU time that the control group had used before.
    cpu_before: Duration,
    /// CPU time that the main process used before it executed the program.
    cpu_of_start: Duration,
    /// Without control groups: counts the CPU nanoseconds of the entire process tree.
    counter: Option<File>,
    /// Source and destination of the files that a build leaves.
    build: Option<(OwnedFd, PathBuf)>,
    /// Without control groups.
    highest: HighestUsage,
}

impl<'a> IsolatedRun<'a> {
    /// Starts a job with `descriptors` as its descriptors 0, 1, …, and waits until it is about
    /// to execute its program.
    pub(crate) fn start(
        worker: &'a mut WorkerProcess,
        job: &Job,
        core: Option<usize>,
        descriptors: &[OwnedFd],
    ) -> Result<Self, SandboxError> {
        let (status, status_theirs) = pair().map_err(SandboxError::step("making a socket pair"))?;
        let mut handed: Vec<_> = descriptors.iter().map(AsFd::as_fd).collect();
        handed.push(status_theirs.as_fd());
        let mut job = job.with_program_at("/prog");
        let host = job.program.as_mut().map(|program| &mut program.host);
        for path in [host, job.warm.as_mut()].into_iter().flatten() {
            *path = absolute(path)?;
        }
        let (name, memory_limit) = (job.name(), job.limits.memory);
        let host = job.program.as_ref().map(|program| program.host.clone());
        worker.send(&Request::Run { job, core }, &handed)?;
        drop(status_theirs);
        let (reply, directories) = worker.receive()?;
        let Reply::Launched {
            init,
            cpu_before,
            group,
        } = reply
        else {
            return Err(reply.into());
        };
        let mut run = Self {
            init: Pid::from_raw(init)
                .ok_or_else(|| SandboxError::Worker("sent an unexpected reply".to_owned()))?,
            worker,
            is_over: false,
            name,
            status,
            cgroup_usage: None,
            cpu_before,
            cpu_of_start: Duration::ZERO,
            counter: None,
            build: None,
            highest: HighestUsage::new(memory_limit),
        };
        run.cgroup_usage = run.worker.cgroup_usage(group, &directories)?;
        run.await_start(host.as_deref())?;
        Ok(run)
    }

    fn await_start(&mut self, host: Option<&Path>) -> Result<(), SandboxError> {
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
                    self.build = directory.pop().zip(host.map(Path::to_owned));
                }
                Some((RunStatus::Failed { step, errno }, _)) => {
                    return Err(self.failed(step, errno));
                }
                Some((RunStatus::Ended { .. }, _)) | None => {
                    return Err(SandboxError::Worker(format!(
                        "lost {} while setting it up",
                        self.name
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
            program: self.name.clone(),
            step,
            source: io::Error::from_raw_os_error(errno),
        }
    }

    /// Reads the usage without control groups. CPU time is the higher of the counter and
    /// the clocks of all processes: not every user gets a counter from the kernel, and a
    /// program that nobody may read loses it. Memory is the resident memory now.
    fn usage_without_groups(&self) -> Result<TreeUsage, SandboxError> {
        let mut now = usage_of_descendants(self.init);
        now.cpu = self.counted(now.cpu)?;
        Ok(self.highest.raise(now))
    }

    /// Returns the CPU time of the counter or of the processes' clocks, whichever is higher.
    fn counted(&self, clocks: Duration) -> Result<Duration, SandboxError> {
        let clocks = clocks.saturating_sub(self.cpu_of_start);
        let counted = self.counter.as_ref().map(count).transpose()?;
        Ok(clocks.max(counted.unwrap_or_default()))
    }

    /// Collects what was built and returns how the main process of the killed run ended
    /// and what the run has used, from the worker's measurement and the run's own messages.
    fn result(&self, mut usage: TreeUsage) -> Result<(Exit, TreeUsage), SandboxError> {
        // The judge killed it, unless a message reports that it had ended before.
        let mut exit = Exit::Signal(libc::SIGKILL);
        while let Some((status, _)) = self.next_status()? {
            match status {
                RunStatus::Ended {
                    status,
                    peak,
                    out_of_memory,
                } => {
                    exit = Exit::from_wait_status(status);
                    self.highest.raise(TreeUsage {
                        memory: Bytes(peak),
                        ..TreeUsage::default()
                    });
                    usage.out_of_memory |= out_of_memory;
                }
                RunStatus::Failed { step, errno } => return Err(self.failed(step, errno)),
                RunStatus::Started { .. } | RunStatus::Directory | RunStatus::Counter => {}
            }
        }
        if let Some((from, to)) = &self.build {
            let step = format!("collecting the program directory into {}", to.display());
            let refused = copy_out(from, to).map_err(SandboxError::step(step))?;
            if let (Some(reason), Exit::Code(0)) = (refused, exit) {
                exit = Exit::Uncollected(reason);
            }
        }
        if self.cgroup_usage.is_none() {
            let highest = self.highest.get();
            usage.cpu = self.counted(usage.cpu)?.max(highest.cpu);
            usage.memory = usage.memory.max(highest.memory);
            usage.out_of_memory |= highest.out_of_memory;
        }
        Ok((exit, usage))
    }
}

impl Run for IsolatedRun<'_> {
    fn ended(&self) -> BorrowedFd<'_> {
        self.status.as_fd()
    }

    fn usage(&self) -> Result<TreeUsage, SandboxError> {
        let Some(cgroup_usage) = &self.cgroup_usage else {
            return self.usage_without_groups();
        };
        let limit = self.highest.memory_limit;
        let read = || -> io::Result<TreeUsage> {
            let memory = cgroup_usage.peak()?;
            Ok(TreeUsage {
                cpu: cgroup_usage.cpu()?.saturating_sub(self.cpu_before),
                memory,
                // Reading another file is only worth it if this is possible.
                out_of_memory: memory.0 >= limit.0 / 8 * 7 && cgroup_usage.killed()?,
            })
        };
        read().map_err(SandboxError::step("reading the control group"))
    }

    fn cpu_waits(&self) -> CpuWaits {
        CpuWaits::read(self.init)
    }

    fn reset_peak(&self) {
        match &self.cgroup_usage {
            Some(cgroup_usage) => cgroup_usage.reset_peak(),
            None => self.highest.reset_memory(),
        }
    }

    fn finish(&mut self) -> Result<(Exit, TreeUsage), SandboxError> {
        // When a namespace is killed, the kernel charges the usage of its processes to no
        // other process.
        if self.cgroup_usage.is_none() {
            self.usage_without_groups()?;
        }
        self.is_over = true;
        let usage = self.worker.kill_run()?;
        self.result(usage)
    }
}

impl Drop for IsolatedRun<'_> {
    fn drop(&mut self) {
        if !self.is_over {
            // The usage is not needed.
            let _ = self.worker.kill_run();
        }
    }
}

fn count(mut counter: &File) -> Result<Duration, SandboxError> {
    let mut bytes = [0; 8];
    counter
        .read_exact(&mut bytes)
        .map_err(SandboxError::step("reading the task clock (perf)"))?;
    Ok(Duration::from_nanos(u64::from_ne_bytes(bytes)))
}
