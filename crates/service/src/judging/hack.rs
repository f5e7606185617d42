//! Tries a hack: judges a submission on the case that another participant gave.

use std::thread;
use std::time::Duration;

use super::context::Job;
use super::submission::judge;
use super::worker_state::WorkerState;
use crate::secret;
use crate::store::{RoomCase, StoreError};

/// Pause before a hack that must wait for its room is returned to the queue.
const RETRY_INTERVAL: Duration = Duration::from_millis(100);

/// Tries the hack of a task and ends both.
pub(super) fn run(worker: &WorkerState, job: &Job<'_>) -> Result<(), StoreError> {
    let (task, room, submission) = (job.task, job.room, job.submission);
    let database = &worker.database;
    let Some(mut hack) = worker.block_on(database.hack(&task.body))? else {
        return Ok(());
    };
    let revisions = worker.block_on(database.revisions(&room.id))?;
    if revisions.iter().any(|revision| revision.state == "open") {
        // A new case must not enter the room while it is being judged again.
        thread::sleep(RETRY_INTERVAL);
        return worker.block_on(database.postpone(task));
    }
    let participants = worker.block_on(database.participants(&room.id))?;
    let mut participants = participants.into_iter();
    let author = participants.find(|one| one.id == hack.participant);
    let case = RoomCase {
        id: secret::new_id(),
        problem: submission.problem.clone(),
        author: author.map(|one| one.name).unwrap_or_default(),
        input: hack.input.clone(),
    };
    let judgement = worker.block_on(database.judgement(&submission.id, room.revision))?;
    let mut state = "late";
    if judgement.is_some_and(|judgement| judgement.verdict == "AC") {
        let cases = std::slice::from_ref(&case);
        let cases = job.context.room_cases(&submission.problem, cases);
        let Some(record) = judge(worker, job, cases)? else {
            return Ok(());
        };
        (state, hack.detail) = if let Some(reason) = record.failure() {
            ("failed", serde_json::to_string(&reason)?)
        } else if let Some(failed) = record.first_failure() {
            let reason = failed.reason.as_ref().map(serde_json::to_string);
            let reason = reason.transpose()?.unwrap_or_default();
            ("hit", format!("{}: {reason}", failed.verdict.code()))
        } else {
            ("miss", String::new())
        };
    }
    state.clone_into(&mut hack.state);
    let case = (state == "hit").then_some(&case);
    if !worker.store(|| database.end_hack(task, &hack, case))? {
        // The room is being judged again. The hack is tried again after that.
        return worker.block_on(database.postpone(task));
    }
    worker.succeeded();
    Ok(())
}
