//! Taking in submissions, and ending and repeating the judging of one.

use mousetrap_model::{Message, SubmissionOutcome};

use super::hacks::end_hacks;
use super::judgements::{
    CANCELLED, FAILED, NewJudgement, header_without_judge, insert_judgement, judgement_count,
    single,
};
use super::revisions::{apply, open};
use super::submission::Submission;
use crate::store::database::{Change, Database, HOUR, MAX_SKEW, Queries as _, Result};
use crate::store::queue::{Task, queue};
use crate::store::requirements::requirements_again;
use crate::store::rooms::{Declined, Room, RoomError, held};

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
        let recent = "SELECT COUNT(*) FROM submissions \
                      WHERE participant = $1 AND created BETWEEN $2 AND $3";
        let made = submission.created;
        let parameters = parameters![participant, made - HOUR, made + MAX_SKEW];
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
        let next = open(&mut change, &room.id).await?;
        for revision in [Some(room.revision), next].into_iter().flatten() {
            queue(&mut change, &Task::judging(submission, revision, requires)).await?;
        }
        Ok(change.commit().await?)
    }

    /// Ends the judging of a submission, and its hacks, if they wait or are going on.
    /// Its earlier verdict stays; without one, it is [`CANCELLED`].
    pub(crate) async fn cancel_one(&self, submission: &Submission) -> Result<()> {
        let mut change = self.change().await?;
        change.touch_room(&submission.room).await?;
        end_hacks(&mut change, "submission", &submission.id).await?;
        let delete = "DELETE FROM tasks WHERE submission = $1 AND kind = 'judge' \
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

    /// Judges a submission again that has no verdict, because the judge failed on it or the
    /// owner cancelled it, on its own suites. `requires` are the current requirements of the
    /// room.
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
        let revision: i64 = change
            .value(revision, parameters![&submission.room])
            .await?;
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
