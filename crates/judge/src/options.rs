//! The options of a run of the judge.

use std::num::NonZeroUsize;
use std::thread;

use crate::config::{Config, DEFAULT_COMPILE_LIMITS, JudgeOptions};
use mousetrap_model::Limits;
use mousetrap_sandbox::Isolation;

/// The options of a run of the judge.
#[derive(Clone, Copy, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each flag is an independent choice"
)]
pub struct Options {
    /// The `[judge]` table of the configuration.
    pub judge: JudgeOptions,
    /// Limits for compiling a submission.
    pub compile: Limits,
    /// The isolation of submissions from the machine.
    pub isolation: Isolation,
    /// Whether a submission is run on all cases, even after its first failing case.
    pub all_cases: bool,
    /// Whether judging a submission stops early after several timeouts, or when the submission has
    /// used too much CPU time in total.
    pub gives_up: bool,
    /// Whether results contain the case, the reply and the output even if the case was accepted.
    pub keeps_output: bool,
    /// Whether cached results of earlier runs are reused.
    pub reuse: bool,
    /// Whether only the first of several identical submissions is judged.
    pub skips_duplicates: bool,
    /// Whether accepted submissions are run again with sanitizers, if their language has
    /// sanitizers.
    pub sanitizers: bool,
    /// How many times longer a program runs on this machine than on the machine for which the
    /// limits were chosen. Measured times are divided by this factor.
    pub pace: f64,
}

impl Default for Options {
    /// Returns options with full isolation and the built-in configuration. Cached results are not
    /// reused.
    fn default() -> Self {
        Self {
            judge: JudgeOptions::default(),
            compile: DEFAULT_COMPILE_LIMITS,
            isolation: Isolation::Full,
            all_cases: true,
            gives_up: false,
            keeps_output: false,
            reuse: false,
            skips_duplicates: false,
            sanitizers: false,
            pace: 1.0,
        }
    }
}

impl Options {
    /// Returns the default options, overridden by the settings in a project's configuration.
    pub fn from_config(config: &Config) -> Self {
        Self {
            judge: config.judge,
            compile: config.compile,
            ..Self::default()
        }
    }

    /// Sets the isolation.
    #[must_use]
    pub const fn with_isolation(mut self, isolation: Isolation) -> Self {
        self.isolation = isolation;
        self
    }

    /// Sets the number of worker threads; `None` keeps the configured number.
    #[must_use]
    pub fn with_worker_count(mut self, count: Option<NonZeroUsize>) -> Self {
        self.judge.jobs = count.or(self.judge.jobs);
        self
    }

    /// Returns the number of worker threads, by default one per core.
    pub fn worker_count(&self) -> usize {
        self.judge
            .jobs
            .map_or_else(available_cores, NonZeroUsize::get)
    }
}

/// Returns the number of cores that this process may use.
pub(crate) fn available_cores() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}
