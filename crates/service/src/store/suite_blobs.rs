//! Suites that clients have uploaded, stored by their digest.

use super::changes::HOUR;
use super::database::{Change, Database, StoreError};

/// A suite that no client has named for this long is deleted, in milliseconds.
const MAX_UNUSED: i64 = 7 * 24 * HOUR;

/// A suite that a client has named within this time is not deleted to make space, in
/// milliseconds.
const MIN_KEPT: i64 = HOUR / 6;

/// Maximum size of all suites together, in bytes.
pub(crate) const MAX_TOTAL: i64 = 1 << 30;

/// What became of an uploaded suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stored {
    New,
    Known,
    /// With it, the suites in use would exceed [`MAX_TOTAL`].
    Full,
}

impl Database {
    /// Stores a suite, unless it is stored already.
    pub(crate) async fn store_suite(&self, digest: &str, body: &str) -> Result<Stored, StoreError> {
        let mut change = self.change().await?;
        if self.touch_suite_in(&mut change, digest).await? {
            change.commit().await?;
            return Ok(Stored::Known);
        }
        let size = body.len() as i64;
        if self.make_space(&mut change, MAX_TOTAL - size).await? > MAX_TOTAL - size {
            return Ok(Stored::Full);
        }
        // Another server may have stored it meanwhile.
        let insert = format!(
            "INSERT INTO suite_blobs (digest, size, body, created, used) \
             VALUES ($1, $2, $3, {0}, {0}) ON CONFLICT (digest) DO NOTHING",
            self.clock()
        );
        let insert = sqlx::query(&insert).bind(digest).bind(size).bind(body);
        insert.execute(&mut *change).await?;
        change.commit().await?;
        Ok(Stored::New)
    }

    /// Marks a suite as used. Returns whether it is stored.
    pub(crate) async fn touch_suite(&self, digest: &str) -> Result<bool, StoreError> {
        let mut change = self.change().await?;
        let is_stored = self.touch_suite_in(&mut change, digest).await?;
        change.commit().await?;
        Ok(is_stored)
    }

    /// [`Self::touch_suite`] within a transaction.
    pub(super) async fn touch_suite_in(
        &self,
        change: &mut Change,
        digest: &str,
    ) -> Result<bool, StoreError> {
        let clock = self.clock();
        let update = format!("UPDATE suite_blobs SET used = {clock} WHERE digest = $1");
        let update = sqlx::query(&update).bind(digest);
        Ok(update.execute(&mut **change).await?.rows_affected() > 0)
    }

    /// Deletes suites that have not been used for a long time, and those beyond the maximum
    /// size of all suites.
    pub(crate) async fn collect_suites(&self) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        let clock = self.clock();
        let delete = format!("DELETE FROM suite_blobs WHERE used < {clock} - $1");
        let delete = sqlx::query(&delete).bind(MAX_UNUSED);
        delete.execute(&mut *change).await?;
        self.make_space(&mut change, MAX_TOTAL).await?;
        Ok(change.commit().await?)
    }

    /// Deletes the suites that were not used for the longest time until the total size is at
    /// most `max`, except for those in use. Returns the total size.
    async fn make_space(&self, change: &mut Change, max: i64) -> Result<i64, StoreError> {
        let query = format!(
            "SELECT digest, size, CASE WHEN used < {} - $1 THEN 1 ELSE 0 END \
             FROM suite_blobs ORDER BY used",
            self.clock()
        );
        let query = sqlx::query_as(&query).bind(MIN_KEPT);
        let stored: Vec<(String, i64, i64)> = query.fetch_all(&mut **change).await?;
        let mut total: i64 = stored.iter().map(|(_, size, _)| size).sum();
        for (digest, size, is_unused) in stored {
            if total <= max || is_unused == 0 {
                break;
            }
            let delete = sqlx::query("DELETE FROM suite_blobs WHERE digest = $1");
            delete.bind(digest).execute(&mut **change).await?;
            total -= size;
        }
        Ok(total)
    }
}
