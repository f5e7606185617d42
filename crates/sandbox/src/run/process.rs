//! A running job: its streams, its usage and its end.

use std::fs;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, OFlags, fchmod, fcntl_setfl};
use rustix::pipe::{PipeFlags, pipe_with};

use crate::error::SandboxError;
use crate::job::{Exit, Job, TreeUsage};
use crate::measure::cpu_waits::CpuWaits;

/// A running process tree with or without isolation. Dropping it kills the tree.
pub(crate) trait Run: std::fmt::Debug {
    /// A descriptor that becomes readable when the main process has ended.
    fn ended(&self) -> BorrowedFd<'_>;
    /// The usage of the tree so far.
    fn usage(&self) -> Result<TreeUsage, SandboxError>;
    /// How long the threads have waited for a processor.
    fn cpu_waits(&self) -> CpuWaits;
    /// Resets the memory peak to the memory in use now, if the kernel supports it.
    fn reset_peak(&self);
    /// Kills the tree. Returns how the main process ended, and the usage of the tree.
    fn finish(&mut self) -> Result<(Exit, TreeUsage), SandboxError>;
}

/// A started job: an entire process tree. Dropping it kills the tree.
#[derive(Debug)]
pub struct Process<'a> {
    stdin: Option<OwnedFd>,
    stdout: OwnedFd,
    stderr: OwnedFd,
    replies: Option<OwnedFd>,
    pace: f64,
    run: Box<dyn Run + 'a>,
}

impl<'a> Process<'a> {
    /// Starts a job with `start`, which gets descriptors 0, 1, … of the program. `pace` is the
    /// factor by which the CPU clock is slower than the machine's.
    pub(crate) fn start(
        job: &Job,
        pace: f64,
        start: impl FnOnce(&[OwnedFd]) -> Result<Box<dyn Run + 'a>, SandboxError>,
    ) -> Result<Self, SandboxError> {
        let pipe = |judge_writes| pipe(judge_writes).map_err(SandboxError::step("making a pipe"));
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
            pace,
            run: start(&theirs)?,
        })
    }

    /// The non-blocking writing end of descriptor 0, or `None` after it was closed.
    pub fn stdin(&self) -> Option<BorrowedFd<'_>> {
        self.stdin.as_ref().map(AsFd::as_fd)
    }

    /// Closes descriptor 0, so that the program reads the end of the file.
    pub fn close_stdin(&mut self) {
        self.stdin = None;
    }

    /// The non-blocking reading end of descriptor 1.
    pub fn stdout(&self) -> BorrowedFd<'_> {
        self.stdout.as_fd()
    }

    /// The non-blocking reading end of descriptor 2.
    pub fn stderr(&self) -> BorrowedFd<'_> {
        self.stderr.as_fd()
    }

    /// The non-blocking reading end of descriptor 3, if the job has a reply channel.
    pub fn replies(&self) -> Option<BorrowedFd<'_>> {
        self.replies.as_ref().map(AsFd::as_fd)
    }

    /// A descriptor that becomes readable when the main process has ended.
    pub fn ended(&self) -> BorrowedFd<'_> {
        self.run.ended()
    }

    /// Returns the usage of the entire process tree so far. Cheap enough to be called
    /// before and after every case.
    ///
    /// # Errors
    /// If the usage cannot be read.
    pub fn usage(&self) -> Result<TreeUsage, SandboxError> {
        Ok(self.paced(self.run.usage()?))
    }

    /// Reads how long the threads have waited for a processor. Takes a few microseconds
    /// per thread.
    pub fn cpu_waits(&self) -> CpuWaits {
        self.run.cpu_waits()
    }

    fn paced(&self, usage: TreeUsage) -> TreeUsage {
        TreeUsage {
            cpu: usage.cpu.div_f64(self.pace),
            ..usage
        }
    }

    /// Resets the memory peak to the memory in use now, if the kernel supports it.
    pub fn reset_peak(&self) {
        self.run.reset_peak();
    }

    /// Kills the entire process tree and waits until it has ended. Returns how the main
    /// process ended (by itself, or by signal 9 because of this call), and the usage of
    /// the tree.
    ///
    /// # Errors
    /// If the usage cannot be read, or if the files of a build cannot be collected.
    pub fn finish(mut self) -> Result<(Exit, TreeUsage), SandboxError> {
        let (exit, usage) = self.run.finish()?;
        Ok((exit, self.paced(usage)))
    }
}

/// Creates a pipe. Returns the judge's end, which never blocks, and the program's end.
fn pipe(judge_writes: bool) -> rustix::io::Result<(OwnedFd, OwnedFd)> {
    let (reader, writer) = pipe_with(PipeFlags::CLOEXEC)?;
    // Programs, which may run as another user than the judge, open /dev/stdin and
    // /proc/self/fd/3 again.
    fchmod(&writer, Mode::from_raw_mode(0o666))?;
    let (ours, theirs) = if judge_writes {
        (writer, reader)
    } else {
        (reader, writer)
    };
    fcntl_setfl(&ours, OFlags::NONBLOCK)?;
    Ok((ours, theirs))
}

/// Returns the absolute path of a directory of a job.
pub(super) fn absolute(path: &Path) -> Result<PathBuf, SandboxError> {
    let step = format!("finding the directory {}", path.display());
    fs::canonicalize(path).map_err(SandboxError::step(step))
}
