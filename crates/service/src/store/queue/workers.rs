//! The workers. Each worker updates its row in the database every few seconds.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::store::database::{Database, Json, Result};

/// Time without an update after which a worker counts as stopped, in milliseconds.
pub(super) const WORKER_TIMEOUT_MS: i64 = 20_000;

/// Time without an update after which a worker's row is deleted, in milliseconds. The row of a
/// stopped worker is kept so that messages about lost tasks can name the worker.
const MAX_ROW_AGE_MS: i64 = 24 * 3_600_000;

row! {
/// A process that judges submissions.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) Worker {
    /// A random id, new for each process.
    id: String,
    /// The name of the worker, by default the host name.
    name: String,
    /// The SHA-256 digest of the worker's executable.
    build: String,
    /// How submissions are isolated.
    isolation: String,
    /// The clock that measures CPU times; empty before the first task.
    clock: String,
    /// Maximum number of tasks that the worker runs concurrently.
    jobs: i64,
    /// The number of tasks that the worker is running.
    busy: i64,
    /// The moving average of the time that a task takes, in milliseconds; 0 before the first task.
    task_ms: i64,
    /// The installed toolchains, keyed by language id; empty until the worker has found them.
    languages: Json<Toolchains>,
    /// Time since the last update, in seconds.
    seen_seconds: i64,
    /// Remaining time of a pause, in milliseconds. A worker whose last tasks failed claims no tasks
    /// during the pause.
    pause_ms: i64,
}
}

/// A toolchain that is installed on a worker's machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Toolchain {
    /// The version of the toolchain.
    pub version: String,
    /// The run time of a program on this worker divided by its run time on the reference machine;
    /// `None` until measured.
    pub speed: Option<f64>,
}

/// Toolchains, keyed by language id.
type Toolchains = BTreeMap<String, Toolchain>;

impl Worker {
    /// The first characters of the build's digest.
    pub(crate) fn build_prefix(&self) -> &str {
        build_prefix(&self.build)
    }
}

/// Returns the first characters of a build's digest, which are enough for people to recognise the
/// build.
pub(super) fn build_prefix(build: &str) -> &str {
    build.get(..12).unwrap_or(build)
}

impl Database {
    /// Adds or updates the row of a worker.
    pub(crate) async fn register(&self, worker: &Worker) -> Result<()> {
        let insert = "INSERT INTO workers (id, name, build, isolation, clock, jobs, busy, \
                      languages, started, seen, paused_until, task_ms) \
                      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, NOW_MS, NOW_MS, \
                      CASE WHEN $9 > 0 THEN NOW_MS + $9 ELSE 0 END, $10) \
                      ON CONFLICT (id) DO UPDATE SET busy = excluded.busy, \
                      task_ms = excluded.task_ms, \
                      languages = excluded.languages, clock = excluded.clock, \
                      seen = excluded.seen, paused_until = excluded.paused_until";
        let parameters = parameters![
            &worker.id,
            &worker.name,
            &worker.build,
            &worker.isolation,
            &worker.clock,
            worker.jobs,
            worker.busy,
            &worker.languages,
            worker.pause_ms,
            worker.task_ms
        ];
        self.execute(insert, parameters).await.map(drop)
    }

    /// Deletes the row of a worker that is stopping, and the rows of workers that stopped long ago.
    pub(crate) async fn unregister(&self, id: &str) -> Result<()> {
        let delete = "DELETE FROM workers WHERE id = $1 OR seen < NOW_MS - $2";
        let parameters = parameters![id, MAX_ROW_AGE_MS];
        self.execute(delete, parameters).await.map(drop)
    }

    /// Returns the workers that are alive, sorted by name.
    pub(crate) async fn workers(&self) -> Result<Vec<Worker>> {
        let query = "SELECT id, name, build, isolation, clock, jobs, busy, languages, task_ms, \
                     (NOW_MS - seen) / 1000 AS seen_seconds, CASE WHEN paused_until > NOW_MS \
                     THEN paused_until - NOW_MS ELSE 0 END AS pause_ms \
                     FROM workers WHERE seen > NOW_MS - $1 ORDER BY name, id";
        self.all_rows(query, parameters![WORKER_TIMEOUT_MS]).await
    }
}
