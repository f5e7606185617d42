//! Queues submissions, and cancels or repeats their judging.

use mousetrap_model::{Message, SubmissionOutcome};

use super::hacks::end_hacks;
use super::judgements::{
    CANCELLED, FAILED, NewJudgement, header_without_judge, insert_judgement, judgement_count,
    single,
};
use super::revisions::{apply, open};
use super::submission::Submission;
use crate::store::database::{Change, Database, HOUR, MAX_SKEW, Result};
use crate::store::queue::{Task, queue};
use crate::store::requirements::requirements_again;
use crate::store::rooms::{Declined, Room, RoomError, lock_room};

/// Maximum number of waiting submissions of a participant.
const MAX_WAITING: i64 = 20;

impl Database {
    /// Stores and queues a submission, unless the room declines it.
    pub(crate) async fn submit(
        &self,
        room: &Room,
        submission: &Submission,
        requires: &str,
    ) -> Result<(), RoomError> {
        let mut change = self.change().await?;
        // A concurrent submission of the same participant waits here, so that the limits count both
        // submissions.
        let room = lock_room(&mut change, &room.id).await?;
        room.takes(&submission.problem, submission.created)?;
        let participant = &submission.participant;
        let known = "SELECT COUNT(*) FROM participants WHERE id = $1";
        let known: i64 = change.value(known, parameters![participant]).await?;
        if known == 0 {
            return Err(Declined::Removed.into());
        }
        let recent = "SELECT COUNT(*) FROM submissions \
                      WHERE participant = $1 AND created BETWEEN $2 AND $3";
        let made = submission.created;
        let parameters = parameters![participant, made - HOUR, made + MAX_SKEW];
        if change.value::<i64>(recent, parameters).await? >= room.policy.per_hour {
            return Err(Declined::Often.into());
        }
        // Unpublished verdicts count, so that the limit does not reveal when judging ended.
        let waiting = "SELECT (SELECT COUNT(*) FROM tasks WHERE participant = $1) + \
                       (SELECT COUNT(*) FROM judgements j \
                       JOIN submissions s ON s.id = j.submission \
                       WHERE s.participant = $1 AND j.shown > $2)";
        let parameters = parameters![participant, submission.created];
        if change.value::<i64>(waiting, parameters).await? >= MAX_WAITING {
            return Err(Declined::Waiting.into());
        }
        insert(&mut change, submission).await?;
        let next = open(&mut change, &room.id).await?;
        for revision in [Some(room.revision), next].into_iter().flatten() {
            queue(&mut change, &Task::judging(submission, revision, requires)).await?;
        }
        Ok(change.commit().await?)
    }

    /// Cancels the judging of a submission and the hacks against it. An earlier verdict stays; a
    /// submission without a verdict becomes [`CANCELLED`].
    pub(crate) async fn cancel_one(&self, submission: &Submission) -> Result<()> {
        let mut change = self.change().await?;
        change.touch_room(&submission.room).await?;
        end_hacks(&mut change, &submission.id).await?;
        let delete = "DELETE FROM tasks WHERE submission = $1 AND kind <> 'hack' \
                      RETURNING revision, requires";
        let tasks: Vec<(i64, String)> = change.all(delete, parameters![&submission.id]).await?;
        if let Some((first, requires)) = tasks.into_iter().min() {
            if judgement_count(&mut change, &submission.id).await? == 0 {
                let outcome = SubmissionOutcome::Failed(Message::Cancelled);
                let judgement = NewJudgement {
                    verdict: CANCELLED,
                    requires: &requires,
                    run: single(header_without_judge(), submission.info(), outcome),
                    shown: 0,
                };
                insert_judgement(&mut change, (&submission.id, first), &judgement).await?;
            }
            apply(&mut change, &submission.room).await?;
        }
        change.commit().await
    }

    /// Judges a submission again that has no verdict because the judge failed or the owner
    /// cancelled judging. The suites stay the same. `requires` is the digest of the room's current
    /// requirements.
    pub(crate) async fn judge_one(&self, submission: &Submission, requires: &str) -> Result<()> {
        let mut change = self.change().await?;
        change.touch_room(&submission.room).await?;
        let own = requirements_again(&mut change, &submission.id, requires).await?;
        let delete = "DELETE FROM judgements WHERE submission = $1 AND verdict IN ($2, $3)";
        let parameters = parameters![&submission.id, FAILED, CANCELLED];
        if change.execute(delete, parameters).await? == 0 {
            return Ok(());
        }
        let forget = "DELETE FROM progress WHERE submission = $1";
        change.execute(forget, parameters![&submission.id]).await?;
        let revision = "SELECT revision FROM rooms WHERE id = $1";
        let revision = change.value(revision, parameters![&submission.room]);
        let revision: i64 = revision.await?;
        let queued = "SELECT revision FROM tasks WHERE submission = $1 AND kind = 'judge'";
        let queued: Vec<(i64,)> = change.all(queued, parameters![&submission.id]).await?;
        let next = open(&mut change, &submission.room).await?;
        for revision in [Some(revision), next].into_iter().flatten() {
            if !queued.contains(&(revision,)) {
                queue(&mut change, &Task::judging(submission, revision, &own)).await?;
            }
        }
        change.commit().await
    }
}

/// Stores a submission.
pub(in crate::store) async fn insert(change: &mut Change, submission: &Submission) -> Result<()> {
    let insert = "INSERT INTO submissions (id, room, participant, problem, language, form, \
                  file, source, created) \
                  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
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
