//! The sandbox of one worker thread of the judge.

use super::isolated_run::IsolatedRun;
use super::process::Process;
use super::unisolated_run::UnisolatedRun;
use super::worker_process::WorkerProcess;
use crate::error::SandboxError;
use crate::job::Job;
use mousetrap_model::Clock;

mousetrap_util::choices! {
    /// How strictly a program is separated from the machine.
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

/// Runs the jobs of one worker thread of the judge, one at a time.
#[derive(Debug)]
pub struct Sandbox {
    /// The isolating process, or `None` without isolation.
    worker: Option<WorkerProcess>,
    core: Option<usize>,
    pace: f64,
}

impl Sandbox {
    /// Creates a sandbox. Full isolation needs
    /// [`run_worker_if_requested`](crate::run_worker_if_requested) in the program's `main`, or
    /// [`use_worker_binary`](crate::use_worker_binary).
    ///
    /// # Errors
    /// If this machine does not allow this isolation. The sandbox never falls back to a
    /// weaker one.
    pub fn new(isolation: Isolation) -> Result<Self, SandboxError> {
        let worker = match isolation {
            Isolation::Full => Some(WorkerProcess::start()?),
            Isolation::None => None,
        };
        Ok(Self {
            worker,
            core: None,
            pace: 1.0,
        })
    }

    /// Pins later jobs to one core of the machine, counted from 0, or to none if `core` is
    /// `None`. Without isolation, jobs run on the judge's cores.
    ///
    /// Pin the thread that reads their usage to the same core, with
    /// [`pin_this_thread`](crate::pin_this_thread): the jobs do not run while it runs, so
    /// the kernel has accounted for all of their usage.
    #[must_use]
    pub const fn kept_on(mut self, core: Option<usize>) -> Self {
        self.core = core;
        self
    }

    /// Returns whether this sandbox isolates jobs as a new one would. It does not if more
    /// files have been hidden since, or if a hidden file has got another name.
    pub fn is_as_new(&mut self, isolation: Isolation) -> bool {
        isolation == self.isolation() && self.worker.as_mut().is_none_or(WorkerProcess::is_as_new)
    }

    /// Slows its CPU clock down by this factor, as if the machine were faster by it.
    #[must_use]
    pub const fn paced(mut self, pace: f64) -> Self {
        self.pace = pace;
        self
    }

    /// The factor by which its CPU clock is slower than the machine's.
    pub const fn pace(&self) -> f64 {
        self.pace
    }

    /// Starts a job.
    ///
    /// # Errors
    /// If a step of the setup fails, the program cannot be executed, or a string of the
    /// job contains a NUL. Never because of the program's behaviour.
    pub fn start(&mut self, job: &Job) -> Result<Process<'_>, SandboxError> {
        let core = self.core;
        Process::start(job, self.pace, |descriptors| {
            Ok(match &mut self.worker {
                None => Box::new(UnisolatedRun::start(job, descriptors)?),
                Some(worker) => Box::new(IsolatedRun::start(worker, job, core, descriptors)?),
            })
        })
    }

    /// The source of its jobs' CPU time.
    pub fn clock(&self) -> Clock {
        let worker = self.worker.as_ref();
        worker.map_or(Clock::Tree, |worker| worker.clock)
    }

    /// The isolation of its jobs.
    pub fn isolation(&self) -> Isolation {
        let worker = self.worker.as_ref();
        worker.map_or(Isolation::None, |_| Isolation::Full)
    }
}
