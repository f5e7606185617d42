//! Stored times, and what becomes of them if the clock is set back.

use super::database::{Change, Database, Queries as _, Result};

/// An hour in milliseconds.
pub(super) const HOUR: i64 = 3_600_000;

/// How far ahead a stored time may be before the clock must have been set back, in
/// milliseconds. Clocks of servers that share a database differ by less.
const MAX_SKEW: i64 = 60_000;

impl Database {
    /// Marks verdicts whose time has come as published for good.
    pub(crate) async fn publish(&self) -> Result<()> {
        let now = self.time().await?;
        let due = "SELECT submission FROM judgements WHERE shown > 0 AND shown <= $1 LIMIT 1";
        let due: Option<(String,)> = self.reader().await?.optional(due, parameters![now]).await?;
        if due.is_none() {
            return Ok(());
        }
        let mut change = self.change().await?;
        publish(&mut change, now).await?;
        change.commit().await
    }

    /// Repairs stored times after the clock was set back: times in the future become the
    /// present, in the same order. So limits for an hour hold for an hour. `latest` is the
    /// latest time that the clock showed, as far as that is known: verdicts that were
    /// published by then stay published. Others keep the time that they had to wait.
    pub(crate) async fn repair_times(&self, latest: i64) -> Result<()> {
        let now = self.time().await?;
        let mut change = self.change().await?;
        publish(&mut change, now.max(latest)).await?;
        for table in ["submissions", "trials", "participants"] {
            let query = format!(
                "SELECT id FROM {table} WHERE created > $1 AND \
                 (SELECT MAX(created) FROM {table}) > $1 + $2 ORDER BY created DESC, id"
            );
            let ahead: Vec<(String,)> = change.all(&query, parameters![now, MAX_SKEW]).await?;
            for (later, (id,)) in (0..).zip(ahead) {
                let update = format!("UPDATE {table} SET created = $1 WHERE id = $2");
                change
                    .execute(&update, parameters![now - later, id])
                    .await?;
            }
        }
        for update in [
            "UPDATE judgements SET shown = shown - at + $1, at = $1 \
             WHERE shown > $1 AND at > $1 + $2",
            "UPDATE logins SET created = $1 WHERE created > $1 + $2",
            "UPDATE tasks SET lease = $1 + $2 WHERE lease > $1 + $2",
            "UPDATE rooms SET lease = $1 + $2 WHERE lease > $1 + $2",
        ] {
            change.execute(update, parameters![now, MAX_SKEW]).await?;
        }
        change.commit().await
    }
}

async fn publish(change: &mut Change, until: i64) -> Result<()> {
    let publish = "UPDATE judgements SET shown = 0 WHERE shown > 0 AND shown <= $1";
    change.execute(publish, parameters![until]).await.map(drop)
}
