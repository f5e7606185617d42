//! Taking in submissions.

use super::changes::HOUR;
use super::database::{Change, Database, StoreError};
use super::rooms::{Declined, Room, held};
use super::submissions::Submission;
use super::task::Task;
use super::tasks;

/// Submissions of one participant that may wait.
const MOST_WAITING: i64 = 20;

impl Database {
    /// Takes in a submission. It is stored once this has returned.
    pub(crate) async fn submit(
        &self,
        room: &Room,
        submission: &Submission,
        requires: &str,
    ) -> Result<Result<(), Declined>, StoreError> {
        let mut change = self.change().await?;
        // A second submission of the participant waits here, and counts the first.
        let room = held(&mut change, &room.id).await?;
        if let Err(declined) = room.takes(&submission.problem, submission.created) {
            return Ok(Err(declined));
        }
        let query = sqlx::query_scalar("SELECT COUNT(*) FROM participants WHERE id = $1");
        let query = query.bind(&submission.participant);
        let joined: i64 = query.fetch_one(&mut *change).await?;
        if joined == 0 {
            return Ok(Err(Declined::Removed));
        }
        let query = "SELECT COUNT(*) FROM submissions WHERE participant = $1 AND created > $2";
        let query = sqlx::query_scalar(query).bind(&submission.participant);
        let query = query.bind(submission.created - HOUR);
        let recent: i64 = query.fetch_one(&mut *change).await?;
        let per_hour = room.policy.per_hour;
        if recent >= per_hour {
            return Ok(Err(Declined::Often { per_hour }));
        }
        // Verdicts that are not published yet count, so that the limit does not show when
        // judging ended.
        let query = "SELECT (SELECT COUNT(*) FROM tasks WHERE participant = $1) + \
                     (SELECT COUNT(*) FROM judgements j JOIN submissions s ON s.id = j.submission \
                     WHERE s.participant = $1 AND j.shown > $2)";
        let query = sqlx::query_scalar(query).bind(&submission.participant);
        let query = query.bind(submission.created);
        let waiting: i64 = query.fetch_one(&mut *change).await?;
        if waiting >= MOST_WAITING {
            let most = MOST_WAITING;
            return Ok(Err(Declined::Waiting { most }));
        }
        insert(&mut change, submission).await?;
        let task = Task::judging(submission, room.revision, requires);
        tasks::queue(&mut change, &task).await?;
        if let Some(next) = super::revisions::open(&mut change, &room.id).await? {
            tasks::queue(&mut change, &Task::judging(submission, next, requires)).await?;
        }
        change.commit().await?;
        Ok(Ok(()))
    }
}

pub(super) async fn insert(change: &mut Change, submission: &Submission) -> Result<(), StoreError> {
    let insert = "INSERT INTO submissions (id, room, participant, problem, language, form, \
                  file, source, created, version) \
                  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1)";
    let insert = sqlx::query(insert)
        .bind(&submission.id)
        .bind(&submission.room)
        .bind(&submission.participant)
        .bind(&submission.problem)
        .bind(&submission.language)
        .bind(&submission.form)
        .bind(&submission.file)
        .bind(&submission.source)
        .bind(submission.created);
    insert.execute(&mut **change).await?;
    Ok(())
}
