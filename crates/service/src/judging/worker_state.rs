//! The state that the threads of a worker share.

use std::collections::BTreeMap;
use std::mem::replace;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::runtime::Handle;

use super::context::ContextCache;
use crate::secret;
use crate::server::WorkerSettings;
use crate::store::{Database, Json, StoreError, Task, TaskError, Toolchain, Worker};
use mousetrap_judge::Options;
use mousetrap_languages::Language;
use mousetrap_model::Message;
use mousetrap_util::Choice as _;

/// Interval at which progress is written to the database.
pub(super) const PROGRESS_INTERVAL: Duration = Duration::from_millis(250);

/// Interval at which threads check whether they must stop.
pub(super) const STOP_CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// Interval at which workers poll for tasks whose notification they missed.
pub(super) const POLL_INTERVAL: Duration = Duration::from_secs(5);

/// Time to wait before retrying a failed database operation.
pub(super) const RETRY_INTERVAL: Duration = Duration::from_millis(500);

/// Number of consecutive failures of the judge after which a worker pauses.
const MAX_CONSECUTIVE_FAILURES: usize = 3;

/// Durations and intervals that control workers. Tests shorten them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WorkerIntervals {
    /// Duration of a lease. If a lease is not renewed within this time, another worker gets the
    /// task.
    pub lease: Duration,
    /// Interval at which leases and the worker's row are renewed.
    pub renew: Duration,
    /// Interval at which to look for expired leases.
    pub sweep: Duration,
    /// How long a worker must wait before it may retry a task that it failed to judge.
    pub avoid: Duration,
    /// How long a worker pauses after several tasks in a row have failed on it.
    pub pause: Duration,
    /// Time after which a running task can be returned to the queue in favour of other
    /// participants.
    pub slice: Duration,
}

/// The intervals used in production; tests use shorter ones.
const DEFAULT_INTERVALS: WorkerIntervals = WorkerIntervals {
    lease: Duration::from_secs(10),
    renew: Duration::from_millis(2500),
    sweep: Duration::from_secs(5),
    avoid: Duration::from_secs(15),
    pause: Duration::from_secs(30),
    slice: Duration::from_secs(30),
};

/// Statistics of a worker since the start of its process.
#[derive(Debug, Default)]
pub(crate) struct WorkerStats {
    /// Number of judgements, with or without a verdict.
    pub judged: u64,
    /// Number of judgements that have no verdict because the judge failed.
    pub failed: u64,
    /// Number of attempts in which the judge failed.
    pub failures: u64,
    /// Number of leases that this worker lost, plus expired leases of other workers that it found.
    pub leases_lost: u64,
    /// Number of tasks that this worker returned to the queue because it was stopping.
    pub returned: u64,
}

/// The state that the threads of a worker share.
pub(crate) struct WorkerState {
    pub settings: WorkerSettings,
    pub database: Database,
    pub runtime: Handle,
    pub contexts: ContextCache,
    pub timing: WorkerIntervals,
    /// Set when the worker must stop claiming tasks.
    pub drained: AtomicBool,
    /// Set when the worker must stop claiming tasks and abandon the running ones.
    pub interrupted: Arc<AtomicBool>,
    pub stats: Mutex<WorkerStats>,
    /// The row in the database; see [`Self::worker_row`].
    pub row: Mutex<Worker>,
    /// The speed factors of this worker in thousandths, keyed by language id. Measured CPU times
    /// are divided by these factors, so that it does not matter which worker judges a submission.
    pub speeds: Mutex<BTreeMap<String, u32>>,
    failures: Mutex<RecentFailures>,
}

/// The recent failures of a worker.
#[derive(Debug, Default)]
struct RecentFailures {
    /// The ids of the tasks on which the judge has failed since its last success.
    failed: Vec<String>,
    paused_until: Option<Instant>,
}

impl WorkerState {
    pub(crate) fn new(database: Database, settings: WorkerSettings, build: String) -> Self {
        let row = Worker {
            id: secret::new_id(),
            name: settings.name.clone(),
            build,
            isolation: settings.isolation.name().to_owned(),
            jobs: settings.jobs as i64,
            ..Worker::default()
        };
        Self {
            settings,
            database,
            runtime: Handle::current(),
            contexts: ContextCache::default(),
            timing: DEFAULT_INTERVALS,
            drained: AtomicBool::default(),
            interrupted: Arc::default(),
            stats: Mutex::default(),
            row: Mutex::new(row),
            speeds: Mutex::default(),
            failures: Mutex::default(),
        }
    }

    /// Blocks the current thread until a future, such as a database operation, completes.
    pub(super) fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
        self.runtime.block_on(future)
    }

    /// Returns whether running tasks must stop.
    pub(super) fn must_stop(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Returns whether the worker must stop claiming tasks.
    pub(super) fn is_draining(&self) -> bool {
        self.drained.load(Ordering::Relaxed) || self.must_stop()
    }

    /// Returns whether the worker has determined which tasks it can run. With `SQLite`, the only
    /// worker runs all tasks.
    pub(super) fn is_ready(&self) -> bool {
        !self.database.is_postgres() || self.settings.installed.get().is_some()
    }

    /// Returns the database row that describes the current state of this worker.
    pub(crate) fn worker_row(&self) -> Worker {
        let speeds = self.speeds.lock();
        let installed = self.settings.installed.get().into_iter().flatten();
        let toolchains = installed.map(|(id, version)| {
            let speed = speeds.get(id).map(|speed| f64::from(*speed) / 1000.0);
            let version = version.clone();
            (id.clone(), Toolchain { version, speed })
        });
        Worker {
            languages: Json(toolchains.collect()),
            pause_ms: self.remaining_pause().as_millis() as i64,
            ..self.row.lock().clone()
        }
    }

    /// Returns the speed factor for this language in thousandths. Measures the factor unless a
    /// measurement is cached. Returns `None` if the factor cannot be measured.
    pub(super) fn speed_permille(
        &self,
        language: &Language,
        options: &Options,
        stop: &AtomicBool,
    ) -> Option<u32> {
        let Some(reference) = &self.settings.reference_speeds else {
            return self.speeds.lock().get(&language.id).copied();
        };
        let factor = reference.speed_factor(language, options, stop)?;
        let permille = (factor * 1000.0).round() as u32;
        self.speeds.lock().insert(language.id.clone(), permille);
        Some(permille)
    }

    /// Adds the time of a task to the moving average.
    pub(super) fn add_task_time(&self, spent: Duration) {
        const AVERAGED_TASK_COUNT: i64 = 8;
        let spent = (spent.as_millis() as i64).max(1);
        let mut row = self.row.lock();
        row.task_ms = match row.task_ms {
            0 => spent,
            average => (average * (AVERAGED_TASK_COUNT - 1) + spent) / AVERAGED_TASK_COUNT,
        };
    }

    /// Records that the judge completed a task.
    pub(super) fn record_success(&self) {
        self.failures.lock().failed.clear();
    }

    /// Requeues a task on which the judge failed. If this was the task's last attempt, the next
    /// worker completes the task without a verdict. Pauses this worker if several tasks in a row
    /// have failed.
    pub(super) fn requeue_failed(&self, mut task: Task, error: Message) -> Result<(), StoreError> {
        tracing::error!(task = task.id, %error, "the judge failed on a task");
        let worker = self.settings.name.clone();
        task.failures += 1;
        task.errors.0.push(TaskError { worker, error });
        let avoid = Some((&self.worker_row(), self.timing.avoid));
        self.with_retries(|| self.database.requeue_task(&task, avoid))?;
        self.stats.lock().failures += 1;
        let mut failures = self.failures.lock();
        if !failures.failed.contains(&task.id) {
            failures.failed.push(task.id);
        }
        if failures.failed.len() >= MAX_CONSECUTIVE_FAILURES {
            failures.failed.clear();
            failures.paused_until = Some(Instant::now() + self.timing.pause);
            drop(failures);
            tracing::error!(
                "the judge failed on the last {MAX_CONSECUTIVE_FAILURES} tasks; pausing for {} s; `mousetrap \
                 doctor` may show the cause",
                self.timing.pause.as_secs()
            );
        }
        Ok(())
    }

    /// Returns how much longer the worker pauses; zero if it is not paused.
    pub(super) fn remaining_pause(&self) -> Duration {
        let until = self.failures.lock().paused_until;
        until.map_or(Duration::ZERO, |until| {
            until.saturating_duration_since(Instant::now())
        })
    }

    /// Runs a database operation. While it fails with a transient error, such as a full disk,
    /// repeats it until running tasks must stop. This can take hours.
    pub(super) fn with_retries<T, F>(&self, operation: impl Fn() -> F) -> Result<T, StoreError>
    where
        F: Future<Output = Result<T, StoreError>>,
    {
        let mut is_logged = false;
        loop {
            match self.block_on(operation()) {
                Err(error) if error.is_transient() && !self.must_stop() => {
                    if !replace(&mut is_logged, true) {
                        tracing::error!(%error, "a database operation failed; trying again");
                    }
                    thread::sleep(RETRY_INTERVAL);
                }
                stored => return stored,
            }
        }
    }
}
