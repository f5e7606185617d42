//! Exclusive runs, during which this process runs no other submission. An exclusive run repeats a
//! run that was close to the time limit.
//!
//! All other workers wait during an exclusive run. The wall time of each exclusive run and of all
//! exclusive runs of a submission is therefore limited.

use std::time::{Duration, Instant};

use parking_lot::{RwLock, RwLockWriteGuard};

use crate::JudgeError;
use crate::run::judging_rules::Run;
use crate::run::runner::Runner;
use mousetrap_model::Case;
use mousetrap_sandbox::Sandbox;

/// Maximum total wall time of a submission's exclusive runs, including the time spent waiting.
const MAX_TOTAL_TIME: Duration = Duration::from_mins(1);

/// Maximum time to wait for all other runs to end.
const MAX_WAIT_FOR_OTHER_RUNS: Duration = Duration::from_secs(5);

/// Starts the exclusive runs of one submission, and limits their total time.
#[derive(Default)]
pub(crate) struct ExclusiveRuns {
    total_time: Duration,
}

impl ExclusiveRuns {
    /// Runs a case in a new process while no other submission is running. Returns `None` if the run
    /// reached its wall time limit because it slept most of the time.
    ///
    /// Runs the case without excluding other submissions if their runs do not end in time, if the
    /// machine is too busy, or if the submission's exclusive runs have reached their total time
    /// limit.
    ///
    /// # Errors
    /// Returns an error if the judge fails.
    pub(crate) fn repeat_run(
        &mut self,
        runner: &Runner<'_>,
        sandbox: &mut Sandbox,
        case: &Case,
    ) -> Result<Option<Run>, JudgeError> {
        if self.total_time < MAX_TOTAL_TIME
            && let Some(lock) = self.lock(&runner.context.run_lock)
        {
            let mut rules = runner.rules(&case.limits);
            // A program that never sleeps reaches its CPU time limit before this wall time limit,
            // even on a moderately loaded machine.
            let wall = rules.limits.cpu * 3 / 2 + Duration::from_secs(1);
            rules.limits.wall = wall.min(rules.limits.wall);
            rules.excludes_cpu_wait = false;
            let started = Instant::now();
            let run = runner.run_with_rules(sandbox, case, &rules)?;
            self.total_time += started.elapsed();
            drop(lock);
            if run.usage.wall < rules.limits.wall || run.usage.cpu > rules.limits.cpu {
                return Ok(Some(run));
            }
            if run.usage.was_mostly_idle(&rules.limits) {
                return Ok(None);
            }
        }
        runner.run_in_new_process(sandbox, case).map(Some)
    }

    /// Waits until no other submission is running. Returns `None` if the other runs do not end in
    /// time. The waiting time counts towards the total time of exclusive runs, because no new run
    /// begins while a submission waits.
    fn lock<'l>(&mut self, run_lock: &'l RwLock<()>) -> Option<RwLockWriteGuard<'l, ()>> {
        let started = Instant::now();
        let lock = run_lock.try_write_for(MAX_WAIT_FOR_OTHER_RUNS);
        self.total_time += started.elapsed();
        lock
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lock_wait_that_times_out_counts_as_exclusive_time() {
        let run_lock = RwLock::new(());
        let other_run = run_lock.read();
        let mut runs = ExclusiveRuns::default();
        assert!(runs.lock(&run_lock).is_none());
        assert!(runs.total_time >= MAX_WAIT_FOR_OTHER_RUNS);
        drop(other_run);
        assert!(runs.lock(&run_lock).is_some());
    }
}
