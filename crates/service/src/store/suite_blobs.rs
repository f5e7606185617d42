//! Suites that clients have uploaded, stored by their digest.

use super::database::{Change, Database, Queries as _, Result};
use super::times::HOUR;

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
    pub(crate) async fn store_suite(&self, digest: &str, body: &str) -> Result<Stored> {
        let mut change = self.change().await?;
        if change.touch_suite(digest).await? {
            change.commit().await?;
            return Ok(Stored::Known);
        }
        let size = body.len() as i64;
        if change.make_space(MAX_TOTAL - size).await? > MAX_TOTAL - size {
            return Ok(Stored::Full);
        }
        // Another server may have stored it meanwhile.
        let insert = "INSERT INTO suite_blobs (digest, size, body, created, used) \
                      VALUES ($1, $2, $3, NOW_MS, NOW_MS) ON CONFLICT (digest) DO NOTHING";
        change
            .execute(insert, parameters![digest, size, body])
            .await?;
        change.commit().await?;
        Ok(Stored::New)
    }

    /// Marks a suite as used. Returns whether it is stored.
    pub(crate) async fn touch_suite(&self, digest: &str) -> Result<bool> {
        let mut change = self.change().await?;
        let is_stored = change.touch_suite(digest).await?;
        change.commit().await?;
        Ok(is_stored)
    }

    /// Deletes suites that have not been used for a long time, and those beyond the maximum
    /// size of all suites.
    pub(crate) async fn collect_suites(&self) -> Result<()> {
        let mut change = self.change().await?;
        let delete = "DELETE FROM suite_blobs WHERE used < NOW_MS - $1";
        change.execute(delete, parameters![MAX_UNUSED]).await?;
        change.make_space(MAX_TOTAL).await?;
        change.commit().await
    }
}

impl Change {
    /// Marks a suite as used. Returns whether it is stored.
    pub(super) async fn touch_suite(&mut self, digest: &str) -> Result<bool> {
        let update = "UPDATE suite_blobs SET used = NOW_MS WHERE digest = $1";
        Ok(self.execute(update, parameters![digest]).await? > 0)
    }

    /// Deletes the suites that were not used for the longest time until the total size is at
    /// most `max`, except for those in use. Returns the total size.
    async fn make_space(&mut self, max: i64) -> Result<i64> {
        let query = "SELECT digest, size, CASE WHEN used < NOW_MS - $1 THEN 1 ELSE 0 END \
                     FROM suite_blobs ORDER BY used";
        let stored: Vec<(String, i64, i64)> = self.all(query, parameters![MIN_KEPT]).await?;
        let mut total: i64 = stored.iter().map(|(_, size, _)| size).sum();
        for (digest, size, is_unused) in stored {
            if total <= max || is_unused == 0 {
                break;
            }
            let delete = "DELETE FROM suite_blobs WHERE digest = $1";
            self.execute(delete, parameters![digest]).await?;
            total -= size;
        }
        Ok(total)
    }
}
