//! The judge's side of a fully isolated run: starts the run, reads its usage and copies its files.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::process::Pid;

use super::collect::copy_out;
use super::process::{Run, absolute_path};
use super::worker_process::WorkerProcess;
use crate::error::SandboxError;
use crate::job::{Exit, Job, JobUsage};
use crate::measure::cpu_wait_times::CpuWaitTimes;
use crate::measure::process_tree::{PeakUsage, usage_of_descendants};
use crate::wire::messages::{Reply, Request, RunStatus};
use crate::wire::socket::{receive, socket_pair};
use mousetrap_util::Bytes;

/// A run in full isolation, with the files and clocks from which the judge reads its usage.
/// Dropping this value kills the run.
#[derive(Debug)]
pub(crate) struct IsolatedRun<'a> {
    worker: &'a mut WorkerProcess,
    /// Whether the worker has killed and reaped the run.
    is_over: bool,
    name: String,
    status: OwnedFd,
    init: Pid,
    /// CPU time that the control group had used before the run.
    cpu_before: Duration,
    /// CPU time that the main process used before it executed the program.
    cpu_of_start: Duration,
    /// The counter of the CPU time of the entire process tree, in nanoseconds. `None` if control
    /// groups measure CPU time, or if the kernel denies this user such a counter.
    counter: Option<File>,
    /// The source and the destination of the files that a build creates.
    build: Option<(OwnedFd, PathBuf)>,
    /// The peak usage so far; used only without control groups.
    peak_usage: PeakUsage,
}

impl<'a> IsolatedRun<'a> {
    /// Starts a job with `descriptors` as its file descriptors 0, 1, …, and waits until the job is
    /// about to execute its program.
    pub(crate) fn start(
        worker: &'a mut WorkerProcess,
        job: &Job,
        core: Option<usize>,
        descriptors: &[OwnedFd],
    ) -> Result<Self, SandboxError> {
        let (status, status_theirs) =
            socket_pair().map_err(SandboxError::in_step("creating a socket pair"))?;
        let mut handed: Vec<_> = descriptors.iter().map(AsFd::as_fd).collect();
        handed.push(status_theirs.as_fd());
        let mut job = job.with_program_path("/prog");
        let host = job.program.as_mut().map(|program| &mut program.host);
        for path in [host, job.warm.as_mut()].into_iter().flatten() {
            *path = absolute_path(path)?;
        }
        let (name, memory_limit) = (job.program_name(), job.limits.memory);
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
            cpu_before,
            cpu_of_start: Duration::ZERO,
            counter: None,
            build: None,
            peak_usage: PeakUsage::new(memory_limit),
        };
        if let Some(group) = group {
            run.worker.open_cgroup_usage(group, &directories)?;
        }
        run.await_start(host.as_deref())?;
        Ok(run)
    }

    fn await_start(&mut self, host: Option<&Path>) -> Result<(), SandboxError> {
        loop {
            match self.receive_status()? {
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
                    let reason = format!("could not start {}: the run ended too early", self.name);
                    return Err(SandboxError::Worker(reason));
                }
            }
        }
    }

    fn receive_status(&self) -> Result<Option<(RunStatus, Vec<OwnedFd>)>, SandboxError> {
        receive(&self.status).map_err(SandboxError::in_step("receiving a status from the sandbox"))
    }

    fn start_error(&self, step: &str, errno: i32) -> SandboxError {
        SandboxError::in_start_step(&self.name, step)(io::Error::from_raw_os_error(errno))
    }

    /// Reads the usage without control groups. The CPU time is the larger of the counter's value
    /// and the sum of the processes' CPU clocks: the kernel may deny this user access to the
    /// counter, and it stops the counter if the program's file is not readable. The reported memory
    /// is the highest value that has been measured so far.
    fn usage_without_cgroups(&self) -> Result<JobUsage, SandboxError> {
        let mut now = usage_of_descendants(self.init);
        now.cpu = self.combined_cpu_time(now.cpu)?;
        Ok(self.peak_usage.record(now))
    }

    /// Returns the larger of the CPU time counter and `clocks`, the sum of the processes' CPU
    /// clocks.
    fn combined_cpu_time(&self, clocks: Duration) -> Result<Duration, SandboxError> {
        let clocks = clocks.saturating_sub(self.cpu_of_start);
        let counted = self.counter.as_ref().map(read_cpu_counter).transpose()?;
        Ok(clocks.max(counted.unwrap_or_default()))
    }

    /// Copies the files of a build to the host. Returns how the main process of the killed run
    /// ended, and the usage of the run. Without control groups, the usage combines `usage`, which
    /// the worker measured, with the peak values that the run reported.
    fn exit_and_usage(&self, mut usage: JobUsage) -> Result<(Exit, JobUsage), SandboxError> {
        // The judge has killed the main process, unless a message reports that it had already
        // ended.
        let mut exit = Exit::Signal(libc::SIGKILL);
        while let Some((status, _)) = self.receive_status()? {
            match status {
                RunStatus::Ended {
                    status,
                    peak,
                    out_of_memory,
                } => {
                    exit = Exit::from_wait_status(status);
                    self.peak_usage.record(JobUsage {
                        memory: Bytes(peak),
                        ..JobUsage::default()
                    });
                    usage.out_of_memory |= out_of_memory;
                }
                RunStatus::Failed { step, errno } => return Err(self.start_error(&step, errno)),
                RunStatus::Started { .. } | RunStatus::Directory | RunStatus::Counter => {}
            }
        }
        if let Some((from, to)) = &self.build {
            let step = format!("copying the program directory to {}", to.display());
            let refused = copy_out(from, to).map_err(SandboxError::in_step(step))?;
            if let (Some(reason), Exit::Code(0)) = (refused, exit) {
                exit = Exit::Uncollected(reason);
            }
        }
        if self.worker.cgroup_usage.is_none() {
            let peak_usage = self.peak_usage.peak_so_far();
            usage.cpu = self.combined_cpu_time(usage.cpu)?.max(peak_usage.cpu);
            usage.memory = usage.memory.max(peak_usage.memory);
            usage.out_of_memory |= peak_usage.out_of_memory;
        }
        Ok((exit, usage))
    }
}

impl Run for IsolatedRun<'_> {
    fn exit_notification(&self) -> BorrowedFd<'_> {
        self.status.as_fd()
    }

    fn read_usage(&self) -> Result<JobUsage, SandboxError> {
        let Some((_, cgroup_usage)) = &self.worker.cgroup_usage else {
            return self.usage_without_cgroups();
        };
        let limit = self.peak_usage.memory_limit;
        let read = || -> io::Result<JobUsage> {
            let memory = cgroup_usage.peak_memory()?;
            Ok(JobUsage {
                cpu: cgroup_usage.cpu_time()?.saturating_sub(self.cpu_before),
                memory,
                // A second file is read only if the run may have exceeded the memory limit.
                out_of_memory: memory.0 >= limit.0 / 8 * 7 && cgroup_usage.has_oom_kill()?,
            })
        };
        read().map_err(SandboxError::in_step("reading the control group"))
    }

    fn read_cpu_wait_times(&self) -> CpuWaitTimes {
        CpuWaitTimes::read(self.init)
    }

    fn reset_peak_memory(&self) {
        match &self.worker.cgroup_usage {
            Some((_, cgroup_usage)) => cgroup_usage.reset_peak_memory(),
            None => self.peak_usage.reset_peak_memory(),
        }
    }

    fn kill_and_reap(&mut self) -> Result<(Exit, JobUsage), SandboxError> {
        // When a PID namespace is killed, the kernel does not add the usage of its processes to any
        // other process. The usage is therefore read first.
        if self.worker.cgroup_usage.is_none() {
            self.usage_without_cgroups()?;
        }
        self.is_over = true;
        let usage = self.worker.kill_run()?;
        self.exit_and_usage(usage)
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

fn read_cpu_counter(mut counter: &File) -> Result<Duration, SandboxError> {
    let mut bytes = [0; 8];
    counter
        .read_exact(&mut bytes)
        .map_err(SandboxError::in_step("reading the task clock (perf)"))?;
    Ok(Duration::from_nanos(u64::from_ne_bytes(bytes)))
}
