//! The order of the queue: self-clocked fair queueing.
//!
//! A task's turn is a number of milliseconds, and the task with the lowest turn is next. A new
//! task is queued behind the participant's earlier tasks or behind the task that was claimed
//! last, whichever is later. If a worker spends more than [`ASSUMED_COST`] on a task, the excess
//! moves the participant's other tasks back. So a participant whose submissions take long waits
//! while the others catch up, and a participant who submits 500 times does not delay the others.

use std::time::Duration;

use super::claims::CLAIMABLE;
use super::task::Task;
use super::workers::Worker;
use crate::store::database::{Change, Database, Result};

/// The time that a task is assumed to take until it has ended, in milliseconds.
const ASSUMED_COST: i64 = 1_000;

/// Returns the turn of a new task of this participant.
pub(super) async fn next_turn(change: &mut Change, participant: &str) -> Result<i64> {
    let query = "SELECT COALESCE(MAX(turn), 0) FROM (\
                 SELECT turn FROM tasks WHERE participant = $1 \
                 UNION ALL SELECT turn FROM turns WHERE participant IN ($1, '')) AS known";
    let last: i64 = change.value(query, parameters![participant]).await?;
    Ok(last + ASSUMED_COST)
}

impl Database {
    /// Moves the waiting tasks of a participant back by the time by which a task exceeded the
    /// assumed cost.
    pub(crate) async fn charge(&self, task: &Task, spent: Duration) -> Result<()> {
        let excess = spent.as_millis() as i64 - ASSUMED_COST;
        if excess <= 0 {
            return Ok(());
        }
        let mut change = self.change().await?;
        let update = "UPDATE tasks SET turn = turn + $1 WHERE participant = $2 \
                      AND state = 'waiting' AND id <> $3";
        let parameters = parameters![excess, &task.participant, &task.id];
        change.execute(update, parameters).await?;
        let insert = "INSERT INTO turns (participant, turn) VALUES ($1, $2 + $3) \
                      ON CONFLICT (participant) DO UPDATE SET turn = $3 + CASE \
                      WHEN turns.turn > $2 THEN turns.turn ELSE $2 END";
        let parameters = parameters![&task.participant, task.turn, excess];
        change.execute(insert, parameters).await?;
        // These participants are no longer behind.
        let delete = "DELETE FROM turns WHERE participant <> '' \
                      AND turn <= (SELECT t.turn FROM turns t WHERE t.participant = '')";
        change.execute(delete, parameters![]).await?;
        change.commit().await
    }

    /// Returns whether another participant's task, which this worker could claim, comes
    /// before a task on which it has spent this time.
    pub(crate) async fn waits_before(
        &self,
        task: &Task,
        by: &Worker,
        spent: Duration,
    ) -> Result<bool> {
        let query = format!(
            "SELECT id FROM tasks WHERE turn < $5 AND participant <> $6 AND {CLAIMABLE} LIMIT 1"
        );
        let parameters = parameters![
            &by.id,
            &by.build,
            &by.isolation,
            self.claimed_languages(by)?,
            task.turn + spent.as_millis() as i64,
            &task.participant
        ];
        let waiting: Option<(String,)> = self.optional(&query, parameters).await?;
        Ok(waiting.is_some())
    }

    /// Returns the number of tasks before that of a submission, if the submission waits.
    pub(crate) async fn ahead(&self, submission: &str) -> Result<Option<i64>> {
        let query = "SELECT COUNT(o.id) FROM tasks t LEFT JOIN tasks o ON o.state = 'waiting' \
                     AND (o.turn < t.turn OR (o.turn = t.turn AND (o.queued < t.queued \
                     OR (o.queued = t.queued AND o.id < t.id)))) \
                     WHERE t.submission = $1 AND t.kind = 'judge' AND t.state = 'waiting' \
                     GROUP BY t.id, t.revision ORDER BY t.revision LIMIT 1";
        let ahead: Option<(i64,)> = self.optional(query, parameters![submission]).await?;
        Ok(ahead.map(|(ahead,)| ahead))
    }
}
