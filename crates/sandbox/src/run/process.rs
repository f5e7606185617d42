//! A running job, with its pipes and its usage.

use std::fs;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, OFlags, fchmod, fcntl_setfl};
use rustix::pipe::{PipeFlags, pipe_with};

use crate::error::SandboxError;
use crate::job::{Exit, Job, JobUsage};
use crate::measure::cpu_wait_times::CpuWaitTimes;

/// A running process tree, with or without isolation. Dropping this value kills the tree.
pub(crate) trait Run: std::fmt::Debug {
    /// Returns a descriptor that becomes readable when the main process has ended.
    fn exit_notification(&self) -> BorrowedFd<'_>;
    /// Reads the resource usage of the process tree so far.
    fn read_usage(&self) -> Result<JobUsage, SandboxError>;
    /// Reads how long each thread of the process tree has waited for a CPU.
    fn read_cpu_wait_times(&self) -> CpuWaitTimes;
    /// Resets the memory peak to the current memory usage, if the kernel supports that.
    fn reset_peak_memory(&self);
    /// Kills the process tree. Returns how the main process ended, and the tree's resource usage.
    fn kill_and_reap(&mut self) -> Result<(Exit, JobUsage), SandboxError>;
}

/// A started job with its entire process tree. Dropping this value kills the tree.
#[derive(Debug)]
pub struct Process<'a> {
    stdin: Option<OwnedFd>,
    stdout: OwnedFd,
    stderr: OwnedFd,
    replies: Option<OwnedFd>,
    speedup: f64,
    run: Box<dyn Run + 'a>,
}

impl<'a> Process<'a> {
    /// Starts a job by calling `start` with the program's file descriptors 0, 1, …. Reported CPU
    /// times are divided by `speedup`.
    pub(crate) fn start(
        job: &Job,
        speedup: f64,
        start: impl FnOnce(&[OwnedFd]) -> Result<Box<dyn Run + 'a>, SandboxError>,
    ) -> Result<Self, SandboxError> {
        let pipe =
            |judge_writes| open_pipe(judge_writes).map_err(SandboxError::in_step("opening a pipe"));
        let (stdin, stdin_theirs) = pipe(true)?;
        let (stdout, stdout_theirs) = pipe(false)?;
        let (stderr, stderr_theirs) = pipe(false)?;
        let mut theirs = vec![stdin_theirs, stdout_theirs, stderr_theirs];
        let mut replies = None;
        if job.replies {
            let (ours, reply_theirs) = pipe(false)?;
            theirs.push(reply_theirs);
            replies = Some(ours);
        }
        Ok(Self {
            stdin: Some(stdin),
            stdout,
            stderr,
            replies,
            speedup,
            run: start(&theirs)?,
        })
    }

    /// Returns the non-blocking write end of the pipe to standard input (descriptor 0), or `None`
    /// if it has been closed.
    pub fn stdin(&self) -> Option<BorrowedFd<'_>> {
        self.stdin.as_ref().map(AsFd::as_fd)
    }

    /// Closes the pipe to standard input, so that the program reaches the end of its input.
    pub fn close_stdin(&mut self) {
        self.stdin = None;
    }

    /// Returns the non-blocking read end of the pipe from standard output (descriptor 1).
    pub fn stdout(&self) -> BorrowedFd<'_> {
        self.stdout.as_fd()
    }

    /// Returns the non-blocking read end of the pipe from standard error (descriptor 2).
    pub fn stderr(&self) -> BorrowedFd<'_> {
        self.stderr.as_fd()
    }

    /// Returns the non-blocking read end of the reply channel (descriptor 3), if the job has one.
    pub fn reply_channel(&self) -> Option<BorrowedFd<'_>> {
        self.replies.as_ref().map(AsFd::as_fd)
    }

    /// Returns a descriptor that becomes readable when the main process has ended.
    pub fn exit_notification(&self) -> BorrowedFd<'_> {
        self.run.exit_notification()
    }

    /// Reads the resource usage of the process tree so far. This is cheap enough to be done before
    /// and after every case.
    ///
    /// # Errors
    /// Returns an error if the usage cannot be read.
    pub fn read_usage(&self) -> Result<JobUsage, SandboxError> {
        Ok(self.scale_cpu_time(self.run.read_usage()?))
    }

    /// Reads how long each thread of the process tree has waited for a CPU. This takes a few
    /// microseconds per thread.
    pub fn read_cpu_wait_times(&self) -> CpuWaitTimes {
        self.run.read_cpu_wait_times()
    }

    fn scale_cpu_time(&self, usage: JobUsage) -> JobUsage {
        JobUsage {
            cpu: usage.cpu.div_f64(self.speedup),
            ..usage
        }
    }

    /// Resets the memory peak to the current memory usage, if the kernel supports that.
    pub fn reset_peak_memory(&self) {
        self.run.reset_peak_memory();
    }

    /// Kills the entire process tree, waits until it has ended, and returns its resource usage.
    /// Also returns how the main process ended: by itself, or killed by this call (signal 9).
    ///
    /// # Errors
    /// Returns an error if the usage cannot be read, or if the files of a build cannot be
    /// collected.
    pub fn kill_and_reap(mut self) -> Result<(Exit, JobUsage), SandboxError> {
        let (exit, usage) = self.run.kill_and_reap()?;
        Ok((exit, self.scale_cpu_time(usage)))
    }
}

/// Creates a pipe. Returns the judge's end (non-blocking) and the program's end of the pipe.
fn open_pipe(judge_writes: bool) -> rustix::io::Result<(OwnedFd, OwnedFd)> {
    let (reader, writer) = pipe_with(PipeFlags::CLOEXEC)?;
    // A program may open /dev/stdin and /proc/self/fd/3 again, and may run as a different user than
    // the judge, so every user may open the pipe.
    fchmod(&writer, Mode::from_raw_mode(0o666))?;
    let (ours, theirs) = if judge_writes {
        (writer, reader)
    } else {
        (reader, writer)
    };
    fcntl_setfl(&ours, OFlags::NONBLOCK)?;
    Ok((ours, theirs))
}

/// Returns the absolute path of a directory that a job uses.
pub(super) fn absolute_path(path: &Path) -> Result<PathBuf, SandboxError> {
    let step = format!("finding the directory {}", path.display());
    fs::canonicalize(path).map_err(SandboxError::in_step(step))
}
