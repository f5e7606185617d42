//! Tries a hack: judges a submission on the case that a participant gave.

use std::thread;
use std::time::Duration;

use super::bench::Bench;
use super::context::Job;
use super::submission::judged;
use crate::secret;
use crate::store::{RoomCase, StoreError};

/// Pause before a hack that has to wait for the room is returned to the queue.
const PAUSE: Duration = Duration::from_millis(100);

/// Tries the hack of a task and ends both.
pub(super) fn one(bench: &Bench, job: &Job<'_>) -> Result<(), StoreError> {
    let (task, room, submission) = (job.task, job.room, job.submission);
    let database = &bench.database;
    let Some(mut hack) = bench.block_on(database.hack(&task.body))? else {
        return Ok(());
    };
    let revisions = bench.block_on(database.revisions(&room.id))?;
    if revisions.iter().any(|one| one.state == "open") {
        // A case that enters the room now would have to wait for that.
        thread::sleep(PAUSE);
        return bench.block_on(database.postpone(task));
    }
    let participants = bench.block_on(database.participants(&room.id))?;
    let author = participants
        .into_iter()
        .find(|one| one.id == hack.participant);
    let case = RoomCase {
        id: secret::id(),
        problem: submission.problem.clone(),
        author: author.map(|one| one.name).unwrap_or_default(),
        input: hack.input.clone(),
    };
    let judgement = bench.block_on(database.judgement(&submission.id, room.revision))?;
    let mut state = "late";
    if judgement.is_some_and(|it| it.verdict == "AC") {
        let cases = job
            .context
            .room_cases(&submission.problem, std::slice::from_ref(&case));
        let Some(record) = judged(bench, job, cases)? else {
            return Ok(());
        };
        (state, hack.detail) = match record.first_failure() {
            _ if let Some(reason) = record.failure() => ("failed", serde_json::to_string(&reason)?),
            None => ("miss", String::new()),
            Some(failed) => {
                let reason = failed
                    .reason
                    .as_ref()
                    .map(serde_json::to_string)
                    .transpose()?;
                let reason = reason.unwrap_or_default();
                ("hit", format!("{}: {reason}", failed.verdict.code()))
            }
        };
    }
    state.clone_into(&mut hack.state);
    let case = (state == "hit").then_some(&case);
    if !bench.keep(|| database.end_hack(task, &hack, case))? {
        // The room is being judged again; the hack is tried again after that.
        return bench.block_on(database.postpone(task));
    }
    bench.succeeded();
    Ok(())
}
