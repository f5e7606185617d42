//! The sandbox of one worker thread of the judge.

use super::process::Process;
use super::worker_process::WorkerProcess;
use crate::error::SandboxError;
use crate::job::Job;
use mousetrap_model::Clock;

mousetrap_base::choices! {
    /// How far a program is kept away from the machine.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Isolation {
        /// Namespaces, a root of its own, a filter on system calls, limits on the
        /// whole tree
        Full = "full",
        /// Resource limits and a working directory only: for trusted programs, and
        /// only when the user asks for it
        None = "none",
    }
}

/// Where a worker thread of the judge runs its jobs, one at a time.
#[derive(Debug)]
pub struct Sandbox {
    /// The isolating process; `None` without isolation.
    full: Option<WorkerProcess>,
    core: Option<usize>,
    pace: f64,
}

impl Sandbox {
    /// Makes a sandbox ready. Full isolation needs [`run_worker_if_requested`] in
    /// the program's `main`, or [`use_worker_binary`].
    ///
    /// # Errors
    /// If this machine does not allow the isolation asked for; there is no
    /// silent downgrade.
    pub fn new(isolation: Isolation) -> Result<Self, SandboxError> {
        let full = match isolation {
            Isolation::Full => Some(WorkerProcess::start()?),
            Isolation::None => None,
        };
        Ok(Self {
            full,
            core: None,
            pace: 1.0,
        })
    }

    /// Keeps the jobs to come on one core of the machine, counted from 0; `None` for
    /// any. Without isolation they are where the judge is.
    ///
    /// A thread that reads their usage is best kept there too, by
    /// [`pin_this_thread`]: while it runs they do not, so that nothing they
    /// have used is still to be accounted for.
    #[must_use]
    pub const fn kept_on(mut self, core: Option<usize>) -> Self {
        self.core = core;
        self
    }

    /// Whether it is as one that [`Sandbox::new`] would make now: its jobs see as
    /// little of the machine, though more may have been hidden since, or what is hidden
    /// have got another name.
    pub fn is_as_new(&mut self, isolation: Isolation) -> bool {
        isolation == self.isolation() && self.full.as_mut().is_none_or(WorkerProcess::is_as_new)
    }

    /// Makes its CPU clock slower by this factor, as on a machine on which the same
    /// work takes that much less.
    #[must_use]
    pub const fn paced(mut self, pace: f64) -> Self {
        self.pace = pace;
        self
    }

    /// How much slower its CPU clock is than that of the machine.
    pub const fn pace(&self) -> f64 {
        self.pace
    }

    /// Starts a job.
    ///
    /// # Errors
    /// If a step of setting it up fails, the program cannot be executed, or
    /// the job cannot be expressed (a NUL in a string). Never because of what
    /// the program does.
    pub fn start(&mut self, job: &Job) -> Result<Process<'_>, SandboxError> {
        Process::start(job, self.full.as_mut(), self.core, self.pace)
    }

    /// What reads the CPU time of its jobs.
    pub fn clock(&self) -> Clock {
        self.full.as_ref().map_or(Clock::Tree, WorkerProcess::clock)
    }

    /// The isolation in force.
    pub fn isolation(&self) -> Isolation {
        if self.full.is_some() {
            Isolation::Full
        } else {
            Isolation::None
        }
    }
}
