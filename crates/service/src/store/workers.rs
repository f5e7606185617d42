//! The processes that judge. Each keeps a row, which it updates every few seconds.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::database::{Database, StoreError};

/// Time without an update after which a worker counts as gone, in milliseconds.
pub(crate) const ALIVE: i64 = 20_000;

/// Time after which the row of a worker that is gone is removed, in milliseconds. Until
/// then, messages about lost tasks name the worker.
const REMEMBERED: i64 = 24 * 3_600_000;

row! {
/// A process that judges.
#[derive(Clone, Debug, PartialEq, Eq)]
Worker {
    /// Random, new for each process.
    id: String,
    /// By default the name of the host.
    name: String,
    /// The SHA-256 of its executable.
    build: String,
    isolation: String,
    /// The source of its measurements of CPU time.
    clock: String,
    /// Maximum number of tasks at a time.
    jobs: i64,
    /// Current number of tasks.
    busy: i64,
    /// JSON: [`Toolchain`]s by language id.
    languages: String,
    /// On the database's clock, like the times below.
    started: i64,
    seen: i64,
    /// The worker claims nothing before this time, because its last tasks failed.
    paused_until: i64,
}
}

/// An installed toolchain of a worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Toolchain {
    pub version: String,
    /// How many times longer the same work takes on this worker than on the machine for
    /// which limits are meant.
    pub speed: Option<f64>,
}

/// Toolchains by language id.
pub(crate) type Toolchains = BTreeMap<String, Toolchain>;

impl Worker {
    /// Its toolchains by language id.
    pub(crate) fn toolchains(&self) -> Result<Toolchains, StoreError> {
        Ok(serde_json::from_str(&self.languages)?)
    }
}

impl Database {
    /// Adds or updates the row of a worker. `paused` is the remaining time of its pause.
    pub(crate) async fn register(
        &self,
        worker: &Worker,
        paused: Duration,
    ) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        let clock = self.clock();
        let insert = format!(
            "INSERT INTO workers (id, name, build, isolation, clock, jobs, busy, languages, \
             started, seen, paused_until) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, {clock}, \
             {clock}, CASE WHEN $9 > 0 THEN {clock} + $9 ELSE 0 END) \
             ON CONFLICT (id) DO UPDATE SET busy = excluded.busy, \
             languages = excluded.languages, clock = excluded.clock, seen = excluded.seen, \
             paused_until = excluded.paused_until"
        );
        let insert = sqlx::query(&insert)
            .bind(&worker.id)
            .bind(&worker.name)
            .bind(&worker.build)
            .bind(&worker.isolation)
            .bind(&worker.clock)
            .bind(worker.jobs)
            .bind(worker.busy)
            .bind(&worker.languages)
            .bind(paused.as_millis() as i64);
        insert.execute(&mut *change).await?;
        Ok(change.commit().await?)
    }

    /// Removes the row of a worker that ends, and those of workers that are long gone.
    pub(crate) async fn unregister(&self, id: &str) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        let delete = format!(
            "DELETE FROM workers WHERE id = $1 OR seen < {} - $2",
            self.clock()
        );
        let delete = sqlx::query(&delete).bind(id).bind(REMEMBERED);
        delete.execute(&mut *change).await?;
        Ok(change.commit().await?)
    }

    /// The workers that are alive, by name.
    pub(crate) async fn workers(&self) -> Result<Vec<Worker>, StoreError> {
        let query = format!(
            "SELECT id, name, build, isolation, clock, jobs, busy, languages, started, seen, \
             paused_until FROM workers WHERE seen > {} - $1 ORDER BY name, id",
            self.clock()
        );
        let query = sqlx::query_as(&query).bind(ALIVE);
        Ok(query.fetch_all(self.read()).await?)
    }
}
