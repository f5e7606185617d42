//! Running untrusted programs: isolation, limits, usage.
//!
//! A [`Sandbox`] belongs to one worker thread of the judge. It starts one
//! [`Process`] at a time from a [`Job`]; the process is a whole tree of tasks
//! that is limited, measured, killed and reaped together.
//!
//! What a job sees: `/prog` (the submission; writable while it is compiled,
//! read-only while it runs), `/box` (an empty working folder of its own, where a
//! run starts; a compilation starts in `/prog`),
//! `/tmp`, the toolchain read-only, and descriptors 0 to 3.

mod clocks;
mod error;
mod job;
mod plain;
mod process;
mod sys;

use std::fmt;

pub use error::{SandboxError, Step};
pub use job::{Access, Exit, Job, JobLimits, Program, Usage};
pub use process::Process;

/// How far a program is kept away from the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Isolation {
    /// Namespaces, a root of its own, a filter on system calls, limits on the
    /// whole tree.
    Full,
    /// Resource limits and a working folder only: for trusted programs, and
    /// only when the user asks for it.
    None,
}

/// Where a worker thread of the judge runs its jobs, one at a time.
#[derive(Debug)]
pub struct Sandbox {
    isolation: Isolation,
}

impl Sandbox {
    /// Makes a sandbox ready.
    ///
    /// # Errors
    /// If this machine does not allow the isolation asked for; there is no
    /// silent downgrade.
    pub fn new(isolation: Isolation) -> Result<Self, SandboxError> {
        Ok(Self { isolation })
    }

    /// Starts a job.
    ///
    /// # Errors
    /// If a step of setting it up fails, the program cannot be executed, or
    /// the job cannot be expressed (a NUL in a string). Never because of what
    /// the program does.
    pub fn start(&mut self, job: &Job) -> Result<Process<'_>, SandboxError> {
        Process::start(self, job)
    }

    /// The isolation in force.
    pub fn isolation(&self) -> Isolation {
        self.isolation
    }
}

impl fmt::Display for Isolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Full => "full",
            Self::None => "none",
        })
    }
}
