//! The queue: what is to be done, in turn, and who does it.
//!
//! Turns are fair between participants: a task stands one turn behind the one before
//! it of the same participant, or behind the one that was begun last. Whoever sends
//! 500 has 500 turns to wait, and the next participant one.
//!
//! Whoever takes a task writes a new token into it; only the holder of the token ends
//! it. So each ends once, however often it was begun.

use sqlx::{FromRow as _, Row as _};

use super::changes::touch_submission;
use super::database::{Change, Database, StoreError, now};
use super::submissions::Submission;
use crate::secret;

/// How often a task is begun before it is set aside: a service that is killed again and
/// again has nothing to do with what it was judging, but one submission may be why it is.
pub(crate) const MOST_ATTEMPTS: i64 = 10;

/// How long a task may go without a sign of life from who has taken it.
pub(super) const LEASE: i64 = 15_000;

row! {
/// Something to be done.
#[derive(Clone, Debug, Default)]
Task {
    id: String,
    kind: String,
    room: String,
    participant: String,
    submission: String,
    revision: i64,
    /// Which trial it is, or the terms of judging; empty for those of the room.
    body: String,
    /// What the holder has written into it.
    token: String,
    /// How often it was begun, this time included.
    attempts: i64,
    /// When it was queued, in milliseconds since 1970.
    queued: i64,
}
}

row! {
    /// A task as the owner sees it.
    #[derive(Clone, Debug)]
    Queued {
        kind: String,
        state: String,
        attempts: i64,
        /// When it was begun, or has come where it waits, in milliseconds since 1970.
        since: i64,
        submission: String,
        problem: String,
        /// By id.
        language: String,
        /// Names.
        room: String,
        participant: String,
    }
}

impl Task {
    /// Judging a submission on the cases of a revision.
    pub(crate) fn judging(submission: &Submission, revision: i64) -> Self {
        Self {
            id: secret::id(),
            kind: "judge".to_owned(),
            room: submission.room.clone(),
            participant: submission.participant.clone(),
            submission: submission.id.clone(),
            revision,
            ..Self::default()
        }
    }
}

/// Removes a task; whether it was still that of its holder.
pub(super) async fn delete(change: &mut Change, task: &Task) -> Result<bool, StoreError> {
    let delete = sqlx::query("DELETE FROM tasks WHERE id = $1 AND token = $2");
    let delete = delete.bind(&task.id).bind(&task.token);
    Ok(delete.execute(&mut **change).await?.rows_affected() > 0)
}

/// Puts a task behind those that are in turn before it.
pub(super) async fn queue(change: &mut Change, task: &Task) -> Result<(), StoreError> {
    let query = "SELECT COALESCE(MAX(turn), 0) FROM (\
                 SELECT turn FROM tasks WHERE participant = $1 \
                 UNION ALL SELECT turn FROM served WHERE id = 1) AS turns";
    let query = sqlx::query_scalar(query).bind(&task.participant);
    let last: i64 = query.fetch_one(&mut **change).await?;
    let insert = "INSERT INTO tasks (id, kind, room, participant, submission, revision, body, \
                  state, token, attempts, lease, turn, queued) \
                  VALUES ($1, $2, $3, $4, $5, $6, $7, 'waiting', '', 0, 0, $8, $9)";
    let insert = sqlx::query(insert)
        .bind(&task.id)
        .bind(&task.kind)
        .bind(&task.room)
        .bind(&task.participant)
        .bind(&task.submission)
        .bind(task.revision)
        .bind(&task.body)
        .bind(last + 1)
        .bind(now());
    insert.execute(&mut **change).await?;
    Ok(())
}

impl Database {
    /// Takes the task whose turn it is.
    pub(crate) async fn take(&self) -> Result<Option<Task>, StoreError> {
        let mut change = self.change().await?;
        let take = "UPDATE tasks SET state = 'running', token = $1, attempts = attempts + 1, \
                    lease = $2, begun = $3 WHERE state = 'waiting' AND id = (SELECT id FROM tasks \
                    WHERE state = 'waiting' ORDER BY turn, queued, id LIMIT 1) \
                    RETURNING id, kind, room, participant, submission, revision, body, token, \
                    attempts, queued, turn";
        let take = sqlx::query(take).bind(secret::secret());
        let take = take.bind(now() + LEASE).bind(now());
        let Some(row) = take.fetch_optional(&mut *change).await? else {
            return Ok(None);
        };
        let task = Task::from_row(&row)?;
        let served = sqlx::query("UPDATE served SET turn = $1 WHERE id = 1 AND turn < $1");
        let served = served.bind(row.try_get::<i64, _>("turn")?);
        served.execute(&mut *change).await?;
        touch_submission(&mut change, &task.submission).await?;
        change.commit().await?;
        Ok(Some(task))
    }

    /// Says that a task is still being worked on; whether it still is one's own.
    pub(crate) async fn keep(&self, task: &Task) -> Result<bool, StoreError> {
        let mut change = self.change().await?;
        let update = sqlx::query("UPDATE tasks SET lease = $1 WHERE id = $2 AND token = $3");
        let update = update.bind(now() + LEASE).bind(&task.id);
        let update = update.bind(&task.token).execute(&mut *change).await?;
        change.commit().await?;
        Ok(update.rows_affected() > 0)
    }

    /// The number of an attempt that begins: whoever watches has seen none as great.
    pub(crate) async fn next_attempt(&self, task: &Task) -> Result<i64, StoreError> {
        let query = "SELECT COALESCE(MAX(attempt), 0) + 1 FROM progress \
                     WHERE submission = $1 AND revision = $2";
        let query = sqlx::query_scalar(query).bind(&task.submission);
        Ok(query.bind(task.revision).fetch_one(self.read()).await?)
    }

    /// Adds to what has happened in an attempt; nothing where the task is another's by
    /// now.
    pub(crate) async fn add_progress(
        &self,
        task: &Task,
        (attempt, seq): (i64, i64),
        body: &str,
    ) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        let insert = "INSERT INTO progress (submission, revision, attempt, seq, body) \
                      SELECT $1, $2, $3, $4, $5 \
                      WHERE EXISTS (SELECT 1 FROM tasks WHERE id = $6 AND token = $7)";
        let insert = sqlx::query(insert)
            .bind(&task.submission)
            .bind(task.revision)
            .bind(attempt)
            .bind(seq)
            .bind(body)
            .bind(&task.id)
            .bind(&task.token);
        insert.execute(&mut *change).await?;
        touch_submission(&mut change, &task.submission).await?;
        Ok(change.commit().await?)
    }

    /// Gives tasks back whose holder gives no sign of life, or all that are taken,
    /// where there is no other holder; how many.
    pub(crate) async fn give_back(&self, all: bool) -> Result<u64, StoreError> {
        let mut change = self.change().await?;
        let late = if all { i64::MAX } else { now() };
        let update = "UPDATE tasks SET state = 'waiting', token = '' \
                      WHERE state = 'running' AND lease < $1";
        let update = sqlx::query(update).bind(late).execute(&mut *change).await?;
        change.commit().await?;
        Ok(update.rows_affected())
    }

    /// How many tasks wait, and how many are being done.
    pub(crate) async fn queue_lengths(&self) -> Result<(i64, i64), StoreError> {
        // As they are at one moment: a task that ends may leave another.
        let count = "SELECT COUNT(CASE WHEN state = 'waiting' THEN 1 END), \
                     COUNT(CASE WHEN state = 'running' THEN 1 END) FROM tasks";
        Ok(sqlx::query_as(count).fetch_one(self.read()).await?)
    }

    /// The submissions of a room that are being judged.
    pub(crate) async fn running(&self, room: &str) -> Result<Vec<String>, StoreError> {
        let query = "SELECT submission FROM tasks \
                     WHERE room = $1 AND kind = 'judge' AND state = 'running'";
        let query = sqlx::query_scalar(query).bind(room);
        Ok(query.fetch_all(self.read()).await?)
    }

    /// The tasks that are next, those that are being done first.
    pub(crate) async fn queued(&self, most: i64) -> Result<Vec<Queued>, StoreError> {
        let query = "SELECT t.kind, t.state, t.attempts, t.submission, s.problem, s.language, \
                     CASE t.state WHEN 'running' THEN t.begun ELSE t.queued END AS since, \
                     r.name AS room, COALESCE(p.name, '') AS participant FROM tasks t \
                     JOIN rooms r ON r.id = t.room \
                     JOIN submissions s ON s.id = t.submission \
                     LEFT JOIN participants p ON p.id = t.participant \
                     ORDER BY t.state, t.turn, t.queued, t.id LIMIT $1";
        let query = sqlx::query_as(query).bind(most);
        Ok(query.fetch_all(self.read()).await?)
    }

    /// Gives a task back that cannot end yet, behind those that wait.
    pub(crate) async fn postpone(&self, task: &Task) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        if delete(&mut change, task).await? {
            queue(&mut change, task).await?;
        }
        Ok(change.commit().await?)
    }

    /// Gives a task back whose work was not done.
    pub(crate) async fn return_task(&self, task: &Task) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        let update = "UPDATE tasks SET state = 'waiting', token = '', attempts = attempts - 1 \
                      WHERE id = $1 AND token = $2";
        let update = sqlx::query(update).bind(&task.id).bind(&task.token);
        update.execute(&mut *change).await?;
        Ok(change.commit().await?)
    }

    /// How many tasks are to be begun before the judging of a submission; none where
    /// that does not wait.
    pub(crate) async fn ahead(&self, submission: &str) -> Result<Option<i64>, StoreError> {
        let query = "SELECT COUNT(o.id) FROM tasks t LEFT JOIN tasks o ON o.state = 'waiting' \
                     AND (o.turn < t.turn OR (o.turn = t.turn AND (o.queued < t.queued \
                     OR (o.queued = t.queued AND o.id < t.id)))) \
                     WHERE t.submission = $1 AND t.kind = 'judge' AND t.state = 'waiting' \
                     GROUP BY t.id, t.revision ORDER BY t.revision LIMIT 1";
        let query = sqlx::query_scalar(query).bind(submission);
        Ok(query.fetch_optional(self.read()).await?)
    }
}
