//! Queues submissions for judging, and cancels or repeats their judging.

use mousetrap_model::{Message, SubmissionOutcome};

use super::claims::{TASK_COLUMNS, queue_task};
use super::requirements::store_rejudging_requirements;
use super::revisions::{apply_finished_revision, revision_in_progress};
use super::room::lock_room;
use super::submissions::{
    JUDGE_FAILED, JUDGING_CANCELLED, insert_judgement, insert_submission, judgement_count,
};
use super::task::cancel_hacks;
use super::{
    Database, DeclineReason, HOUR_MS, MAX_SKEW_MS, Result, Room, Submission, Task, Transaction,
};

/// Maximum number of submissions of one participant that may wait at the same time.
const MAX_WAITING_SUBMISSIONS: i64 = 20;

impl Database {
    /// Stores and queues a submission, unless the room refuses it.
    pub(crate) async fn submit(&self, submission: &Submission, requires: &str) -> Result<()> {
        let mut tx = self.begin().await?;
        // A concurrent submission of the same participant waits here, so that the limits count both
        // submissions.
        let room = lock_room(&mut tx, &submission.room).await?;
        room.check_open_for_problem(&submission.problem)?;
        let participant = &submission.participant;
        let known = "SELECT COUNT(*) FROM participants WHERE id = $1";
        let known: i64 = tx.value(known, parameters![participant]).await?;
        if known == 0 {
            return Err(DeclineReason::Removed.into());
        }
        let recent = "SELECT COUNT(*) FROM submissions \
                      WHERE participant = $1 AND created BETWEEN $2 AND $3";
        let made = submission.created;
        let parameters = parameters![participant, made - HOUR_MS, made + MAX_SKEW_MS];
        if tx.value::<i64>(recent, parameters).await? >= room.policy.per_hour {
            return Err(DeclineReason::SubmissionLimit.into());
        }
        // Unpublished verdicts count, so that the limit does not reveal when judging ended.
        let waiting = "SELECT (SELECT COUNT(*) FROM tasks WHERE participant = $1) + \
                       (SELECT COUNT(*) FROM judgements j \
                       JOIN submissions s ON s.id = j.submission \
                       WHERE s.participant = $1 AND j.shown > $2)";
        let parameters = parameters![participant, submission.created];
        if tx.value::<i64>(waiting, parameters).await? >= MAX_WAITING_SUBMISSIONS {
            return Err(DeclineReason::WaitingLimit.into());
        }
        insert_submission(&mut tx, submission).await?;
        queue_for_current_and_pending_revision(&mut tx, &room, submission, requires).await?;
        tx.commit().await
    }

    /// Cancels the judging of a submission, and cancels the hacks against it. An earlier verdict is
    /// kept; a submission without a verdict gets the code [`JUDGING_CANCELLED`].
    pub(crate) async fn cancel_judging(&self, submission: &Submission) -> Result<()> {
        let mut tx = self.begin().await?;
        tx.touch_room(&submission.room).await?;
        cancel_hacks(&mut tx, &submission.id).await?;
        let delete = "DELETE FROM tasks WHERE submission = $1 AND kind <> 'hack'";
        let delete = format!("{delete} RETURNING {TASK_COLUMNS}");
        let tasks: Vec<Task> = tx.all_rows(&delete, parameters![&submission.id]).await?;
        if let Some(first) = tasks.iter().min_by_key(|task| task.revision) {
            if judgement_count(&mut tx, &submission.id).await? == 0 {
                let outcome = SubmissionOutcome::Failed(Message::Cancelled);
                let run = submission.run_report(outcome);
                insert_judgement(&mut tx, first, &run, 0).await?;
            }
            apply_finished_revision(&mut tx, &submission.room).await?;
        }
        tx.commit().await
    }

    /// Rejudges a submission on the same suites as before, if the submission has no verdict because
    /// the judge failed or the owner cancelled judging. `requires` is the digest of the room's
    /// current requirements.
    pub(crate) async fn judge_again(&self, submission: &Submission, requires: &str) -> Result<()> {
        let mut tx = self.begin().await?;
        let room = lock_room(&mut tx, &submission.room).await?;
        let own = store_rejudging_requirements(&mut tx, &submission.id, requires).await?;
        let delete = "DELETE FROM judgements WHERE submission = $1 AND verdict IN ($2, $3)";
        let parameters = parameters![&submission.id, JUDGE_FAILED, JUDGING_CANCELLED];
        if tx.execute(delete, parameters).await? == 0 {
            return Ok(());
        }
        let forget = "DELETE FROM progress WHERE submission = $1";
        tx.execute(forget, parameters![&submission.id]).await?;
        queue_for_current_and_pending_revision(&mut tx, &room, submission, &own).await?;
        tx.commit().await
    }
}

/// Queues a submission for the current revision of its room and for the revision that is being
/// judged, unless it is already queued.
async fn queue_for_current_and_pending_revision(
    tx: &mut Transaction,
    room: &Room,
    submission: &Submission,
    requires: &str,
) -> Result<()> {
    let queued = "SELECT revision FROM tasks WHERE submission = $1 AND kind = 'judge'";
    let queued: Vec<(i64,)> = tx.all_rows(queued, parameters![&submission.id]).await?;
    let next = revision_in_progress(tx, &room.id).await?;
    for revision in [Some(room.revision), next].into_iter().flatten() {
        if !queued.contains(&(revision,)) {
            queue_task(tx, &Task::new_judging_task(submission, revision, requires)).await?;
        }
    }
    Ok(())
}
