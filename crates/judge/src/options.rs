//! How a run of the judge is set up.

use std::num::NonZeroUsize;
use std::thread;

use crate::config::{Config, DEFAULT_COMPILE_LIMITS, JudgeOptions};
use mousetrap_model::Limits;
use mousetrap_sandbox::Isolation;

/// How a run of the judge is set up.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub struct Options {
    /// The `[judge]` table of the configuration.
    pub judge: JudgeOptions,
    /// What compiling one submission may use.
    pub compile: Limits,
    /// How far submissions are kept away from the machine.
    pub isolation: Isolation,
    /// Whether a submission goes on after its first failing case.
    pub all_cases: bool,
    /// Whether a submission stops after [`MAX_TIME_OUTS`](crate::MAX_TIME_OUTS) time-outs,
    /// or once it has used too much CPU time on all cases together.
    pub gives_up: bool,
    /// Whether results of earlier runs of the same are taken over.
    pub reuse: bool,
    /// Whether submissions that are the same are judged once.
    pub same_once: bool,
    /// Whether accepted submissions are run once more with sanitizers, where their
    /// language has them.
    pub sanitizers: bool,
    /// How many times longer than on the machine that limits are for the same work
    /// takes here: times are divided by it.
    pub pace: f64,
}

impl Default for Options {
    /// Every case, run anew, in full isolation, as the built-in configuration has it.
    fn default() -> Self {
        Self {
            judge: JudgeOptions::default(),
            compile: DEFAULT_COMPILE_LIMITS,
            isolation: Isolation::Full,
            all_cases: true,
            gives_up: false,
            reuse: false,
            same_once: false,
            sanitizers: false,
            pace: 1.0,
        }
    }
}

impl Options {
    /// The default in a project of this configuration.
    pub fn of(config: &Config) -> Self {
        Self {
            judge: config.judge,
            compile: config.compile,
            ..Self::default()
        }
    }

    /// With this isolation.
    #[must_use]
    pub const fn isolated(mut self, isolation: Isolation) -> Self {
        self.isolation = isolation;
        self
    }

    /// With so many workers; `None` leaves it as configured.
    #[must_use]
    pub fn with_jobs(mut self, jobs: Option<NonZeroUsize>) -> Self {
        self.judge.jobs = jobs.or(self.judge.jobs);
        self
    }

    /// Worker threads: as configured, else one per core.
    pub fn jobs(&self) -> usize {
        self.judge.jobs.map_or_else(cores, NonZeroUsize::get)
    }
}

/// Cores of this machine that may be used.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}
