//! Batches: the sources of one call of a program. A batch is a room of its own. It lives as
//! long as a server renews its lease, which a server does while the client listens.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::database::{Change, Database, StoreError, now};
use super::intake::insert;
use super::judgements::{JUDGEMENT, StoredJudgement};
use super::rooms::{Feedback, Policy};
use super::submissions::Submission;
use super::task::Task;
use super::tasks;
use crate::secret;

/// How long a batch lives after its lease was renewed, in milliseconds.
const LEASE: i64 = 30_000;

/// How one source of a batch is judged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Terms {
    /// Suites, by name; the default ones if there are none.
    pub suites: Vec<String>,
    /// Digest of an uploaded suite, which replaces `suites`.
    #[serde(default)]
    pub suites_digest: Option<String>,
    pub all_cases: bool,
    /// Whether a submission gives up early, as `mousetrap judge` does unless it has
    /// `--no-give-up`. Without a value, the rules of rooms apply.
    #[serde(default)]
    pub gives_up: Option<bool>,
}

row! {
    /// A step of a submission that is being judged.
    #[derive(Clone, Debug)]
    BatchProgress {
        submission: String,
        attempt: i64,
        seq: i64,
        /// Several steps, in JSON.
        body: String,
    }
}

/// A submission of a batch.
#[derive(Clone, Debug)]
pub(crate) struct NewBatchItem {
    pub submission: Submission,
    pub terms: Terms,
    /// The digest of the requirements.
    pub requires: String,
}

impl Database {
    /// Stores a batch with a fresh lease. Returns the id of its room.
    pub(crate) async fn batch(
        &self,
        asker: &str,
        submissions: &[NewBatchItem],
    ) -> Result<String, StoreError> {
        let room = format!("batch-{asker}");
        let mut change = self.change().await?;
        let policy = Policy {
            feedback: Feedback::Case,
            ..Policy::default()
        };
        let insert_room = format!(
            "INSERT INTO rooms \
             (id, name, policy, invitation, revision, version, created, closed, lease) \
             VALUES ($1, 'API', $2, $3, 1, 1, $4, NULL, {} + $5)",
            self.clock()
        );
        let insert_room = sqlx::query(&insert_room).bind(&room);
        let insert_room = insert_room.bind(serde_json::to_string(&policy)?);
        let insert_room = insert_room.bind(secret::secret()).bind(now()).bind(LEASE);
        insert_room.execute(&mut *change).await?;
        for NewBatchItem {
            submission,
            terms,
            requires,
        } in submissions
        {
            let submission = Submission {
                room: room.clone(),
                ..submission.clone()
            };
            insert(&mut change, &submission).await?;
            let mut task = Task::judging(&submission, 1, requires);
            task.body = serde_json::to_string(terms)?;
            tasks::queue(&mut change, &task).await?;
        }
        change.commit().await?;
        Ok(room)
    }

    /// Renews the lease of a batch and marks its uploaded suites as used. Returns whether the
    /// batch still exists.
    pub(crate) async fn renew_batch(
        &self,
        room: &str,
        suites: &BTreeSet<String>,
    ) -> Result<bool, StoreError> {
        let mut change = self.change().await?;
        let update = format!(
            "UPDATE rooms SET lease = {} + $1 WHERE id = $2",
            self.clock()
        );
        let update = sqlx::query(&update).bind(LEASE).bind(room);
        let exists = update.execute(&mut *change).await?.rows_affected() > 0;
        for digest in suites {
            self.touch_suite_in(&mut change, digest).await?;
        }
        change.commit().await?;
        Ok(exists)
    }

    /// Returns the judgements of a batch from this time on.
    pub(crate) async fn judged_since(
        &self,
        room: &str,
        at: i64,
    ) -> Result<Vec<StoredJudgement>, StoreError> {
        let query = format!(
            "{JUDGEMENT} JOIN submissions s ON s.id = j.submission \
             WHERE s.room = $1 AND j.at >= $2 ORDER BY j.at"
        );
        let query = sqlx::query_as(&query).bind(room).bind(at);
        Ok(query.fetch_all(self.read()).await?)
    }

    /// Returns the steps of the submissions of a batch that are being judged.
    pub(crate) async fn batch_progress(
        &self,
        room: &str,
    ) -> Result<Vec<BatchProgress>, StoreError> {
        let query = "SELECT p.submission, p.attempt, p.seq, p.body FROM tasks t \
                     JOIN progress p ON p.submission = t.submission \
                     WHERE t.room = $1 AND t.state = 'running' \
                     ORDER BY p.submission, p.attempt, p.seq";
        let query = sqlx::query_as(query).bind(room);
        Ok(query.fetch_all(self.read()).await?)
    }

    /// Deletes a batch.
    pub(crate) async fn drop_batch(&self, room: &str) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        delete_content(&mut change, room).await?;
        let delete = sqlx::query("DELETE FROM rooms WHERE id = $1");
        delete.bind(room).execute(&mut *change).await?;
        Ok(change.commit().await?)
    }

    /// Deletes the batches whose lease has expired, because their server or client is gone;
    /// `all` deletes the others as well. Returns their number.
    pub(crate) async fn drop_expired_batches(&self, all: bool) -> Result<usize, StoreError> {
        let condition = if all {
            String::new()
        } else {
            format!(" AND lease < {}", self.clock())
        };
        let query = format!("SELECT id FROM rooms WHERE id LIKE 'batch-%'{condition}");
        let expired: Vec<String> = sqlx::query_scalar(&query).fetch_all(self.read()).await?;
        let delete = format!("DELETE FROM rooms WHERE id = $1{condition}");
        let mut dropped = 0;
        for room in &expired {
            // Tasks precede rooms in every transaction, so that none waits for another.
            let mut change = self.change().await?;
            delete_content(&mut change, room).await?;
            let delete = sqlx::query(&delete).bind(room);
            if delete.execute(&mut *change).await?.rows_affected() > 0 {
                change.commit().await?;
                dropped += 1;
            } else {
                // A server has renewed the lease meanwhile.
                change.rollback().await?;
            }
        }
        Ok(dropped)
    }
}

/// Deletes everything in the room of a batch.
async fn delete_content(change: &mut Change, room: &str) -> Result<(), StoreError> {
    let own = "(SELECT id FROM submissions WHERE room = $1)";
    for statement in [
        "DELETE FROM tasks WHERE room = $1".to_owned(),
        format!("DELETE FROM judgements WHERE submission IN {own}"),
        format!("DELETE FROM progress WHERE submission IN {own}"),
        "DELETE FROM submissions WHERE room = $1".to_owned(),
    ] {
        let statement = sqlx::query(&statement).bind(room);
        statement.execute(&mut **change).await?;
    }
    Ok(())
}
