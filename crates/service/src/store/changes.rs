//! Statements that several transactions have in common.

use super::database::{Change, StoreError};

/// An hour in milliseconds.
pub(super) const HOUR: i64 = 3_600_000;

/// Marks a room as changed.
pub(super) async fn touch(change: &mut Change, room: &str) -> Result<(), StoreError> {
    let update = sqlx::query("UPDATE rooms SET version = version + 1 WHERE id = $1");
    update.bind(room).execute(&mut **change).await?;
    change.wake_streams();
    Ok(())
}

/// Marks a submission as changed.
pub(super) async fn touch_submission(change: &mut Change, id: &str) -> Result<(), StoreError> {
    let update = sqlx::query("UPDATE submissions SET version = version + 1 WHERE id = $1");
    update.bind(id).execute(&mut **change).await?;
    change.wake_streams();
    Ok(())
}

/// Cancels the pending trials of a submission or a room. A worker that runs one notices.
pub(super) async fn end_trials(
    change: &mut Change,
    column: &str,
    id: &str,
) -> Result<(), StoreError> {
    for query in [
        "UPDATE trials SET state = 'cancelled', version = version + 1 WHERE state = 'waiting'",
        "DELETE FROM tasks WHERE kind = 'try'",
    ] {
        let query = format!("{query} AND {column} = $1");
        sqlx::query(&query).bind(id).execute(&mut **change).await?;
    }
    Ok(())
}
