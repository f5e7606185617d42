//! Exclusive runs, during which no other run takes place on this machine. They repeat runs that
//! were close to a limit.
//!
//! All other workers wait during an exclusive run. The wall time of each exclusive run and of all
//! exclusive runs of a submission is therefore limited.

use std::time::{Duration, Instant};

use parking_lot::{RwLock, RwLockWriteGuard};

use crate::JudgeError;
use crate::run::rules::Run;
use crate::run::runner::Runner;
use mousetrap_model::Case;
use mousetrap_sandbox::Sandbox;

/// Maximum wall time of all exclusive runs of a submission, including the time to wait for them.
const MAX_TOTAL_TIME: Duration = Duration::from_mins(1);

/// Maximum time to wait until all other runs have ended.
const MAX_WAIT: Duration = Duration::from_secs(5);

/// The result of trying to run a case exclusively.
#[expect(
    clippy::large_enum_variant,
    reason = "only one value exists at a time, and it is matched immediately"
)]
pub(crate) enum ExclusiveRun {
    Finished(Run),
    /// The run reached its wall time limit, and slept most of the time.
    Idle,
    /// There is no result: the run got too little CPU time within its wall time limit, other runs
    /// did not end in time, or the submission has used up its exclusive time.
    NotPossible,
}

/// The exclusive runs of one submission.
#[derive(Default)]
pub(crate) struct ExclusiveRuns {
    total_time: Duration,
}

impl ExclusiveRuns {
    /// Runs a case in a new process while no other submission runs.
    ///
    /// # Errors
    /// If the judge fails.
    pub(crate) fn run(
        &mut self,
        runner: &Runner<'_>,
        sandbox: &mut Sandbox,
        case: &Case,
    ) -> Result<ExclusiveRun, JudgeError> {
        if self.total_time >= MAX_TOTAL_TIME {
            return Ok(ExclusiveRun::NotPossible);
        }
        let mut rules = runner.rules(&case.limits);
        let wall = wall_limit(rules.limits.cpu).min(rules.limits.wall);
        rules.limits.wall = wall;
        rules.excludes_cpu_wait = false;
        let limits = rules.limits;
        let Some(_lock) = self.lock(&runner.context.run_lock) else {
            return Ok(ExclusiveRun::NotPossible);
        };
        let started = Instant::now();
        let run = runner.run_alone_with_rules(sandbox, case, &rules)?;
        self.total_time += started.elapsed();
        let measured = run.measured;
        Ok(if measured.wall < wall || measured.cpu > limits.cpu {
            ExclusiveRun::Finished(run)
        } else if measured.mostly_slept(&limits) {
            ExclusiveRun::Idle
        } else {
            ExclusiveRun::NotPossible
        })
    }

    /// Waits until no other submission runs. This counts as exclusive time, because no new run
    /// begins in the meantime.
    fn lock<'l>(&mut self, run_lock: &'l RwLock<()>) -> Option<RwLockWriteGuard<'l, ()>> {
        let started = Instant::now();
        let lock = run_lock.try_write_for(MAX_WAIT);
        self.total_time += started.elapsed();
        lock
    }
}

/// Returns the wall time limit of an exclusive run. It suffices for a program that never sleeps,
/// even on a machine with some other load.
fn wall_limit(cpu_limit: Duration) -> Duration {
    cpu_limit * 3 / 2 + Duration::from_secs(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lock_times_out_during_other_runs_and_counts_as_exclusive_time() {
        let run_lock = RwLock::new(());
        let other_run = run_lock.read();
        let mut runs = ExclusiveRuns::default();
        assert!(runs.lock(&run_lock).is_none());
        assert!(runs.total_time >= MAX_WAIT);
        drop(other_run);
        assert!(runs.lock(&run_lock).is_some());
    }

    #[test]
    fn wall_limit_is_one_and_a_half_cpu_limits_and_a_second() {
        let limit = |seconds| wall_limit(Duration::from_secs(seconds)).as_secs();
        assert_eq!([0, 2, 20].map(limit), [1, 4, 31]);
    }
}
