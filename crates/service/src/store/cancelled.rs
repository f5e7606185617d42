//! Judging of one submission that the owner ends, and begins again.

use mousetrap_model::{Message, SubmissionOutcome};

use super::changes::{end_trials, touch, touch_submission};
use super::database::{Database, StoreError};
use super::judgements::{CANCELLED, FAILED, NewJudgement, insert_judgement, judgement_count};
use super::requirements::requirements_again;
use super::revisions::{apply, open};
use super::submissions::Submission;
use super::task::Task;
use super::tasks;
use crate::run::{header_without_judge, single};

impl Database {
    /// Ends the judging of a submission and what tries to break it, if that waits or is
    /// going on: what it earned before stays, and where that is nothing, it is
    /// [`CANCELLED`].
    pub(crate) async fn cancel_one(&self, submission: &Submission) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        touch(&mut change, &submission.room).await?;
        end_trials(&mut change, "submission", &submission.id).await?;
        let delete = "DELETE FROM tasks WHERE submission = $1 AND kind = 'judge' \
                      RETURNING revision, requires";
        let delete = sqlx::query_as(delete).bind(&submission.id);
        let tasks: Vec<(i64, String)> = delete.fetch_all(&mut *change).await?;
        let Some((first, requires)) = tasks.into_iter().min() else {
            touch_submission(&mut change, &submission.id).await?;
            return change.commit().await.map_err(Into::into);
        };
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
        touch_submission(&mut change, &submission.id).await?;
        apply(&mut change, &submission.room).await?;
        Ok(change.commit().await?)
    }

    /// Ends what tries to break a submission.
    pub(crate) async fn cancel_trials(&self, submission: &Submission) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        touch(&mut change, &submission.room).await?;
        end_trials(&mut change, "submission", &submission.id).await?;
        touch_submission(&mut change, &submission.id).await?;
        Ok(change.commit().await?)
    }

    /// Judges a submission again that has no verdict, because the judge failed on it or the
    /// owner cancelled it, on its own suites. `requires` are the current requirements of the
    /// room.
    pub(crate) async fn judge_one(
        &self,
        submission: &Submission,
        requires: &str,
    ) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        touch(&mut change, &submission.room).await?;
        let own = requirements_again(&mut change, &submission.id, requires).await?;
        let delete = "DELETE FROM judgements WHERE submission = $1 AND verdict IN ($2, $3)";
        let delete = sqlx::query(delete).bind(&submission.id);
        let delete = delete.bind(FAILED).bind(CANCELLED);
        if delete.execute(&mut *change).await?.rows_affected() == 0 {
            return Ok(());
        }
        let forget = sqlx::query("DELETE FROM progress WHERE submission = $1");
        forget.bind(&submission.id).execute(&mut *change).await?;
        let revision = sqlx::query_scalar("SELECT revision FROM rooms WHERE id = $1");
        let revision: i64 = revision
            .bind(&submission.room)
            .fetch_one(&mut *change)
            .await?;
        let queued = "SELECT revision FROM tasks WHERE submission = $1 AND kind = 'judge'";
        let queued = sqlx::query_scalar(queued).bind(&submission.id);
        let queued: Vec<i64> = queued.fetch_all(&mut *change).await?;
        let next = open(&mut change, &submission.room).await?;
        for revision in [Some(revision), next].into_iter().flatten() {
            if !queued.contains(&revision) {
                tasks::queue(&mut change, &Task::judging(submission, revision, &own)).await?;
            }
        }
        touch_submission(&mut change, &submission.id).await?;
        Ok(change.commit().await?)
    }
}
