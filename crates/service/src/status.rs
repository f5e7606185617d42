//! The workers and the waiting tasks, for the page *Queue* and for `mousetrap doctor`.

use mousetrap_languages::Languages;
use mousetrap_model::Message;

use crate::server::ServiceError;
use crate::store::{Database, StoreError, Worker, short_build, wait_reason};

/// Maximum number of waiting tasks in a status.
const MAX_WAITING: i64 = 100;

/// The workers that share a database, and the tasks that wait.
#[derive(Debug)]
#[non_exhaustive]
pub struct QueueStatus {
    /// The workers that are alive.
    pub workers: Vec<WorkerStatus>,
    /// The first waiting tasks, in the order of the queue.
    pub waiting: Vec<WaitingStatus>,
}

/// A worker.
#[derive(Debug)]
#[non_exhaustive]
pub struct WorkerStatus {
    /// Its name.
    pub name: String,
    /// The first characters of the digest of its build.
    pub build: String,
    /// How it isolates submissions.
    pub isolation: String,
    /// What measures CPU time; empty before the first task.
    pub clock: String,
    /// Maximum number of tasks at a time.
    pub jobs: i64,
    /// Current number of tasks.
    pub busy: i64,
    /// Its toolchains; empty while it looks for them.
    pub toolchains: Vec<ToolchainStatus>,
    /// Time in seconds since it was seen last.
    pub seen_seconds: i64,
    /// Whether it pauses because the judge failed on its last tasks.
    pub is_paused: bool,
}

/// A toolchain of a worker.
#[derive(Debug)]
#[non_exhaustive]
pub struct ToolchainStatus {
    /// The name of the language.
    pub language: String,
    /// Its version.
    pub version: String,
    /// The speed factor; none before it is measured.
    pub speed: Option<f64>,
}

/// A waiting task.
#[derive(Debug)]
#[non_exhaustive]
pub struct WaitingStatus {
    /// The id of the submission.
    pub submission: String,
    /// The name of the room.
    pub room: String,
    /// The id of the problem.
    pub problem: String,
    /// The id of the language.
    pub language: String,
    /// Why it waits.
    pub reason: Message,
    /// The id of the task.
    pub(crate) task: String,
}

impl WaitingStatus {
    /// Returns whether the task waits for something other than its turn.
    pub const fn is_blocked(&self) -> bool {
        !matches!(
            self.reason,
            Message::TasksAhead { .. } | Message::NextInQueue | Message::WaitsForOtherWorker
        )
    }
}

impl WorkerStatus {
    fn new(worker: &Worker, now: i64) -> Result<Self, StoreError> {
        let languages = Languages::embedded();
        let toolchains = worker.toolchains()?.into_iter();
        let toolchains = toolchains.map(|(id, toolchain)| ToolchainStatus {
            language: languages.by_id(&id).map_or(id, |it| it.name.clone()),
            version: toolchain.version,
            speed: toolchain.speed,
        });
        Ok(Self {
            name: worker.name.clone(),
            build: short_build(&worker.build).to_owned(),
            isolation: worker.isolation.clone(),
            clock: worker.clock.clone(),
            jobs: worker.jobs,
            busy: worker.busy,
            toolchains: toolchains.collect(),
            seen_seconds: (now - worker.seen).max(0) / 1000,
            is_paused: worker.paused_until > now,
        })
    }
}

impl QueueStatus {
    /// Reads the status of the queue in the `PostgreSQL` database at this URL. Changes nothing.
    ///
    /// # Errors
    /// If the database cannot be read, or if another build made its schema.
    pub fn read(url: &str) -> Result<Self, ServiceError> {
        crate::server::runtime()?.block_on(async {
            let database = Database::worker(url).await?;
            Ok(Self::of(&database).await?)
        })
    }

    pub(crate) async fn of(database: &Database) -> Result<Self, StoreError> {
        let (workers, now) = (database.workers().await?, database.time().await?);
        let mut waiting = Vec::new();
        for (ahead, task) in database
            .waiting_tasks(MAX_WAITING)
            .await?
            .into_iter()
            .enumerate()
        {
            waiting.push(WaitingStatus {
                reason: wait_reason(&task, ahead, &workers, now)?,
                task: task.id,
                submission: task.submission,
                room: task.room,
                problem: task.problem,
                language: task.language,
            });
        }
        let workers = workers.iter().map(|worker| WorkerStatus::new(worker, now));
        Ok(Self {
            workers: workers.collect::<Result<_, _>>()?,
            waiting,
        })
    }
}
