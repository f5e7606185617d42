//! The judge's side of a run in full isolation.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rustix::process::Pid;

use super::collect::copy_out;
use super::process::{Run, absolute_path};
use super::worker_process::WorkerProcess;
use crate::cgroup::usage::CgroupUsage;
use crate::error::SandboxError;
use crate::job::{Exit, Job, TreeUsage};
use crate::measure::cpu_waits::CpuWaits;
use crate::measure::process_tree::{HighestUsage, usage_of_descendants};
use crate::wire::messages::{Reply, Request, RunStatus};
use crate::wire::socket::{receive, socket_pair};
use mousetrap_util::Bytes;

/// A run in full isolation, with the sources of its usage. Dropping this value kills the run.
#[derive(Debug)]
pub(crate) struct IsolatedRun<'a> {
    worker: &'a mut WorkerProcess,
    /// Whether the worker has killed and reaped the run.
    is_over: bool,
    name: String,
    status: OwnedFd,
    init: Pid,
    cgroup_usage: Option<Arc<CgroupUsage>>,
    /// CPU time that the control group had used before the run.
    cpu_before: Duration,
    /// CPU time that the main process used before it executed the program.
    cpu_of_start: Duration,
    /// The counter of the CPU nanoseconds of the entire process tree; `None` with control groups.
    counter: Option<File>,
    /// The source and the destination of the files of a build.
    build: Option<(OwnedFd, PathBuf)>,
    /// The highest usage so far; used only without control groups.
    highest: HighestUsage,
}

impl<'a> IsolatedRun<'a> {
    /// Starts a job with `descriptors` as its descriptors 0, 1, …, and waits until the job is
    /// about to execute its program.
    pub(crate) fn start(
        worker: &'a mut WorkerProcess,
        job: &Job,
        core: Option<usize>,
        descriptors: &[OwnedFd],
    ) -> Result<Self, SandboxError> {
        let (status, status_theirs) =
            socket_pair().map_err(SandboxError::step("making a socket pair"))?;
        let mut handed: Vec<_> = descriptors.iter().map(AsFd::as_fd).collect();
        handed.push(status_theirs.as_fd());
        let mut job = job.with_program_at("/prog");
        let host = job.program.as_mut().map(|program| &mut program.host);
        for path in [host, job.warm.as_mut()].into_iter().flatten() {
            *path = absolute_path(path)?;
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
                    return Err(self.start_error(&step, errno));
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

    fn start_error(&self, step: &str, errno: i32) -> SandboxError {
        SandboxError::start(&self.name, step)(io::Error::from_raw_os_error(errno))
    }

    /// Reads the usage without control groups. The CPU time is the maximum of the counter and the
    /// sum of the processes' clocks: the kernel does not allow every user to create a counter, and
    /// stops the counter of a program that is not readable. The memory is the current resident
    /// memory.
    fn usage_without_groups(&self) -> Result<TreeUsage, SandboxError> {
        let mut now = usage_of_descendants(self.init);
        now.cpu = self.max_cpu_time(now.cpu)?;
        Ok(self.highest.record(now))
    }

    /// Returns the maximum of the CPU time counter and of `clocks`, the sum of the processes'
    /// clocks.
    fn max_cpu_time(&self, clocks: Duration) -> Result<Duration, SandboxError> {
        let clocks = clocks.saturating_sub(self.cpu_of_start);
        let counted = self.counter.as_ref().map(read_counter).transpose()?;
        Ok(clocks.max(counted.unwrap_or_default()))
    }

    /// Collects the files of a build. Returns how the main process of the killed run ended, and
    /// the usage of the run, which combines the worker's measurement with messages from the run.
    fn result(&self, mut usage: TreeUsage) -> Result<(Exit, TreeUsage), SandboxError> {
        // The judge has killed the main process, unless a message reports that it had already
        // ended.
        let mut exit = Exit::Signal(libc::SIGKILL);
        while let Some((status, _)) = self.next_status()? {
            match status {
                RunStatus::Ended {
                    status,
                    peak,
                    out_of_memory,
                } => {
                    exit = Exit::from_wait_status(status);
                    self.highest.record(TreeUsage {
                        memory: Bytes(peak),
                        ..TreeUsage::default()
                    });
                    usage.out_of_memory |= out_of_memory;
                }
                RunStatus::Failed { step, errno } => return Err(self.start_error(&step, errno)),
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
            let highest = self.highest.usage_so_far();
            usage.cpu = self.max_cpu_time(usage.cpu)?.max(highest.cpu);
            usage.memory = usage.memory.max(highest.memory);
            usage.out_of_memory |= highest.out_of_memory;
        }
        Ok((exit, usage))
    }
}

impl Run for IsolatedRun<'_> {
    fn exit_descriptor(&self) -> BorrowedFd<'_> {
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
                // Another file is only read if the run may have exceeded the memory limit.
                out_of_memory: memory.0 >= limit.0 / 8 * 7 && cgroup_usage.has_killed_process()?,
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
        // When a namespace is killed, the kernel does not add the usage of its processes to any
        // other process, so the usage is read before.
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
            // The usage is ignored.
            let _ = self.worker.kill_run();
        }
    }
}

fn read_counter(mut counter: &File) -> Result<Duration, SandboxError> {
    let mut bytes = [0; 8];
    counter
        .read_exact(&mut bytes)
        .map_err(SandboxError::step("reading the task clock (perf)"))?;
    Ok(Duration::from_nanos(u64::from_ne_bytes(bytes)))
}
