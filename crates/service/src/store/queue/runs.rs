//! Runs: sources that participants try on the samples or on a case of their own, without submitting
//! them. A run is a batch with one item, and replaces the participant's previous run.

use super::batches::{batch_room_id, delete, insert_items};
use super::task::Task;
use crate::store::database::{Database, Result};
use crate::store::rooms::{DeclineReason, Participant, Room};
use crate::store::submissions::{SELECT_SUBMISSION, Submission};

/// Returns the client id of a participant's run. The client id differs from the participant's id,
/// because the run must not appear among their submissions.
pub(crate) fn run_client_id(participant: &str) -> String {
    format!("run-{participant}")
}

impl Database {
    /// Queues a run and deletes the participant's previous run, unless the room declines the new
    /// run.
    pub(crate) async fn start_run(
        &self,
        room: &Room,
        participant: &Participant,
        run: (Submission, Task),
    ) -> Result<()> {
        room.check_accepts(&run.0.problem, run.0.created)?;
        let mut tx = self.begin().await?;
        // A concurrent run of the same participant waits here.
        let lock = "UPDATE participants SET name = name WHERE id = $1";
        if tx.execute(lock, parameters![&participant.id]).await? == 0 {
            return Err(DeclineReason::Removed.into());
        }
        let name = format!("{} · {}", room.name, participant.name);
        let id = run.0.room.clone();
        delete(&mut tx, &id, "").await?;
        insert_items(&mut tx, &id, &name, &[run]).await?;
        tx.commit().await
    }

    /// Returns the participant's last run, unless its lease has expired, and renews the lease.
    pub(crate) async fn last_run(&self, participant: &str) -> Result<Option<Submission>> {
        let room = batch_room_id(&run_client_id(participant));
        if !self.renew_batch(&room).await? {
            return Ok(None);
        }
        let query = format!("{SELECT_SUBMISSION} WHERE room = $1");
        self.optional(&query, parameters![room]).await
    }
}
