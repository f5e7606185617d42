//! Revisions: the rejudging of the submissions of a room.

use super::claims::queue_task;
use super::{Result, Submission, Task, Transaction};

/// Returns the number of the revision in progress, if there is one.
pub(super) async fn revision_in_progress(tx: &mut Transaction, room: &str) -> Result<Option<i64>> {
    let query = "SELECT revision FROM revisions WHERE room = $1 AND state = 'open'";
    let open: Option<(i64,)> = tx.first_row(query, parameters![room]).await?;
    Ok(open.map(|(revision,)| revision))
}

/// Returns the number of the next revision.
pub(super) async fn next_revision_number(tx: &mut Transaction, room: &str) -> Result<i64> {
    let query = "SELECT MAX(number) + 1 FROM (SELECT revision AS number FROM revisions \
                 WHERE room = $1 UNION ALL SELECT revision FROM rooms WHERE id = $1) AS numbers";
    tx.value(query, parameters![room]).await
}

/// Begins a revision that rejudges the given submissions.
pub(super) async fn begin_revision(
    tx: &mut Transaction,
    (room, revision): (&str, i64),
    reason: &str,
    submissions: &[(Submission, String)],
) -> Result<()> {
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
    apply_finished_revision(tx, room).await
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
