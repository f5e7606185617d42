//! A revision rejudges the submissions of a room: the new verdicts take effect together, once all of
//! them are known.

use super::claims::queue_task;
use super::{Database, Result, Submission, Task, Transaction};

row! {
    /// A revision of a room's judgements.
    #[derive(Clone, Debug)]
    pub(crate) Revision {
        /// The state of the revision: `open`, `applied` or `cancelled`.
        state: String,
        /// The author of the new case that caused the revision; empty if the owner requested the
        /// revision.
        reason: String,
        /// Number of unfinished tasks.
        left: i64,
        /// Number of submissions on which the judge failed.
        failed: i64,
        /// When the revision started, in milliseconds since 1970.
        created: i64,
    }
}

impl Database {
    /// Queues submissions for rejudging, each with its requirements. Does nothing if the room is
    /// already being rejudged.
    pub(crate) async fn rejudge(
        &self,
        room: &str,
        submissions: &[(Submission, String)],
    ) -> Result<()> {
        let mut tx = self.begin().await?;
        tx.touch_room(room).await?;
        if revision_in_progress(&mut tx, room).await?.is_some() {
            return Ok(());
        }
        begin_revision(&mut tx, room, "", submissions).await?;
        tx.commit().await
    }

    /// Cancels the revision in progress. Earlier verdicts are kept.
    pub(crate) async fn cancel_rejudging(&self, room: &str) -> Result<()> {
        let mut tx = self.begin().await?;
        tx.touch_room(room).await?;
        let Some(revision) = revision_in_progress(&mut tx, room).await? else {
            return Ok(());
        };
        for statement in [
            "UPDATE revisions SET state = 'cancelled' WHERE room = $1 AND revision = $2",
            "DELETE FROM tasks WHERE room = $1 AND revision = $2",
            "DELETE FROM cases WHERE room = $1 AND revision = $2",
            "DELETE FROM judgements WHERE submission IN \
             (SELECT id FROM submissions WHERE room = $1) AND revision = $2",
        ] {
            let parameters = parameters![room, revision];
            tx.execute(statement, parameters).await?;
        }
        tx.commit().await
    }

    /// Returns the revisions of a room, the latest first.
    pub(crate) async fn revisions(&self, room: &str) -> Result<Vec<Revision>> {
        let query = "SELECT state, reason, failed, created, \
                     (SELECT COUNT(*) FROM tasks t WHERE t.room = r.room \
                     AND t.revision = r.revision) AS \"left\" \
                     FROM revisions r WHERE room = $1 ORDER BY revision DESC";
        self.all_rows(query, parameters![room]).await
    }
}

/// Returns the number of the revision in progress, if there is one.
pub(super) async fn revision_in_progress(tx: &mut Transaction, room: &str) -> Result<Option<i64>> {
    let query = "SELECT revision FROM revisions WHERE room = $1 AND state = 'open'";
    let open: Option<(i64,)> = tx.first_row(query, parameters![room]).await?;
    Ok(open.map(|(revision,)| revision))
}

/// Begins a revision that rejudges the given submissions. Returns the number of the revision.
pub(super) async fn begin_revision(
    tx: &mut Transaction,
    room: &str,
    reason: &str,
    submissions: &[(Submission, String)],
) -> Result<i64> {
    // Revision 1 of a room has no row.
    let next = "SELECT COALESCE(MAX(revision), 1) + 1 FROM revisions WHERE room = $1";
    let revision = tx.value(next, parameters![room]).await?;
    for (submission, requires) in submissions {
        let mut task = Task::new_judging_task(submission, revision, requires);
        // All tasks share one position in the queue, so that new submissions do not wait for all of
        // them.
        task.participant = format!("again {room}");
        queue_task(tx, &task).await?;
    }
    let insert = "INSERT INTO revisions (room, revision, state, reason, failed, created) \
                  VALUES ($1, $2, 'open', $3, 0, NOW_MS)";
    let parameters = parameters![room, revision, reason];
    tx.execute(insert, parameters).await?;
    apply_finished_revision(tx, room).await?;
    Ok(revision)
}

/// Applies the room's revision in progress if all tasks that were queued when the revision began
/// have ended. Later submissions may still be waiting for their judgement.
pub(super) async fn apply_finished_revision(tx: &mut Transaction, room: &str) -> Result<()> {
    let apply = "UPDATE revisions SET state = 'applied' WHERE room = $1 AND state = 'open' \
                 AND NOT EXISTS (SELECT 1 FROM tasks t WHERE t.room = revisions.room \
                 AND t.revision = revisions.revision AND t.queued <= revisions.created)";
    if tx.execute(apply, parameters![room]).await? > 0 {
        let update = "UPDATE rooms SET revision = (SELECT MAX(revision) FROM revisions \
                      WHERE room = $1 AND state = 'applied') WHERE id = $1";
        tx.execute(update, parameters![room]).await?;
    }
    Ok(())
}
