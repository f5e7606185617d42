//! Claims and requeues tasks.
//!
//! A worker that claims a task writes a new token into it, and only the holder of the token can end
//! the task. Thus each task is completed exactly once, even if several workers started it. A claim
//! is a lease, timed by the database's clock: the worker renews it, and any process may requeue a
//! task whose lease has expired.
//!
//! The queue is ordered by self-clocked fair queueing. Each task has a virtual time in
//! milliseconds, which is called its *turn*. The task with the lowest turn is claimed next. A new
//! task is queued behind the participant's earlier tasks or behind the task that was claimed last,
//! whichever is later. If a task takes longer than assumed, its participant's other tasks are
//! delayed by the difference. Thus a participant with slow submissions waits for the others, and
//! 500 submissions by one participant do not delay the others.

use std::time::Duration;

use mousetrap_model::Message;

use super::queue_status::WORKER_TIMEOUT_MS;
use super::{Database, Json, MAX_SKEW_MS, Result, Task, TaskError, Transaction, Worker};
use crate::secret;

/// The id and the errors of a task whose lease has expired, and the name of its worker.
type ExpiredTask = (String, Json<Vec<TaskError>>, String);

/// The SQL condition for tasks that a worker can claim. The condition's parameters: the worker's
/// id, build, isolation and toolchains (as JSON).
pub(super) const CLAIMABLE_CONDITION: &str = "state = 'waiting' \
    AND (avoid <> $1 OR avoid_until < NOW_MS) \
    AND requires IN (SELECT digest FROM requirements WHERE build = $2 AND isolation = $3) \
    AND ($4 = '' OR $4 LIKE '%\"' || language || '\":%')";

/// The columns of a [`Task`].
pub(super) const TASK_COLUMNS: &str = "id, kind, room, participant, submission, revision, body, requires, \
                            language, \
                    token, attempts, lost, failures, errors, earlier, turn, queued";

/// Deletes a task. Returns whether the worker still held the task.
pub(super) async fn delete_task(tx: &mut Transaction, task: &Task) -> Result<bool> {
    let delete = "DELETE FROM tasks WHERE id = $1 AND token = $2";
    let deleted = tx.execute(delete, parameters![&task.id, &task.token]);
    Ok(deleted.await? > 0)
}

/// Queues a task behind the participant's earlier tasks.
pub(super) async fn queue_task(tx: &mut Transaction, task: &Task) -> Result<()> {
    let turn = next_virtual_time(tx, task).await?;
    let insert = "INSERT INTO tasks (id, kind, room, participant, submission, revision, body, \
                  requires, language, turn, queued, state, token, attempts, lease) \
                  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, NOW_MS, 'waiting', '', 0, 0)";
    let parameters = parameters![task; id, kind, room, participant, submission, revision, body,
        requires, language; turn];
    tx.execute(insert, parameters).await?;
    tx.wake_workers();
    Ok(())
}

/// The assumed duration of a task that has not ended yet, in milliseconds.
const ASSUMED_TASK_DURATION_MS: i64 = 1_000;

/// The assumed duration of a run in milliseconds. A run has only a few cases. Because the assumed
/// duration is short, runs are judged before most waiting submissions.
const ASSUMED_RUN_DURATION_MS: i64 = 200;

fn assumed_duration_ms(task: &Task) -> i64 {
    if task.kind == "run" {
        ASSUMED_RUN_DURATION_MS
    } else {
        ASSUMED_TASK_DURATION_MS
    }
}

/// Returns the virtual time of a new task, which decides its position in the fair queue.
async fn next_virtual_time(tx: &mut Transaction, task: &Task) -> Result<i64> {
    let query = "SELECT COALESCE(MAX(turn), 0) FROM (\
                 SELECT turn FROM tasks WHERE participant = $1 \
                 UNION ALL SELECT turn FROM turns WHERE participant IN ($1, '')) AS known";
    let last: i64 = tx.value(query, parameters![&task.participant]).await?;
    Ok(last + assumed_duration_ms(task))
}

impl Database {
    /// Claims the first waiting task that this worker can run.
    pub(crate) async fn claim_task(&self, by: &Worker, lease: Duration) -> Result<Option<Task>> {
        let mut tx = self.begin().await?;
        let claim = format!(
            "UPDATE tasks SET state = 'running', token = $5, worker = $1, \
             attempts = attempts + 1, lease = NOW_MS + $6, begun = NOW_MS \
             WHERE state = 'waiting' AND id = (SELECT id FROM tasks WHERE {CLAIMABLE_CONDITION} \
             ORDER BY turn, queued, id LIMIT 1 SKIP_LOCKED) RETURNING {TASK_COLUMNS}"
        );
        let lease = lease.as_millis() as i64;
        let parameters = parameters![by; id, build, isolation;
            self.toolchains_json(by)?, secret::new_secret(), lease];
        let claimed: Option<Task> = tx.first_row(&claim, parameters).await?;
        let Some(task) = claimed else {
            return Ok(None);
        };
        let last = "UPDATE turns SET turn = $1 WHERE participant = '' AND turn < $1";
        tx.execute(last, parameters![task.turn]).await?;
        tx.commit().await?;
        Ok(Some(task))
    }

    /// Returns the toolchains of a worker in JSON, for the last parameter of
    /// [`CLAIMABLE_CONDITION`]. With `SQLite`, returns an empty string, so that this worker claims
    /// tasks in every language: there is no other worker.
    pub(super) fn toolchains_json(&self, worker: &Worker) -> Result<String> {
        if self.is_postgres() {
            Ok(serde_json::to_string(&worker.languages.0)?)
        } else {
            Ok(String::new())
        }
    }

    /// Renews the lease of a task. Returns whether the worker still holds the task.
    pub(crate) async fn renew_lease(&self, task: &Task, lease: Duration) -> Result<bool> {
        let update = "UPDATE tasks SET lease = NOW_MS + $1 WHERE id = $2 AND token = $3";
        let lease = lease.as_millis() as i64;
        let renewed = self.execute(update, parameters![lease, &task.id, &task.token]);
        Ok(renewed.await? > 0)
    }

    /// Requeues running tasks with expired leases, and returns their number. If `all` is set,
    /// requeues all running tasks; this requires that no other process uses the database.
    pub(crate) async fn requeue_expired_tasks(&self, all: bool) -> Result<u64> {
        let mut tx = self.begin().await?;
        let query = "SELECT id, errors, COALESCE((SELECT w.name FROM workers w \
                     WHERE w.id = tasks.worker), worker) FROM tasks WHERE state = 'running' \
                     AND ($1 = 1 OR lease < NOW_MS OR lease > NOW_MS + $2) SKIP_LOCKED";
        let parameters = parameters![i64::from(all), MAX_SKEW_MS];
        let tasks: Vec<ExpiredTask> = tx.all_rows(query, parameters).await?;
        let count = tasks.len() as u64;
        for (id, mut errors, worker) in tasks {
            errors.0.push(TaskError {
                worker,
                error: Message::LeaseExpired,
            });
            let update = "UPDATE tasks SET state = 'waiting', token = '', worker = '', \
                          lost = lost + 1, errors = $1 WHERE id = $2";
            tx.execute(update, parameters![errors, id]).await?;
            tx.wake_workers();
        }
        tx.commit().await?;
        Ok(count)
    }

    /// Requeues a task with its new position, failures, errors and results. If `avoid` names a
    /// worker, and another worker can run the task, the named worker must wait for the given
    /// duration before it may claim the task again. Returns false if the lease was lost.
    pub(crate) async fn requeue_task(
        &self,
        task: &Task,
        avoid: Option<(&Worker, Duration)>,
    ) -> Result<bool> {
        let mut tx = self.begin().await?;
        let update = "UPDATE tasks SET state = 'waiting', token = '', worker = '', \
                      turn = $1, failures = $2, errors = $3, earlier = $4 \
                      WHERE id = $5 AND token = $6";
        let parameters = parameters![task; turn, failures, errors, earlier, id, token];
        let is_held = tx.execute(update, parameters).await? > 0;
        if let Some((by, avoid)) = avoid.filter(|_| is_held) {
            let update = "UPDATE tasks SET avoid = $1, avoid_until = CASE WHEN EXISTS \
                          (SELECT 1 FROM workers w WHERE w.id <> $1 AND w.build = $2 \
                          AND w.isolation = $3 AND w.seen > NOW_MS - $4 \
                          AND w.languages LIKE '%\"' || tasks.language || '\":%') \
                          THEN NOW_MS + $5 ELSE 0 END WHERE id = $6";
            let (timeout, avoid) = (WORKER_TIMEOUT_MS, avoid.as_millis() as i64);
            let parameters = parameters![by; id, build, isolation; timeout, avoid, &task.id];
            tx.execute(update, parameters).await?;
        }
        tx.wake_workers();
        tx.commit().await?;
        Ok(is_held)
    }

    /// Moves a task that cannot be completed yet to the end of the queue.
    pub(crate) async fn postpone_task(&self, task: &Task) -> Result<()> {
        let mut tx = self.begin().await?;
        if delete_task(&mut tx, task).await? {
            queue_task(&mut tx, task).await?;
        }
        tx.commit().await
    }

    /// If a task took longer than assumed, delays the participant's waiting tasks by the
    /// difference.
    pub(crate) async fn delay_participant_tasks(&self, task: &Task, spent: Duration) -> Result<()> {
        let excess = spent.as_millis() as i64 - assumed_duration_ms(task);
        if excess <= 0 {
            return Ok(());
        }
        let mut tx = self.begin().await?;
        let update = "UPDATE tasks SET turn = turn + $1 WHERE participant = $2 \
                      AND state = 'waiting' AND id <> $3";
        let parameters = parameters![excess, &task.participant, &task.id];
        tx.execute(update, parameters).await?;
        let insert = "INSERT INTO turns (participant, turn) VALUES ($1, $2 + $3) \
                      ON CONFLICT (participant) DO UPDATE SET turn = $3 + CASE \
                      WHEN turns.turn > $2 THEN turns.turn ELSE $2 END";
        let parameters = parameters![&task.participant, task.turn, excess];
        tx.execute(insert, parameters).await?;
        // Deletes the rows of participants who are no longer behind the others.
        let delete = "DELETE FROM turns WHERE participant <> '' \
                      AND turn <= (SELECT t.turn FROM turns t WHERE t.participant = '')";
        tx.execute(delete, parameters![]).await?;
        tx.commit().await
    }

    /// Returns whether another participant's waiting task should run before `task`, given the time
    /// already spent on `task`. Considers only tasks that the worker can claim.
    pub(crate) async fn should_yield(
        &self,
        task: &Task,
        by: &Worker,
        spent: Duration,
    ) -> Result<bool> {
        let query = format!(
            "SELECT id FROM tasks WHERE turn < $5 AND participant <> $6 AND {CLAIMABLE_CONDITION} LIMIT 1"
        );
        let turn = task.turn + spent.as_millis() as i64;
        let parameters = parameters![by; id, build, isolation;
            self.toolchains_json(by)?, turn, &task.participant];
        let waiting: Option<(String,)> = self.first_row(&query, parameters).await?;
        Ok(waiting.is_some())
    }

    /// Returns the number of tasks ahead of a submission in the queue, if the submission is
    /// waiting.
    pub(crate) async fn tasks_ahead(&self, submission: &str) -> Result<Option<i64>> {
        let query = "SELECT COUNT(o.id) FROM tasks t LEFT JOIN tasks o ON o.state = 'waiting' \
                     AND (o.turn < t.turn OR (o.turn = t.turn AND (o.queued < t.queued \
                     OR (o.queued = t.queued AND o.id < t.id)))) \
                     WHERE t.submission = $1 AND t.kind <> 'hack' AND t.state = 'waiting' \
                     GROUP BY t.id, t.revision ORDER BY t.revision LIMIT 1";
        let ahead: Option<(i64,)> = self.first_row(query, parameters![submission]).await?;
        Ok(ahead.map(|(ahead,)| ahead))
    }
}
