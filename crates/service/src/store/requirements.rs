//! Requirements: the build, isolation, rules and suites that a worker must use for a task. Suites are
//! keyed by digest: servers store suites for workers, and clients upload suites.

use std::sync::Arc;

use mousetrap_judge::config::WorkerConfig;
use mousetrap_model::points::PointGroup;
use mousetrap_util::digest::digest_of_bytes;
use serde::{Deserialize, Serialize};

use super::{Database, HOUR_MS, Result, Transaction, Worker};
use crate::protocol::SuiteFile;

/// Time in milliseconds after which unused requirements and suites are deleted.
const UNUSED_RETENTION_MS: i64 = 7 * 24 * HOUR_MS;

/// The requirements of a task: the rules of the server that accepted the submission. A worker needs
/// nothing else from the project to judge a submission.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Requirements {
    /// The SHA-256 of the executable.
    pub build: String,
    pub isolation: String,
    /// The id of the server that accepted the submission.
    pub server: String,
    /// The limits, judging options, languages and custom problems of the operator's project.
    pub rules: WorkerConfig,
    /// Digests of the suites that judging uses, in order.
    pub suites: Vec<String>,
    /// The names of the suites, in the same order as the digests; empty for an uploaded suite.
    #[serde(default)]
    pub suite_names: Vec<String>,
    /// The point groups of the problem; empty for an uploaded suite.
    #[serde(default)]
    pub points: Vec<PointGroup>,
}

/// Stores requirements, or marks them as used if they are already stored. Returns their digest.
async fn insert_requirements(tx: &mut Transaction, requirements: &Requirements) -> Result<String> {
    let body = serde_json::to_string(requirements)?;
    let digest = digest_of_bytes(body.as_bytes());
    let insert = "INSERT INTO requirements (build, isolation, server, digest, body, created) \
                  VALUES ($1, $2, $3, $4, $5, NOW_MS) \
                  ON CONFLICT (digest) DO UPDATE SET created = excluded.created";
    let parameters = parameters![requirements; build, isolation, server; &digest, &body];
    tx.execute(insert, parameters).await?;
    Ok(digest)
}

/// Stores the requirements for rejudging a submission, and returns their digest. The requirements
/// consist of the suites and rules of the last judgement or task of the submission, and the build,
/// isolation and server of the requirements with the digest `current`. If there is no earlier
/// judgement or task, returns `current`.
pub(super) async fn store_rejudging_requirements(
    tx: &mut Transaction,
    submission: &str,
    current: &str,
) -> Result<String> {
    let query = "SELECT last.body, now.body FROM (\
                 SELECT requires, revision FROM judgements WHERE submission = $1 UNION ALL \
                 SELECT requires, revision FROM tasks WHERE submission = $1 AND kind = 'judge') \
                 AS known JOIN requirements last ON last.digest = known.requires \
                 JOIN requirements now ON now.digest = $2 ORDER BY known.revision DESC LIMIT 1";
    let bodies = tx.first_row(query, parameters![submission, current]);
    let bodies: Option<(String, String)> = bodies.await?;
    let Some((last, now)) = bodies else {
        return Ok(current.to_owned());
    };
    let now: Requirements = serde_json::from_str(&now)?;
    let again = Requirements {
        build: now.build,
        isolation: now.isolation,
        server: now.server,
        ..serde_json::from_str(&last)?
    };
    insert_requirements(tx, &again).await
}

impl Database {
    /// Stores requirements and the suites that they name, or marks them as used if they are already
    /// stored. Returns the digest of the requirements.
    pub(crate) async fn publish_requirements(
        &self,
        requirements: &Requirements,
        suites: &[Arc<SuiteFile>],
    ) -> Result<String> {
        let mut tx = self.begin().await?;
        for suite in suites {
            tx.insert_suite(suite).await?;
        }
        let digest = insert_requirements(&mut tx, requirements).await?;
        tx.commit().await?;
        Ok(digest)
    }

    /// Returns the requirements with this digest.
    pub(crate) async fn requirements(&self, digest: &str) -> Result<Option<Requirements>> {
        let query = "SELECT body FROM requirements WHERE digest = $1";
        let body: Option<(String,)> = self.first_row(query, parameters![digest]).await?;
        let parsed = body.map(|(body,)| serde_json::from_str(&body));
        Ok(parsed.transpose()?)
    }

    /// Lets workers with the build and isolation of `worker` claim tasks queued by earlier builds of
    /// a server. Does not change the rules and suites that the tasks require.
    pub(crate) async fn update_waiting_tasks(&self, server: &str, worker: &Worker) -> Result<()> {
        let Worker {
            build, isolation, ..
        } = worker;
        let mut tx = self.begin().await?;
        let query = "SELECT digest, body FROM requirements WHERE server = $1 \
                     AND (build <> $2 OR isolation <> $3) \
                     AND digest IN (SELECT requires FROM tasks)";
        let parameters = parameters![server, build, isolation];
        let outdated: Vec<(String, String)> = tx.all_rows(query, parameters).await?;
        for (digest, body) in outdated {
            let current = Requirements {
                build: build.clone(),
                isolation: isolation.clone(),
                ..serde_json::from_str(&body)?
            };
            let current = insert_requirements(&mut tx, &current).await?;
            let update = "UPDATE tasks SET requires = $1 WHERE requires = $2";
            tx.execute(update, parameters![current, digest]).await?;
        }
        tx.wake_workers();
        tx.commit().await
    }

    /// Removes requirements and suites that have not been used for longer than
    /// [`UNUSED_RETENTION_MS`], unless tasks or judgements refer to them.
    pub(crate) async fn remove_unused_requirements_and_suites(&self) -> Result<()> {
        let mut tx = self.begin().await?;
        let delete = "DELETE FROM requirements WHERE created < NOW_MS - $1 \
                      AND digest NOT IN (SELECT requires FROM tasks) \
                      AND digest NOT IN (SELECT requires FROM judgements)";
        tx.execute(delete, parameters![UNUSED_RETENTION_MS]).await?;
        tx.remove_unused_suites(UNUSED_RETENTION_MS).await?;
        tx.commit().await
    }
}

/// Minimum time since a suite's last use, in milliseconds, before the suite is deleted to free
/// space. This age must exceed the interval at which servers republish their suites.
const MIN_EVICTION_AGE_MS: i64 = 2 * HOUR_MS;

/// Maximum size of all suites together, in bytes.
pub(crate) const MAX_TOTAL_SUITE_BYTES: i64 = 1 << 30;

const TOUCH_SUITE: &str = "UPDATE suites SET used = NOW_MS WHERE digest = $1";

/// The result of storing an uploaded suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StoreSuiteResult {
    New,
    AlreadyStored,
    /// The suite was not stored, because the suites in use would exceed [`MAX_TOTAL_SUITE_BYTES`].
    NoSpace,
}

impl Database {
    /// Stores an uploaded suite, unless it is already stored.
    pub(crate) async fn store_suite(&self, suite: &SuiteFile) -> Result<StoreSuiteResult> {
        let mut tx = self.begin().await?;
        let max = MAX_TOTAL_SUITE_BYTES - suite.body.len() as i64;
        let mut stored = StoreSuiteResult::AlreadyStored;
        if !tx.touch_suite(&suite.digest).await? {
            if tx.total_suite_bytes().await? > max {
                tx.remove_unused_suites(MIN_EVICTION_AGE_MS).await?;
            }
            if tx.total_suite_bytes().await? > max {
                return Ok(StoreSuiteResult::NoSpace);
            }
            tx.insert_suite(suite).await?;
            stored = StoreSuiteResult::New;
        }
        tx.commit().await?;
        Ok(stored)
    }

    /// Marks a suite as used. Returns whether the suite is stored.
    pub(crate) async fn touch_suite(&self, digest: &str) -> Result<bool> {
        Ok(self.execute(TOUCH_SUITE, parameters![digest]).await? > 0)
    }

    /// Returns the suite with this digest.
    pub(crate) async fn suite(&self, digest: &str) -> Result<Option<SuiteFile>> {
        let query = "SELECT body FROM suites WHERE digest = $1";
        let body: Option<(String,)> = self.first_row(query, parameters![digest]).await?;
        Ok(body.map(|(body,)| SuiteFile::from(body)))
    }
}

impl Transaction {
    async fn touch_suite(&mut self, digest: &str) -> Result<bool> {
        Ok(self.execute(TOUCH_SUITE, parameters![digest]).await? > 0)
    }

    /// Stores a suite, or marks it as used if it is already stored.
    pub(super) async fn insert_suite(&mut self, suite: &SuiteFile) -> Result<()> {
        if self.touch_suite(&suite.digest).await? {
            return Ok(());
        }
        // Another server may have stored the suite in the meantime.
        let insert = "INSERT INTO suites (digest, body, size, used) \
                      VALUES ($1, $2, $3, NOW_MS) ON CONFLICT (digest) DO NOTHING";
        let parameters = parameters![suite; digest, body; suite.body.len() as i64];
        self.execute(insert, parameters).await.map(drop)
    }

    async fn total_suite_bytes(&mut self) -> Result<i64> {
        let query = "SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT) FROM suites";
        self.value(query, parameters![]).await
    }

    /// Deletes suites that have not been used for the given number of milliseconds, unless a task
    /// or judgement requires them.
    pub(super) async fn remove_unused_suites(&mut self, unused: i64) -> Result<()> {
        let delete = "DELETE FROM suites WHERE used < NOW_MS - $1 AND NOT EXISTS \
                      (SELECT 1 FROM requirements r \
                      WHERE r.body LIKE '%' || suites.digest || '%' \
                      AND (r.digest IN (SELECT requires FROM tasks) \
                      OR r.digest IN (SELECT requires FROM judgements)))";
        self.execute(delete, parameters![unused]).await.map(drop)
    }
}
