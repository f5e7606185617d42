//! The sandbox of one worker thread of the judge.

use super::isolated_run::IsolatedRun;
use super::process::Process;
use super::unisolated_run::UnisolatedRun;
use super::worker_process::WorkerProcess;
use crate::error::SandboxError;
use crate::job::Job;
use mousetrap_model::Clock;

mousetrap_util::choices! {
    /// How strictly a program is isolated from the machine.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Isolation {
        /// Namespaces, a private root file system, a system call filter, limits on the
        /// entire process tree
        Full = "full",
        /// Only resource limits and an empty working directory, for trusted programs
        None = "none",
    }
}

/// Runs the jobs of one worker thread of the judge, one at a time.
#[derive(Debug)]
pub struct Sandbox {
    /// The worker process that isolates the jobs, or `None` without isolation.
    worker: Option<WorkerProcess>,
    core: Option<usize>,
    /// The divisor that is applied to measured CPU times before they are reported, to simulate a
    /// faster machine. With a divisor of 2, the machine appears twice as fast.
    pub speedup: f64,
}

impl Sandbox {
    /// Creates a sandbox. Full isolation needs
    /// [`run_worker_if_requested`](crate::run_worker_if_requested) in the program's `main`, or
    /// [`use_worker_binary`](crate::use_worker_binary).
    ///
    /// # Errors
    /// Returns an error if this machine does not support this isolation. The sandbox never falls
    /// back to weaker isolation.
    pub fn new(isolation: Isolation) -> Result<Self, SandboxError> {
        let worker = match isolation {
            Isolation::Full => Some(WorkerProcess::start()?),
            Isolation::None => None,
        };
        Ok(Self {
            worker,
            core: None,
            speedup: 1.0,
        })
    }

    /// Pins later jobs to one CPU core, counted from 0, or to no core if `core` is `None`. Without
    /// isolation, jobs run on the judge's cores.
    ///
    /// Use [`pin_this_thread`](crate::pin_this_thread) to pin the thread that reads the usage of
    /// the jobs to the core on which the jobs run. A job then cannot run while that thread reads
    /// the usage, so the usage is complete.
    #[must_use]
    pub const fn with_core(mut self, core: Option<usize>) -> Self {
        self.core = core;
        self
    }

    /// Returns whether a new sandbox would have the same isolation and hide the same files as this
    /// one. For example, returns `false` if more files have been hidden since this sandbox was
    /// created, or if a hidden file has been renamed or linked.
    pub fn is_up_to_date(&mut self, isolation: Isolation) -> bool {
        isolation == self.isolation()
            && self
                .worker
                .as_mut()
                .is_none_or(WorkerProcess::is_up_to_date)
    }

    /// Starts a job.
    ///
    /// # Errors
    /// Returns an error if a step of the setup fails, the program cannot be executed, or a string
    /// of the job contains a NUL byte. The program's behaviour never causes an error.
    pub fn start(&mut self, job: &Job) -> Result<Process<'_>, SandboxError> {
        let core = self.core.filter(|_| !job.uses_all_cores);
        Process::start(job, self.speedup, |descriptors| {
            Ok(match &mut self.worker {
                None => Box::new(UnisolatedRun::start(job, descriptors)?),
                Some(worker) => Box::new(IsolatedRun::start(worker, job, core, descriptors)?),
            })
        })
    }

    /// Returns the clock that measures the CPU time of jobs.
    pub fn clock(&self) -> Clock {
        let worker = self.worker.as_ref();
        worker.map_or(Clock::Tree, |worker| worker.clock)
    }

    /// Returns the isolation of the jobs.
    pub fn isolation(&self) -> Isolation {
        let worker = self.worker.as_ref();
        worker.map_or(Isolation::None, |_| Isolation::Full)
    }
}
