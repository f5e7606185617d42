//! What the threads of a worker share.

use std::collections::BTreeMap;
use std::fmt;
use std::mem::replace;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::runtime::Handle;

use super::context::Contexts;
use crate::secret;
use crate::server::WorkerSettings;
use crate::store::{Claimant, Database, StoreError, Task, TaskError, TaskReturn};
use mousetrap_judge::{Options, odd_speed_factor};
use mousetrap_languages::Language;
use mousetrap_model::{Clock, Message};
use mousetrap_util::Choice as _;

/// Interval at which progress is written, in a transaction of five statements.
pub(super) const PROGRESS_INTERVAL: Duration = Duration::from_millis(250);

/// Interval at which flags are read.
pub(super) const FLUSH: Duration = Duration::from_millis(100);

/// Interval at which workers look for tasks that no notification announced.
pub(super) const POLL_INTERVAL: Duration = Duration::from_secs(5);

/// Pause before an operation on the database that failed is tried again.
pub(super) const RETRY_INTERVAL: Duration = Duration::from_millis(500);

/// Number of tasks in a row that fail in the judge before a worker pauses.
const MAX_FAILED: usize = 3;

/// Time limits of workers. Tests shorten them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timing {
    /// Time after which a task whose lease was not renewed is given to another worker.
    pub lease: Duration,
    /// Interval at which leases and the worker's row are renewed.
    pub renew: Duration,
    /// Interval at which expired leases are looked for.
    pub sweep: Duration,
    /// Time for which a task avoids a worker on which it failed.
    pub avoid: Duration,
    /// Pause of a worker whose last tasks failed.
    pub pause: Duration,
    /// Time after which a task is returned to the queue if other tasks come before it.
    pub slice: Duration,
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            lease: Duration::from_secs(10),
            renew: Duration::from_millis(2500),
            sweep: Duration::from_secs(5),
            avoid: Duration::from_secs(15),
            pause: Duration::from_secs(30),
            slice: Duration::from_secs(30),
        }
    }
}

/// What has been done since the start.
#[derive(Debug, Default)]
pub(crate) struct Count {
    pub judged: AtomicU64,
    /// Judgements without a verdict, because the judge failed.
    pub failed: AtomicU64,
    /// Failures of the judge, including those that another attempt made up for.
    pub failures: AtomicU64,
    /// Leases that this worker lost, and those of others that it found expired.
    pub leases_lost: AtomicU64,
    /// Tasks that this worker returned because it stops.
    pub returned: AtomicU64,
    /// Tasks claimed, and the time that the claims took in microseconds.
    pub claims: AtomicU64,
    pub claim_us: AtomicU64,
}

/// A change in the state of a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WorkerNotice {
    /// The database does not answer.
    ConnectionLost(String),
    /// The database answers again.
    ConnectionRegained,
    /// The worker claims nothing for this time, because its last tasks failed.
    Paused(Duration),
    /// The worker claims tasks again.
    Resumed,
}

impl fmt::Display for WorkerNotice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ConnectionLost(error) => {
                write!(
                    f,
                    "lost the connection to the database: {error}; trying again"
                )
            }
            Self::ConnectionRegained => f.write_str("the database answers again"),
            Self::Paused(pause) => write!(
                f,
                "the judge failed on the last {MAX_FAILED} tasks; pausing for {} s; `mousetrap \
                 doctor` may show the cause",
                pause.as_secs()
            ),
            Self::Resumed => f.write_str("claiming tasks again"),
        }
    }
}

/// Receives the changes in the state of a worker.
pub(crate) type OnNotice = Arc<dyn Fn(&WorkerNotice) + Send + Sync>;

/// The state that the threads of a worker share.
pub(crate) struct Bench {
    /// Random, new for each process.
    pub id: String,
    /// The SHA-256 of the executable.
    pub build: String,
    pub settings: WorkerSettings,
    pub database: Database,
    pub runtime: Handle,
    pub contexts: Contexts,
    pub timing: Timing,
    pub on_notice: OnNotice,
    /// Set when the worker is to claim nothing more.
    pub drained: AtomicBool,
    /// Set when running tasks are to stop, too.
    pub interrupted: Arc<AtomicBool>,
    pub count: Count,
    pub busy: AtomicUsize,
    /// The source of the CPU times of the last run.
    pub clock: OnceLock<Clock>,
    /// The speed factors of this worker in thousandths, by language id. CPU times are
    /// divided by them, so that it does not matter which worker judges a submission.
    pub speeds: Mutex<BTreeMap<String, u32>>,
    health: Mutex<Health>,
}

/// The last results of a worker.
#[derive(Debug, Default)]
struct Health {
    /// The last tasks on which the judge failed, if no task succeeded since, by id.
    failed: Vec<String>,
    paused_until: Option<Instant>,
}

impl Bench {
    pub(crate) fn new(
        database: Database,
        settings: WorkerSettings,
        build: String,
        on_notice: OnNotice,
    ) -> Self {
        Self {
            id: secret::id(),
            build,
            settings,
            database,
            runtime: Handle::current(),
            contexts: Contexts::default(),
            timing: Timing::default(),
            on_notice,
            drained: AtomicBool::default(),
            interrupted: Arc::default(),
            count: Count::default(),
            busy: AtomicUsize::default(),
            clock: OnceLock::new(),
            speeds: Mutex::default(),
            health: Mutex::default(),
        }
    }

    /// Runs a future, such as an operation on the database, in a thread of the worker.
    pub(super) fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
        self.runtime.block_on(future)
    }

    /// Returns whether running tasks are to stop.
    pub(super) fn stops(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Returns whether no more tasks are to be claimed.
    pub(super) fn claims_no_more(&self) -> bool {
        self.drained.load(Ordering::Relaxed) || self.stops()
    }

    /// Returns whether it is known which tasks this worker can do.
    pub(super) fn is_ready(&self) -> bool {
        !self.database.is_server() || self.settings.installed.get().is_some()
    }

    /// The worker as it claims tasks. With `SQLite` no other process could judge what this
    /// one leaves, so it claims tasks in all languages.
    pub(super) fn claimant(&self) -> Claimant {
        let installed = self.settings.installed.get();
        let installed = installed.filter(|_| self.database.is_server());
        let languages = installed.map(|installed| {
            let ids: Vec<&str> = installed.keys().map(String::as_str).collect();
            format!("\"{}\"", ids.join("\" \""))
        });
        Claimant {
            id: self.id.clone(),
            build: self.build.clone(),
            isolation: self.settings.isolation.name().to_owned(),
            languages: languages.unwrap_or_default(),
        }
    }

    /// The speed factor in this language in thousandths, which is measured if that was not
    /// done today. Returns `None` if it cannot be measured.
    pub(super) fn speed_permille(
        &self,
        language: &Language,
        options: &Options,
        stop: &AtomicBool,
    ) -> Option<u32> {
        let Some(reference) = &self.settings.reference_speeds else {
            return self.speeds().get(&language.id).copied();
        };
        let factor = reference.factor(language, options, stop)?;
        if let Some(warning) = odd_speed_factor(factor) {
            tracing::error!("{} {warning}", language.name);
        }
        let permille = (factor * 1000.0).round() as u32;
        self.speeds().insert(language.id.clone(), permille);
        Some(permille)
    }

    pub(crate) fn speeds(&self) -> MutexGuard<'_, BTreeMap<String, u32>> {
        self.speeds.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that a task ended with a result.
    pub(super) fn succeeded(&self) {
        self.health().failed.clear();
    }

    /// Returns a task on which the judge failed to the queue. The next worker ends it if
    /// that was its last attempt. Pauses this worker if it was the last of several such
    /// tasks.
    pub(super) fn fail(&self, task: &Task, error: Message) -> Result<(), StoreError> {
        tracing::error!(task = task.id, %error, "the judge failed on a task");
        let worker = self.settings.name.clone();
        let error = TaskError { worker, error };
        self.return_task(task, &TaskReturn::Failed(error))?;
        self.count.failures.fetch_add(1, Ordering::Relaxed);
        let mut health = self.health();
        if !health.failed.contains(&task.id) {
            health.failed.push(task.id.clone());
        }
        if health.failed.len() >= MAX_FAILED {
            health.failed.clear();
            health.paused_until = Some(Instant::now() + self.timing.pause);
            drop(health);
            (self.on_notice)(&WorkerNotice::Paused(self.timing.pause));
        }
        Ok(())
    }

    /// Returns a task to the queue.
    pub(super) fn return_task(&self, task: &Task, why: &TaskReturn) -> Result<(), StoreError> {
        let by = (&self.claimant(), self.timing.avoid);
        let is_unfinished = matches!(why, TaskReturn::Unfinished);
        if self.keep(|| self.database.return_task(task, why, by))? && is_unfinished {
            self.count.returned.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }

    /// The time for which the worker still pauses.
    pub(super) fn pause(&self) -> Duration {
        let mut health = self.health();
        let Some(until) = health.paused_until else {
            return Duration::ZERO;
        };
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            health.paused_until = None;
            drop(health);
            (self.on_notice)(&WorkerNotice::Resumed);
        }
        left
    }

    fn health(&self) -> MutexGuard<'_, Health> {
        self.health.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the result of a task. If the database cannot take it now, tries again until it
    /// can: a disk may be full for hours.
    pub(super) fn keep<T, K>(&self, keep: impl Fn() -> K) -> Result<T, StoreError>
    where
        K: Future<Output = Result<T, StoreError>>,
    {
        let mut is_logged = false;
        loop {
            match self.block_on(keep()) {
                Err(error) if error.passes() && !self.stops() => {
                    if !replace(&mut is_logged, true) {
                        tracing::error!(%error, "the result of a task waits to be written");
                    }
                    thread::sleep(RETRY_INTERVAL);
                }
                kept => return kept,
            }
        }
    }
}
