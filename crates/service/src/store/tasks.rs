//! The queue: tasks, and the leases of the workers that hold them.
//!
//! A worker that claims a task writes a new token into it, and only the holder of the token
//! can end the task. So each task ends once, however often it was begun. A claim is a lease
//! on the database's clock: a worker renews it, and any process gives back a task whose
//! lease has expired.

use std::time::Duration;

use mousetrap_model::Message;
use sqlx::{FromRow as _, Row as _};

use super::changes::touch_submission;
use super::database::{Change, Database, StoreError};
use super::task::{Claimant, Task, TaskError};
use super::turns::next_turn;
use super::workers::ALIVE;
use crate::secret;

row! {
    /// A task as the owner sees it.
    #[derive(Clone, Debug)]
    Queued {
        kind: String,
        state: String,
        attempts: i64,
        /// The id.
        id: String,
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

const TASK: &str = "id, kind, room, participant, submission, revision, body, requires, \
                    language, token, lost, failures, errors, earlier, turn, queued";

/// Removes a task. Returns whether its holder still had the token.
pub(super) async fn delete(change: &mut Change, task: &Task) -> Result<bool, StoreError> {
    let delete = sqlx::query("DELETE FROM tasks WHERE id = $1 AND token = $2");
    let delete = delete.bind(&task.id).bind(&task.token);
    Ok(delete.execute(&mut **change).await?.rows_affected() > 0)
}

/// Queues a task behind the participant's earlier ones.
pub(super) async fn queue(change: &mut Change, task: &Task) -> Result<(), StoreError> {
    let turn = next_turn(change, &task.participant).await?;
    let insert = format!(
        "INSERT INTO tasks (id, kind, room, participant, submission, revision, body, requires, \
         language, turn, queued, state, token, attempts, lease) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, {}, 'waiting', '', 0, 0)",
        change.clock()
    );
    let insert = sqlx::query(&insert)
        .bind(&task.id)
        .bind(&task.kind)
        .bind(&task.room)
        .bind(&task.participant)
        .bind(&task.submission)
        .bind(task.revision)
        .bind(&task.body)
        .bind(&task.requires)
        .bind(&task.language)
        .bind(turn);
    insert.execute(&mut **change).await?;
    change.wake_workers();
    Ok(())
}

impl Database {
    /// Claims the first waiting task that this worker can do.
    pub(crate) async fn claim(
        &self,
        by: &Claimant,
        lease: Duration,
    ) -> Result<Option<Task>, StoreError> {
        let mut change = self.change().await?;
        let clock = self.clock();
        let claimable = by.claimable(clock);
        let lock = if self.is_server() {
            "FOR UPDATE SKIP LOCKED"
        } else {
            ""
        };
        let claim = format!(
            "UPDATE tasks SET state = 'running', token = $1, worker = $2, \
             attempts = attempts + 1, lease = {clock} + $3, begun = {clock} \
             WHERE state = 'waiting' AND id = (SELECT id FROM tasks WHERE {claimable} \
             ORDER BY turn, queued, id LIMIT 1 {lock}) RETURNING {TASK}"
        );
        let bound = sqlx::query(&claim)
            .bind(secret::secret())
            .bind(&by.id)
            .bind(lease.as_millis() as i64)
            .bind(&by.build)
            .bind(&by.isolation);
        let claim = by.languages.iter().flatten();
        let claim = claim.fold(bound, sqlx::query::Query::bind);
        let Some(row) = claim.fetch_optional(&mut *change).await? else {
            return Ok(None);
        };
        let task = Task::from_row(&row)?;
        let served = sqlx::query("UPDATE served SET turn = $1 WHERE id = 1 AND turn < $1");
        let served = served.bind(task.turn);
        served.execute(&mut *change).await?;
        touch_submission(&mut change, &task.submission).await?;
        change.commit().await?;
        Ok(Some(task))
    }

    /// Renews the lease of a task. Returns whether the worker still holds it.
    pub(crate) async fn renew(&self, task: &Task, lease: Duration) -> Result<bool, StoreError> {
        let mut change = self.change().await?;
        let update = format!(
            "UPDATE tasks SET lease = {} + $1 WHERE id = $2 AND token = $3",
            self.clock()
        );
        let update = sqlx::query(&update)
            .bind(lease.as_millis() as i64)
            .bind(&task.id)
            .bind(&task.token);
        let update = update.execute(&mut *change).await?;
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

    /// Gives back the tasks whose lease has expired, or all of them if no other process uses
    /// the database. Returns their number.
    pub(crate) async fn give_back(&self, all: bool) -> Result<u64, StoreError> {
        let mut change = self.change().await?;
        let expired = if all {
            String::new()
        } else {
            format!("AND t.lease < {}", self.clock())
        };
        let lock = if self.is_server() {
            "FOR UPDATE OF t SKIP LOCKED"
        } else {
            ""
        };
        let query = format!(
            "SELECT t.id, t.errors, t.submission, COALESCE(w.name, t.worker) AS worker \
             FROM tasks t LEFT JOIN workers w ON w.id = t.worker \
             WHERE t.state = 'running' {expired} {lock}"
        );
        let rows = sqlx::query(&query).fetch_all(&mut *change).await?;
        for row in &rows {
            let error = TaskError {
                worker: row.try_get("worker")?,
                error: Message::LeaseExpired,
            };
            let update = "UPDATE tasks SET state = 'waiting', token = '', worker = '', \
                          lost = lost + 1, errors = $1 WHERE id = $2";
            let update = sqlx::query(update)
                .bind(with_error(row.try_get("errors")?, error)?)
                .bind(row.try_get::<String, _>("id")?);
            update.execute(&mut *change).await?;
            touch_submission(&mut change, row.try_get("submission")?).await?;
            change.wake_workers();
        }
        change.commit().await?;
        Ok(rows.len() as u64)
    }

    /// Returns a task on which the judge failed to the queue. The worker does not get it
    /// again before `avoid` has passed, if another worker can take it. Returns whether the
    /// worker still held the task.
    pub(crate) async fn fail(
        &self,
        task: &Task,
        by: &Claimant,
        error: TaskError,
        avoid: Duration,
    ) -> Result<bool, StoreError> {
        let mut change = self.change().await?;
        let clock = self.clock();
        let update = format!(
            "UPDATE tasks SET state = 'waiting', token = '', worker = '', \
             failures = failures + 1, errors = $1, avoid = $2, \
             avoid_until = CASE WHEN EXISTS (SELECT 1 FROM workers w WHERE w.id <> $2 \
             AND w.build = $3 AND w.isolation = $4 AND w.seen > {clock} - $5) \
             THEN {clock} + $6 ELSE 0 END WHERE id = $7 AND token = $8"
        );
        let update = sqlx::query(&update)
            .bind(with_error(&task.errors, error)?)
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

    /// Waiting tasks that no worker of this build can claim, although this server accepted
    /// them: an earlier build of it did, or one without requirements.
    pub(crate) async fn outdated(
        &self,
        server: &str,
        build: &str,
    ) -> Result<Vec<Task>, StoreError> {
        let query = format!(
            "SELECT {TASK} FROM tasks WHERE state = 'waiting' AND (requires = '' OR requires IN \
             (SELECT digest FROM requirements WHERE server = $1 AND build <> $2)) LIMIT 1000"
        );
        let query = sqlx::query_as(&query).bind(server).bind(build);
        Ok(query.fetch_all(self.read()).await?)
    }

    /// Sets the requirements of a waiting task.
    pub(crate) async fn set_requirements(
        &self,
        task: &Task,
        requires: &str,
    ) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        let update = "UPDATE tasks SET requires = $1 WHERE id = $2 AND state = 'waiting'";
        let update = sqlx::query(update).bind(requires).bind(&task.id);
        update.execute(&mut *change).await?;
        change.wake_workers();
        Ok(change.commit().await?)
    }

    /// How long the oldest waiting task has waited, in milliseconds.
    pub(crate) async fn oldest_wait(&self) -> Result<i64, StoreError> {
        let query = format!(
            "SELECT COALESCE({} - MIN(queued), 0) FROM tasks WHERE state = 'waiting'",
            self.clock()
        );
        Ok(sqlx::query_scalar(&query).fetch_one(self.read()).await?)
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
        let query = "SELECT t.id, t.kind, t.state, t.attempts, t.submission, s.problem, s.language, \
                     CASE t.state WHEN 'running' THEN t.begun ELSE t.queued END AS since, \
                     r.name AS room, COALESCE(p.name, '') AS participant FROM tasks t \
                     JOIN rooms r ON r.id = t.room \
                     JOIN submissions s ON s.id = t.submission \
                     LEFT JOIN participants p ON p.id = t.participant \
                     ORDER BY t.state, t.turn, t.queued, t.id LIMIT $1";
        let query = sqlx::query_as(query).bind(most);
        Ok(query.fetch_all(self.read()).await?)
    }

    /// Returns a task that cannot end yet to the end of the queue.
    pub(crate) async fn postpone(&self, task: &Task) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        if delete(&mut change, task).await? {
            queue(&mut change, task).await?;
        }
        Ok(change.commit().await?)
    }

    /// Returns a task that was not finished to its place in the queue.
    pub(crate) async fn return_task(&self, task: &Task) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        let update = "UPDATE tasks SET state = 'waiting', token = '', worker = '', \
                      attempts = attempts - 1 WHERE id = $1 AND token = $2";
        let update = sqlx::query(update).bind(&task.id).bind(&task.token);
        update.execute(&mut *change).await?;
        touch_submission(&mut change, &task.submission).await?;
        change.wake_workers();
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

/// Adds to a JSON list of errors.
fn with_error(errors: &str, error: TaskError) -> Result<String, StoreError> {
    let mut errors: Vec<TaskError> = serde_json::from_str(errors)?;
    errors.push(error);
    Ok(serde_json::to_string(&errors)?)
}
