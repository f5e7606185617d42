//! A task in the queue.

use mousetrap_model::{CaseResult, Message};
use serde::{Deserialize, Serialize};

use super::{BatchItemOptions, Database, Json, Result, Submission, Transaction};
use crate::secret;

/// Number of failures of the judge after which a task ends without a verdict.
const MAX_FAILURES: i64 = 3;

/// Number of expired leases after which a task ends without a verdict.
const MAX_LOST_LEASES: i64 = 3;

/// [`MAX_LOST_LEASES`] for `SQLite`. The limit is higher than for `PostgreSQL`: with `SQLite`, all
/// running tasks lose their leases whenever the server is killed, although a task is rarely the
/// cause.
const MAX_LOST_LEASES_SQLITE: i64 = 10;

row! {
#[derive(Clone, Debug, Default)]
pub(crate) Task {
    id: String,
    /// The kind of task: `judge`, `hack` or `run`.
    kind: String,
    room: String,
    participant: String,
    submission: String,
    revision: i64,
    /// The id of the hack, or the options of a batch item in JSON; otherwise empty.
    body: String,
    /// The digest of the requirements that a worker must meet.
    requires: String,
    /// The language of the submission, by id.
    language: String,
    /// A secret known only to the worker that holds the task.
    token: String,
    /// The number of attempts, including the current one.
    attempts: i64,
    /// How many leases of this task have expired.
    lost: i64,
    /// How many times the judge has failed on this task.
    failures: i64,
    errors: Json<Vec<TaskError>>,
    /// Results of the first cases, from an interrupted attempt.
    earlier: Json<Vec<CaseResult>>,
    /// The position in the queue. See [`claims`](super::claims).
    turn: i64,
    /// When the task was queued, in milliseconds since 1970 on the database's clock.
    queued: i64,
}
}

/// The reason why one attempt at a task failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TaskError {
    /// The name of the worker.
    pub worker: String,
    pub error: Message,
}

impl Task {
    /// Returns the task that judges a submission on the cases of a revision.
    pub(crate) fn new_judging_task(submission: &Submission, revision: i64, requires: &str) -> Self {
        Self {
            id: secret::new_id(),
            kind: "judge".to_owned(),
            room: submission.room.clone(),
            participant: submission.participant.clone(),
            submission: submission.id.clone(),
            revision,
            requires: requires.to_owned(),
            language: submission.language.clone(),
            ..Self::default()
        }
    }

    /// Returns the task that judges an item of a batch (kind `judge`) or a run (kind `run`).
    pub(crate) fn new_batch_item_task(
        kind: &str,
        submission: &Submission,
        options: &BatchItemOptions,
        requires: &str,
    ) -> Self {
        Self {
            kind: kind.to_owned(),
            body: serde_json::to_string(options).expect("options are JSON"),
            ..Self::new_judging_task(submission, 1, requires)
        }
    }

    /// Returns the reason why the task must end without a verdict, if it was lost or failed too
    /// many times.
    pub(crate) fn give_up_reason(&self, database: &Database) -> Option<Message> {
        let max_lost = if database.is_postgres() {
            MAX_LOST_LEASES
        } else {
            MAX_LOST_LEASES_SQLITE
        };
        if self.lost < max_lost && self.failures < MAX_FAILURES {
            return None;
        }
        let errors = self.errors.0.iter().map(|one| Message::OnWorker {
            worker: one.worker.clone(),
            problem: Box::new(one.error.clone()),
        });
        let errors = errors.reduce(|first, second| Message::And {
            first: Box::new(first),
            second: Box::new(second),
        });
        Some(Message::JudgeGaveUp {
            lost: self.lost,
            failures: self.failures,
            errors: Box::new(errors.unwrap_or(Message::JudgeFailed)),
        })
    }

    /// Returns the options of the batch item or run, or the default options if the task judges
    /// neither.
    pub(crate) fn batch_options(&self) -> Result<BatchItemOptions> {
        if self.kind == "hack" || self.body.is_empty() {
            return Ok(BatchItemOptions::default());
        }
        Ok(serde_json::from_str(&self.body)?)
    }
}

/// Cancels the waiting hacks against a submission. A worker that is running one of the cancelled
/// hacks loses its task.
pub(super) async fn cancel_hacks(tx: &mut Transaction, submission: &str) -> Result<()> {
    for query in [
        "UPDATE hacks SET state = 'cancelled' WHERE state = 'waiting'",
        "DELETE FROM tasks WHERE kind = 'hack'",
    ] {
        let query = format!("{query} AND submission = $1");
        tx.execute(&query, parameters![submission]).await?;
    }
    Ok(())
}
