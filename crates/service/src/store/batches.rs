//! Many submissions of a program, which are kept until it has heard of all.

use serde::{Deserialize, Serialize};

use super::database::{Database, StoreError, now};
use super::intake::insert;
use super::judgements::{JUDGEMENT, StoredJudgement};
use super::rooms::{Feedback, Policy};
use super::submissions::Submission;
use super::tasks::{self, Task};
use crate::secret;

/// What one of them is judged on, where that is not what its room says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Terms {
    /// Suites, by name; the usual ones where there are none.
    pub suites: Vec<String>,
    pub all_cases: bool,
}

/// A submission of a batch.
#[derive(Clone, Debug)]
pub(crate) struct BatchItem {
    pub submission: Submission,
    pub terms: Terms,
    /// The digest of the requirements.
    pub requires: String,
}

impl Database {
    /// Takes these in, for one who asks; the room that they are in.
    pub(crate) async fn batch(
        &self,
        asker: &str,
        submissions: &[BatchItem],
    ) -> Result<String, StoreError> {
        let room = format!("batch-{asker}");
        let mut change = self.change().await?;
        let policy = Policy {
            feedback: Feedback::Case,
            ..Policy::default()
        };
        let insert_room = "INSERT INTO rooms \
                           (id, name, policy, invitation, revision, version, created, closed) \
                           VALUES ($1, 'API', $2, $3, 1, 1, $4, NULL)";
        let insert_room = sqlx::query(insert_room).bind(&room);
        let insert_room = insert_room.bind(serde_json::to_string(&policy)?);
        let insert_room = insert_room.bind(secret::secret()).bind(now());
        insert_room.execute(&mut *change).await?;
        for BatchItem {
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

    /// What is judged so far, less what has been asked for before.
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

    /// Forgets a batch, whatever is left of it; all of them without a room.
    pub(crate) async fn drop_batches(&self, room: Option<&str>) -> Result<(), StoreError> {
        let pattern = room.unwrap_or("batch-%");
        let mut change = self.change().await?;
        let own = "(SELECT id FROM submissions WHERE room LIKE $1)";
        for statement in [
            "DELETE FROM tasks WHERE room LIKE $1".to_owned(),
            format!("DELETE FROM judgements WHERE submission IN {own}"),
            format!("DELETE FROM progress WHERE submission IN {own}"),
            "DELETE FROM submissions WHERE room LIKE $1".to_owned(),
            "DELETE FROM rooms WHERE id LIKE $1".to_owned(),
        ] {
            let statement = sqlx::query(&statement).bind(pattern);
            statement.execute(&mut *change).await?;
        }
        Ok(change.commit().await?)
    }
}
