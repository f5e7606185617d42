//! Stored times, and what becomes of them if the clock is set back.

use super::database::{Change, Database, StoreError};

/// How far ahead a stored time may be before the clock must have been set back, in
/// milliseconds. Clocks of servers that share a database differ by less.
const MAX_SKEW: i64 = 60_000;

impl Database {
    /// Marks verdicts whose time has come as published for good.
    pub(crate) async fn publish(&self) -> Result<(), StoreError> {
        let due = "SELECT 1 FROM judgements WHERE shown > 0 AND shown <= $1 LIMIT 1";
        let now = self.time().await?;
        let due = sqlx::query(due).bind(now);
        if due.fetch_optional(self.read()).await?.is_none() {
            return Ok(());
        }
        let mut change = self.change().await?;
        publish(&mut change, now).await?;
        Ok(change.commit().await?)
    }

    /// Repairs stored times after the clock was set back: times in the future become the
    /// present, in the same order. So limits for an hour hold for an hour. `latest` is the
    /// latest time that the clock showed, as far as that is known: verdicts that were
    /// published by then stay published. Others keep the time that they had to wait.
    pub(crate) async fn repair_times(&self, latest: i64) -> Result<(), StoreError> {
        let now = self.time().await?;
        let mut change = self.change().await?;
        publish(&mut change, now.max(latest)).await?;
        let pending = "UPDATE judgements SET shown = shown - at + $1, at = $1 \
                       WHERE shown > $1 AND at > $1 + $2";
        let pending = sqlx::query(pending).bind(now).bind(MAX_SKEW);
        pending.execute(&mut *change).await?;
        for table in ["submissions", "trials", "participants"] {
            let ahead = format!("SELECT COALESCE(MAX(created), 0) FROM {table}");
            let ahead: i64 = sqlx::query_scalar(&ahead).fetch_one(&mut *change).await?;
            if ahead <= now + MAX_SKEW {
                continue;
            }
            let ahead =
                format!("SELECT id FROM {table} WHERE created > $1 ORDER BY created DESC, id");
            let ahead = sqlx::query_scalar(&ahead).bind(now);
            let ahead: Vec<String> = ahead.fetch_all(&mut *change).await?;
            for (later, id) in (0..).zip(ahead) {
                let update = format!("UPDATE {table} SET created = $1 WHERE id = $2");
                let update = sqlx::query(&update).bind(now - later).bind(id);
                update.execute(&mut *change).await?;
            }
        }
        for update in [
            "UPDATE logins SET created = $1 WHERE created > $1 + $2",
            "UPDATE tasks SET lease = $1 + $2 WHERE lease > $1 + $2",
            "UPDATE rooms SET lease = $1 + $2 WHERE lease > $1 + $2",
        ] {
            let update = sqlx::query(update).bind(now).bind(MAX_SKEW);
            update.execute(&mut *change).await?;
        }
        Ok(change.commit().await?)
    }
}

async fn publish(change: &mut Change, until: i64) -> Result<(), StoreError> {
    let publish = "UPDATE judgements SET shown = 0 WHERE shown > 0 AND shown <= $1";
    let publish = sqlx::query(publish).bind(until);
    publish.execute(&mut **change).await?;
    Ok(())
}
