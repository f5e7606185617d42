//! A batch contains the sources of one API call. A run is also a batch: one source that a
//! participant tries on the samples or on their own case without submitting it. A run replaces the
//! participant's previous run.
//!
//! Each batch has a room of its own, which is deleted when the room's lease expires. A server
//! renews the lease while the client is connected.

use serde::{Deserialize, Serialize};

use super::claims::queue_task;
use super::room::insert_room;
use super::submissions::{SELECT_JUDGEMENT, SELECT_SUBMISSION, insert_submission};
use super::{
    AnsweredCase, Database, DeclineReason, FeedbackLevel, MAX_SKEW_MS, Participant, Policy, Result,
    Room, StoredJudgement, Submission, Task, Transaction,
};
use crate::secret;

/// Duration of the lease of a batch, in milliseconds.
const LEASE_MS: i64 = 30_000;

/// The options of one batch item.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct BatchItemOptions {
    pub all_cases: bool,
    /// Whether judging gives up early on a slow submission. Defaults to true.
    pub gives_up: Option<bool>,
    /// A participant's own case, which is judged instead of the suites. If `None`, the suites named
    /// in the requirements are used.
    #[serde(default)]
    pub own_case: Option<AnsweredCase>,
}

impl Database {
    /// Stores a batch of submissions and their tasks with a fresh lease.
    pub(crate) async fn insert_batch(
        &self,
        room: &str,
        items: &[(Submission, Task)],
    ) -> Result<()> {
        let mut tx = self.begin().await?;
        insert_items(&mut tx, room, "API", items).await?;
        tx.commit().await
    }

    /// Renews the lease of a batch. Returns whether the batch still exists.
    pub(crate) async fn renew_batch_lease(&self, room: &str) -> Result<bool> {
        let update = "UPDATE rooms SET lease = NOW_MS + $1 WHERE id = $2";
        Ok(self.execute(update, parameters![LEASE_MS, room]).await? > 0)
    }

    /// Returns the judgements of a batch that were made at or after this time.
    pub(crate) async fn new_judgements(&self, room: &str, at: i64) -> Result<Vec<StoredJudgement>> {
        let query = format!(
            "{SELECT_JUDGEMENT} JOIN submissions s ON s.id = j.submission \
             WHERE s.room = $1 AND j.at >= $2 ORDER BY j.at"
        );
        self.all_rows(&query, parameters![room, at]).await
    }

    pub(crate) async fn delete_batch(&self, room: &str) -> Result<()> {
        let mut tx = self.begin().await?;
        delete_batch(&mut tx, room, "").await?;
        tx.commit().await
    }

    /// Deletes the batches whose lease has expired because their server or client is gone. Returns
    /// the number of deleted batches.
    pub(crate) async fn delete_expired_batches(&self) -> Result<usize> {
        let condition = format!(" AND (lease < NOW_MS OR lease > NOW_MS + {MAX_SKEW_MS})");
        let query = format!("SELECT id FROM rooms WHERE id LIKE 'batch-%'{condition}");
        let expired: Vec<(String,)> = self.all_rows(&query, parameters![]).await?;
        let mut dropped = 0;
        for (room,) in &expired {
            let mut tx = self.begin().await?;
            // The condition no longer holds if a server has renewed the lease in the meantime.
            if delete_batch(&mut tx, room, &condition).await? {
                tx.commit().await?;
                dropped += 1;
            }
        }
        Ok(dropped)
    }

    /// Queues a run and deletes the participant's previous run, unless the room refuses the new
    /// run.
    pub(crate) async fn start_run(
        &self,
        room: &Room,
        participant: &Participant,
        run: (Submission, Task),
    ) -> Result<()> {
        room.check_open_for_problem(&run.0.problem)?;
        let mut tx = self.begin().await?;
        // A concurrent run of the same participant waits here.
        let lock = "UPDATE participants SET name = name WHERE id = $1";
        if tx.execute(lock, parameters![&participant.id]).await? == 0 {
            return Err(DeclineReason::Removed.into());
        }
        let name = format!("{} · {}", room.name, participant.name);
        let id = run.0.room.clone();
        delete_batch(&mut tx, &id, "").await?;
        insert_items(&mut tx, &id, &name, &[run]).await?;
        tx.commit().await
    }

    /// Returns the participant's last run, unless its lease has expired, and renews the lease.
    pub(crate) async fn last_run(&self, participant: &str) -> Result<Option<Submission>> {
        let room = run_id(participant);
        if !self.renew_batch_lease(&room).await? {
            return Ok(None);
        }
        let query = format!("{SELECT_SUBMISSION} WHERE room = $1");
        self.first_row(&query, parameters![room]).await
    }
}

/// Stores a batch with a fresh lease, in a new room with this id and name.
async fn insert_items(
    tx: &mut Transaction,
    room: &str,
    name: &str,
    items: &[(Submission, Task)],
) -> Result<()> {
    let policy = Policy {
        feedback: FeedbackLevel::Case,
        ..Policy::default()
    };
    let room = Room::new(room.to_owned(), name, policy);
    insert_room(tx, &room, LEASE_MS).await?;
    for (submission, task) in items {
        insert_submission(tx, submission).await?;
        queue_task(tx, task).await?;
    }
    Ok(())
}

/// Returns a new id for a batch. It is also the id of the batch's room, and the id of the participant
/// in its submissions: the items of a batch share one position in the queue, like the submissions of
/// a participant.
pub(crate) fn new_batch_id() -> String {
    format!("batch-{}", secret::new_id())
}

/// Returns the id of the batch that contains a participant's run. A run must not appear among the
/// participant's submissions.
pub(crate) fn run_id(participant: &str) -> String {
    format!("batch-run-{participant}")
}

/// Deletes the room of a batch and everything in it, if the room meets the SQL `condition`. Returns
/// whether the room was deleted. If it was not, the transaction must not be committed.
async fn delete_batch(tx: &mut Transaction, room: &str, condition: &str) -> Result<bool> {
    let own = "(SELECT id FROM submissions WHERE room = $1)";
    // Every transaction locks tasks before rooms, which prevents deadlocks.
    for statement in [
        "DELETE FROM tasks WHERE room = $1",
        &format!("DELETE FROM judgements WHERE submission IN {own}"),
        &format!("DELETE FROM progress WHERE submission IN {own}"),
        "DELETE FROM submissions WHERE room = $1",
    ] {
        tx.execute(statement, parameters![room]).await?;
    }
    let delete = format!("DELETE FROM rooms WHERE id = $1{condition}");
    Ok(tx.execute(&delete, parameters![room]).await? > 0)
}
