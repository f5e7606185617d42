//! Turns: whose task is next.
//!
//! A turn counts milliseconds that workers spent on the tasks of a participant (self-clocked
//! fair queueing). A new task is queued behind the participant's earlier tasks or behind the
//! task that was claimed last, whichever is later. When a worker has spent more than
//! [`ASSUMED_COST`] on a task, the difference moves the participant's other tasks back. So a
//! participant whose submissions take long waits while the others catch up, and a
//! participant who submits 500 times does not delay the next one.

use std::time::Duration;

use super::database::{Change, Database, StoreError};
use super::tasks::Task;

/// Assumed cost of a task that has not ended, in milliseconds.
const ASSUMED_COST: i64 = 1_000;

/// Returns the turn of a new task of this participant.
pub(super) async fn next_turn(change: &mut Change, participant: &str) -> Result<i64, StoreError> {
    let query = "SELECT COALESCE(MAX(turn), 0) FROM (\
                 SELECT turn FROM tasks WHERE participant = $1 \
                 UNION ALL SELECT turn FROM participant_turns WHERE participant = $1 \
                 UNION ALL SELECT turn FROM served WHERE id = 1) AS turns";
    let query = sqlx::query_scalar(query).bind(participant);
    let last: i64 = query.fetch_one(&mut **change).await?;
    Ok(last + ASSUMED_COST)
}

impl Database {
    /// Moves the waiting tasks of a participant back by the time that a worker spent on one
    /// of them, as far as it exceeds the assumed cost.
    pub(crate) async fn charge(&self, task: &Task, spent: Duration) -> Result<(), StoreError> {
        let excess = spent.as_millis() as i64 - ASSUMED_COST;
        if excess <= 0 {
            return Ok(());
        }
        let mut change = self.change().await?;
        let update = "UPDATE tasks SET turn = turn + $1 WHERE participant = $2 \
                      AND state = 'waiting' AND id <> $3";
        let update = sqlx::query(update).bind(excess).bind(&task.participant);
        update.bind(&task.id).execute(&mut *change).await?;
        let insert = "INSERT INTO participant_turns (participant, turn) VALUES ($1, $2 + $3) \
                      ON CONFLICT (participant) DO UPDATE SET turn = $3 + CASE \
                      WHEN participant_turns.turn > $2 THEN participant_turns.turn ELSE $2 END";
        let insert = sqlx::query(insert).bind(&task.participant);
        let insert = insert.bind(task.turn).bind(excess);
        insert.execute(&mut *change).await?;
        // The other participants have caught up with these.
        let delete = "DELETE FROM participant_turns \
                      WHERE turn <= (SELECT turn FROM served WHERE id = 1)";
        sqlx::query(delete).execute(&mut *change).await?;
        Ok(change.commit().await?)
    }
}
