//! Judging of one submission that the owner ends, and begins again.

use mousetrap_model::{Message, SubmissionOutcome};

use super::judgements::{CANCELLED, FAILED, NewJudgement, insert_judgement, judgement_count};
use super::revisions::{apply, open};
use super::run::{header_without_judge, single};
use super::submission::Submission;
use super::trials::end_trials;
use crate::store::database::{Database, Queries as _, Result};
use crate::store::queue::{Task, queue};
use crate::store::requirements::requirements_again;

impl Database {
    /// Ends the judging of a submission, and the trials of it, if they wait or are going on.
    /// Its earlier verdict stays; without one, it is [`CANCELLED`].
    pub(crate) async fn cancel_one(&self, submission: &Submission) -> Result<()> {
        let mut change = self.change().await?;
        change.touch_room(&submission.room).await?;
        change.touch_submission(&submission.id).await?;
        end_trials(&mut change, "submission", &submission.id).await?;
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

    /// Ends the trials of a submission.
    pub(crate) async fn cancel_trials(&self, submission: &Submission) -> Result<()> {
        let mut change = self.change().await?;
        change.touch_room(&submission.room).await?;
        end_trials(&mut change, "submission", &submission.id).await?;
        change.touch_submission(&submission.id).await?;
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
        change.touch_submission(&submission.id).await?;
        change.commit().await
    }
}
