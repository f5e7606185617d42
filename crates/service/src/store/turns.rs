//! Turns: whose task is next.
//!
//! A turn counts milliseconds that workers spent on the tasks of a participant (self-clocked
//! fair queueing). A new task is queued behind the participant's earlier tasks or behind the
//! task that was claimed last, whichever is later. When a worker has spent more than
//! [`ASSUMED_COST`] on a task, the difference moves the participant's other tasks back. So a
//! participant whose submissions take long waits while the others catch up, and a
//! participant who submits 500 times does not delay the next one.

use std::time::Duration;

use super::changes::touch_submission;
use super::database::{Change, Database, StoreError};
use super::task::{Claimant, Earlier, Task};
use super::workers::ALIVE;

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

    /// Returns whether another participant's task, which this worker could claim, comes
    /// before a task on which it has spent this time.
    pub(crate) async fn waits_before(
        &self,
        task: &Task,
        by: &Claimant,
        spent: Duration,
    ) -> Result<bool, StoreError> {
        let query = format!(
            "SELECT COUNT(*) FROM tasks WHERE turn < $1 AND participant <> $3 AND {}",
            by.claimable(self.clock())
        );
        let bound = sqlx::query_scalar(&query)
            .bind(task.turn + spent.as_millis() as i64)
            .bind(&by.id)
            .bind(&task.participant)
            .bind(&by.build)
            .bind(&by.isolation);
        let query = by.languages.iter().flatten();
        let query = query.fold(bound, sqlx::query::QueryScalar::bind);
        let waiting: i64 = query.fetch_one(self.read()).await?;
        Ok(waiting > 0)
    }

    /// Returns a task to the queue behind those that come before it after the time that was
    /// spent on it. Judging continues after the results so far.
    pub(crate) async fn return_behind(
        &self,
        task: &Task,
        spent: Duration,
        earlier: &Earlier,
    ) -> Result<(), StoreError> {
        let update = "UPDATE tasks SET state = 'waiting', token = '', worker = '', \
                      attempts = attempts - 1, turn = turn + $1, earlier = $2 \
                      WHERE id = $3 AND token = $4";
        let mut change = self.change().await?;
        let update = sqlx::query(update)
            .bind(spent.as_millis() as i64)
            .bind(serde_json::to_string(earlier)?)
            .bind(&task.id)
            .bind(&task.token);
        update.execute(&mut *change).await?;
        touch_submission(&mut change, &task.submission).await?;
        change.wake_workers();
        Ok(change.commit().await?)
    }

    /// Returns a task to its place in the queue, so that a case is repeated: on another worker
    /// if one claims it before `avoid` has passed.
    pub(crate) async fn repeat_time_out(
        &self,
        task: &Task,
        by: &Claimant,
        earlier: &Earlier,
        avoid: Duration,
    ) -> Result<bool, StoreError> {
        let clock = self.clock();
        let update = format!(
            "UPDATE tasks SET state = 'waiting', token = '', worker = '', earlier = $1, \
             avoid = $2, avoid_until = CASE WHEN EXISTS (SELECT 1 FROM workers w \
             WHERE w.id <> $2 AND w.build = $3 AND w.isolation = $4 AND w.seen > {clock} - $5 \
             AND w.languages LIKE '%\"' || tasks.language || '\":%') \
             THEN {clock} + $6 ELSE 0 END WHERE id = $7 AND token = $8"
        );
        let mut change = self.change().await?;
        let update = sqlx::query(&update)
            .bind(serde_json::to_string(earlier)?)
            .bind(&by.id)
            .bind(&by.build)
            .bind(&by.isolation)
            .bind(ALIVE)
            .bind(avoid.as_millis() as i64)
            .bind(&task.id)
            .bind(&task.token);
        let update = update.execute(&mut *change).await?;
        touch_submission(&mut change, &task.submission).await?;
        change.wake_workers();
        change.commit().await?;
        Ok(update.rows_affected() > 0)
    }
}
