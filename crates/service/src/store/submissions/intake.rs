//! Taking in submissions.

use super::revisions;
use super::submission::Submission;
use crate::store::database::{Change, Database, Queries as _, Result};
use crate::store::queue::{Task, queue};
use crate::store::rooms::{Declined, Room, RoomError, held};
use crate::store::times::HOUR;

/// Submissions of one participant that may wait.
const MOST_WAITING: i64 = 20;

impl Database {
    /// Takes in a submission. It is stored once this has returned.
    pub(crate) async fn submit(
        &self,
        room: &Room,
        submission: &Submission,
        requires: &str,
    ) -> Result<(), RoomError> {
        let mut change = self.change().await?;
        // A second submission of the participant waits here, and counts the first.
        let room = held(&mut change, &room.id).await?;
        room.takes(&submission.problem, submission.created)?;
        let participant = &submission.participant;
        let joined = "SELECT COUNT(*) FROM participants WHERE id = $1";
        if change
            .value::<i64>(joined, parameters![participant])
            .await?
            == 0
        {
            return Err(Declined::Removed.into());
        }
        let recent = "SELECT COUNT(*) FROM submissions WHERE participant = $1 AND created > $2";
        let parameters = parameters![participant, submission.created - HOUR];
        let per_hour = room.policy.per_hour;
        if change.value::<i64>(recent, parameters).await? >= per_hour {
            return Err(Declined::Often { per_hour }.into());
        }
        // Verdicts that are not published yet count, so that the limit does not show when
        // judging ended.
        let waiting = "SELECT (SELECT COUNT(*) FROM tasks WHERE participant = $1) + \
                       (SELECT COUNT(*) FROM judgements j \
                       JOIN submissions s ON s.id = j.submission \
                       WHERE s.participant = $1 AND j.shown > $2)";
        let parameters = parameters![participant, submission.created];
        if change.value::<i64>(waiting, parameters).await? >= MOST_WAITING {
            let most = MOST_WAITING;
            return Err(Declined::Waiting { most }.into());
        }
        insert(&mut change, submission).await?;
        let open = revisions::open(&mut change, &room.id).await?;
        for revision in [Some(room.revision), open].into_iter().flatten() {
            queue(&mut change, &Task::judging(submission, revision, requires)).await?;
        }
        Ok(change.commit().await?)
    }
}

/// Stores a submission.
pub(in crate::store) async fn insert(change: &mut Change, submission: &Submission) -> Result<()> {
    let insert = "INSERT INTO submissions (id, room, participant, problem, language, form, \
                  file, source, created, version) \
                  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1)";
    let parameters = parameters![
        &submission.id,
        &submission.room,
        &submission.participant,
        &submission.problem,
        &submission.language,
        &submission.form,
        &submission.file,
        &submission.source,
        submission.created
    ];
    change.execute(insert, parameters).await.map(drop)
}
