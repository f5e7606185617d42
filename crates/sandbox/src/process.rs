//! A running job as the judge sees it.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::fs::{Mode, OFlags, fchmod, fcntl_setfl};
use rustix::pipe::{PipeFlags, pipe_with};

use super::cpu_waits::CpuWaits;
use super::error::SandboxError;
use super::full::Full;
use super::launched::Launched;
use super::plain::Plain;
use super::{Exit, Job, TreeUsage};

/// A job that was started: a whole tree of tasks. Dropping it kills the tree.
#[derive(Debug)]
pub struct Process<'a> {
    stdin: Option<OwnedFd>,
    stdout: OwnedFd,
    stderr: OwnedFd,
    replies: Option<OwnedFd>,
    pace: f64,
    running: Running<'a>,
}

#[derive(Debug)]
enum Running<'a> {
    Plain(Plain),
    Full {
        launched: Launched,
        full: &'a mut Full,
    },
    Finished,
}

impl<'a> Process<'a> {
    /// Starts a job in the worker process `full`, or without isolation if there is none.
    pub(super) fn start(
        job: &Job,
        full: Option<&'a mut Full>,
        core: Option<usize>,
        pace: f64,
    ) -> Result<Self, SandboxError> {
        let (stdin, stdin_theirs) = to_program()?;
        let (stdout, stdout_theirs) = from_program()?;
        let (stderr, stderr_theirs) = from_program()?;
        let mut theirs = vec![stdin_theirs, stdout_theirs, stderr_theirs];
        let mut replies = None;
        if job.replies {
            let (ours, reply_theirs) = from_program()?;
            theirs.push(reply_theirs);
            replies = Some(ours);
        }
        Ok(Self {
            stdin: Some(stdin),
            stdout,
            stderr,
            replies,
            pace,
            running: match full {
                None => Running::Plain(Plain::start(job, &theirs)?),
                Some(full) => Running::Full {
                    launched: full.launch(job, core, &theirs)?,
                    full,
                },
            },
        })
    }

    /// The writing end of descriptor 0, non-blocking, until it is closed.
    pub fn stdin(&self) -> Option<BorrowedFd<'_>> {
        self.stdin.as_ref().map(AsFd::as_fd)
    }

    /// Closes descriptor 0: the end of file for the program.
    pub fn close_stdin(&mut self) {
        self.stdin = None;
    }

    /// The reading end of descriptor 1, non-blocking.
    pub fn stdout(&self) -> BorrowedFd<'_> {
        self.stdout.as_fd()
    }

    /// The reading end of descriptor 2, non-blocking.
    pub fn stderr(&self) -> BorrowedFd<'_> {
        self.stderr.as_fd()
    }

    /// The reading end of descriptor 3, non-blocking, if the job asked for it.
    pub fn replies(&self) -> Option<BorrowedFd<'_>> {
        self.replies.as_ref().map(AsFd::as_fd)
    }

    /// A descriptor that becomes readable when the main process has ended.
    pub fn ended(&self) -> BorrowedFd<'_> {
        match &self.running {
            Running::Plain(plain) => plain.ended(),
            Running::Full { launched, .. } => launched.ended(),
            Running::Finished => unreachable!("only `finish`, which consumes, gets here"),
        }
    }

    /// What the whole tree has used so far. Cheap enough to be called before
    /// and after every case.
    ///
    /// # Errors
    /// If the source of the figures cannot be read.
    pub fn usage(&self) -> Result<TreeUsage, SandboxError> {
        let usage = match &self.running {
            Running::Plain(plain) => plain.usage(),
            Running::Full { launched, .. } => launched.usage()?,
            Running::Finished => unreachable!("only `finish`, which consumes, gets here"),
        };
        Ok(self.paced(usage))
    }

    /// Reads how long its threads have waited for a processor. Takes some microseconds
    /// per thread.
    pub fn cpu_waits(&self) -> CpuWaits {
        match &self.running {
            Running::Plain(plain) => plain.cpu_waits(),
            Running::Full { launched, .. } => launched.cpu_waits(),
            Running::Finished => CpuWaits::default(),
        }
    }

    fn paced(&self, usage: TreeUsage) -> TreeUsage {
        TreeUsage {
            cpu: usage.cpu.div_f64(self.pace),
            ..usage
        }
    }

    /// Restarts the memory peak from what is in use now, where the source
    /// allows it.
    pub fn reset_peak(&self) {
        match &self.running {
            Running::Plain(plain) => plain.reset_peak(),
            Running::Full { launched, .. } => launched.reset_peak(),
            Running::Finished => {}
        }
    }

    /// Kills the whole tree, waits until it is gone, and gives how the main
    /// process ended (by itself, or by signal 9 because of this call) and what
    /// the tree has used.
    ///
    /// # Errors
    /// If the figures cannot be read or, after a build, the program directory
    /// cannot be collected.
    pub fn finish(mut self) -> Result<(Exit, TreeUsage), SandboxError> {
        let (exit, usage) = match std::mem::replace(&mut self.running, Running::Finished) {
            Running::Plain(mut plain) => plain
                .finish()
                .map_err(SandboxError::step("waiting for a process (wait4)"))?,
            Running::Full { launched, full } => full.finish(&launched)?,
            Running::Finished => unreachable!("`finish` consumes"),
        };
        Ok((exit, self.paced(usage)))
    }
}

impl Drop for Process<'_> {
    fn drop(&mut self) {
        if let Running::Full { full, .. } = &mut self.running {
            // The usage is not needed any more.
            let _ = full.kill();
        }
    }
}

/// A pipe to the program: our end, theirs.
fn to_program() -> Result<(OwnedFd, OwnedFd), SandboxError> {
    let (reader, writer) = pipe()?;
    unblock(&writer)?;
    Ok((writer, reader))
}

/// A pipe from the program: our end, theirs.
fn from_program() -> Result<(OwnedFd, OwnedFd), SandboxError> {
    let (reader, writer) = pipe()?;
    unblock(&reader)?;
    Ok((reader, writer))
}

fn pipe() -> Result<(OwnedFd, OwnedFd), SandboxError> {
    let failed = |error: rustix::io::Errno| SandboxError::step("making a pipe")(error.into());
    let (reader, writer) = pipe_with(PipeFlags::CLOEXEC).map_err(failed)?;
    // Programs open /dev/stdin and /proc/self/fd/3 anew, also under another
    // user id than the judge's.
    fchmod(&writer, Mode::from_raw_mode(0o666)).map_err(failed)?;
    Ok((reader, writer))
}

fn unblock(end: &OwnedFd) -> Result<(), SandboxError> {
    fcntl_setfl(end, OFlags::NONBLOCK)
        .map_err(|error| SandboxError::step("making a pipe non-blocking")(error.into()))
}
