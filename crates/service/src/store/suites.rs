//! Suites, keyed by digest: those that servers store for workers, and those that clients upload.

use super::database::{Database, HOUR_MS, Result, Transaction};
use crate::protocol::SuiteFile;

/// Minimum time since a suite's last use, in milliseconds, before the suite is deleted to free
/// space. This age must exceed the interval at which servers republish their suites.
const MIN_EVICTION_AGE_MS: i64 = 2 * HOUR_MS;

/// Maximum size of all suites together, in bytes.
pub(crate) const MAX_TOTAL_BYTES: i64 = 1 << 30;

/// The result of storing an uploaded suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StoreSuiteResult {
    New,
    AlreadyStored,
    /// The suite was not stored, because the suites in use would exceed [`MAX_TOTAL_BYTES`].
    NoSpace,
}

impl Database {
    /// Stores an uploaded suite, unless it is already stored.
    pub(crate) async fn store_suite(&self, suite: &SuiteFile) -> Result<StoreSuiteResult> {
        let mut tx = self.begin().await?;
        let max = MAX_TOTAL_BYTES - suite.body.len() as i64;
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
        let mut tx = self.begin().await?;
        let is_stored = tx.touch_suite(digest).await?;
        tx.commit().await?;
        Ok(is_stored)
    }

    /// The suite with this digest.
    pub(crate) async fn suite(&self, digest: &str) -> Result<Option<SuiteFile>> {
        let query = "SELECT body FROM suites WHERE digest = $1";
        let body: Option<(String,)> = self.first_row(query, parameters![digest]).await?;
        Ok(body.map(|(body,)| SuiteFile::from(body)))
    }
}

impl Transaction {
    async fn touch_suite(&mut self, digest: &str) -> Result<bool> {
        let update = "UPDATE suites SET used = NOW_MS WHERE digest = $1";
        Ok(self.execute(update, parameters![digest]).await? > 0)
    }

    /// Stores a suite, or marks it as used if it is already stored.
    pub(super) async fn insert_suite(&mut self, suite: &SuiteFile) -> Result<()> {
        if self.touch_suite(&suite.digest).await? {
            return Ok(());
        }
        // Another server may have stored the suite in the meantime.
        let insert = "INSERT INTO suites (digest, size, body, used) \
                      VALUES ($1, $2, $3, NOW_MS) ON CONFLICT (digest) DO NOTHING";
        let size = suite.body.len() as i64;
        let parameters = parameters![&suite.digest, size, &suite.body];
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
