//! What the threads of a worker share.

use std::collections::BTreeMap;
use std::fmt;
use std::mem::replace;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::runtime::Handle;

use super::context::Contexts;
use super::speeds::Speeds;
use crate::settings::Installed;
use crate::store::{Claimant, Database, StoreError, Toolchain, Toolchains, Worker};
use mousetrap_judge::{Engine, ReferenceSpeeds};
use mousetrap_model::Clock;
use mousetrap_sandbox::Isolation;
use mousetrap_setter::stress::{Attempt, SearchEnd, Untried};
use mousetrap_util::Choice as _;

/// Searches for an instance on which a submission fails, until it is found, time is up
/// or the flag is set.
pub(crate) type Search = fn(Attempt<'_>, &AtomicBool) -> Result<SearchEnd, Untried>;

/// Interval at which progress is written, and flags are read.
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
    /// Leases that this worker lost.
    pub leases_lost: AtomicU64,
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

/// Who a worker is.
#[derive(Clone, Debug)]
pub(crate) struct Identity {
    /// Random, new for each process.
    pub id: String,
    pub name: String,
    /// The SHA-256 of the executable.
    pub build: String,
    pub isolation: Isolation,
    pub jobs: usize,
    /// The installed languages, once they are known.
    pub installed: Installed,
    /// Measures how fast this machine is; `None` leaves CPU times as they are.
    pub reference_speeds: Option<Arc<ReferenceSpeeds>>,
}

/// What the threads of a worker share.
pub(crate) struct Bench {
    pub database: Database,
    pub runtime: Handle,
    pub engine: Arc<dyn Engine>,
    pub search: Search,
    pub contexts: Contexts,
    pub identity: Identity,
    pub speeds: Speeds,
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
        (engine, search): (Arc<dyn Engine>, Search),
        identity: Identity,
        on_notice: OnNotice,
    ) -> Self {
        Self {
            database,
            runtime: Handle::current(),
            engine,
            search,
            contexts: Contexts::default(),
            speeds: Speeds::new(identity.reference_speeds.clone()),
            identity,
            timing: Timing::default(),
            on_notice,
            drained: AtomicBool::default(),
            interrupted: Arc::default(),
            count: Count::default(),
            busy: AtomicUsize::default(),
            clock: OnceLock::new(),
            health: Mutex::default(),
        }
    }

    /// Wakes the threads that wait for a task.
    pub(crate) fn ring(&self) {
        self.database.wakeups().tasks();
    }

    pub(super) fn wait(&self, longest: Duration) {
        self.database.wakeups().wait_for_task(longest);
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
        !self.database.is_server() || self.identity.installed.get().is_some()
    }

    /// The worker as it claims tasks. With `SQLite` no other process could judge what this
    /// one leaves, so it claims tasks in all languages.
    pub(super) fn claimant(&self) -> Claimant {
        let installed = self.identity.installed.get();
        let installed = installed.filter(|_| self.database.is_server());
        Claimant {
            id: self.identity.id.clone(),
            build: self.identity.build.clone(),
            isolation: self.identity.isolation.name().to_owned(),
            languages: installed.map(|installed| installed.keys().cloned().collect()),
        }
    }

    /// The row of this worker.
    pub(super) fn row(&self) -> Result<Worker, StoreError> {
        let installed = self.identity.installed.get();
        let toolchains = installed.into_iter().flatten().map(|(id, version)| {
            let toolchain = Toolchain {
                version: version.clone(),
                speed: self
                    .speeds
                    .known(id)
                    .map(|permille| f64::from(permille) / 1000.0),
            };
            (id.clone(), toolchain)
        });
        let toolchains: Toolchains = toolchains.collect::<BTreeMap<_, _>>();
        let clock = self.clock.get().map(serde_json::to_value).transpose()?;
        Ok(Worker {
            id: self.identity.id.clone(),
            name: self.identity.name.clone(),
            build: self.identity.build.clone(),
            isolation: self.identity.isolation.name().to_owned(),
            clock: clock
                .and_then(|clock| clock.as_str().map(str::to_owned))
                .unwrap_or_default(),
            jobs: self.identity.jobs as i64,
            busy: self.busy.load(Ordering::Relaxed) as i64,
            languages: serde_json::to_string(&toolchains)?,
            started: 0,
            seen: 0,
            paused_until: 0,
        })
    }

    /// Records that a task ended with a result.
    pub(super) fn succeeded(&self) {
        self.health().failed.clear();
    }

    /// Records that the judge failed on a task. Pauses the worker if it was the last of
    /// several such tasks.
    pub(super) fn failed(&self, task: &str) {
        self.count.failures.fetch_add(1, Ordering::Relaxed);
        let mut health = self.health();
        if !health.failed.iter().any(|known| known == task) {
            health.failed.push(task.to_owned());
        }
        if health.failed.len() >= MAX_FAILED {
            health.failed.clear();
            health.paused_until = Some(Instant::now() + self.timing.pause);
            drop(health);
            (self.on_notice)(&WorkerNotice::Paused(self.timing.pause));
        }
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

    fn health(&self) -> std::sync::MutexGuard<'_, Health> {
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
            match self.runtime.block_on(keep()) {
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
