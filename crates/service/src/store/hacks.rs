//! Hacks: cases with which participants try to break accepted submissions of others.

use serde::{Deserialize, Serialize};

use super::claims::{delete_task, queue_task};
use super::requirements::store_rejudging_requirements;
use super::revisions::{begin_revision, revision_in_progress};
use super::room::lock_room;
use super::submissions::COLUMNS_WITHOUT_SOURCE;
use super::{
    Database, DeclineReason, HOUR_MS, MAX_SKEW_MS, Result, Submission, Task, Transaction,
    host_time_ms,
};
use crate::secret;

row! {
    #[derive(Clone, Debug)]
    pub(crate) Hack {
        id: String,
        /// The participant who submitted the hack.
        participant: String,
        /// The case, as `LeetCode` writes its input.
        input: String,
        /// The reference solution's answer to a case of a custom problem; empty for a built-in
        /// game.
        answer: String,
        /// `waiting`, `hit`, `miss`, `late` (the submission is no longer accepted), `known` (the
        /// room already has the case), `cancelled`, or `failed` (the judge failed).
        state: String,
        /// `CODE: REASON`, where `CODE` is the code of the verdict and `REASON` is the judge's
        /// reason as JSON. If the judge failed, only the reason.
        detail: String,
        created: i64,
        /// The id of the problem; empty if the submission was removed.
        problem: String,
        /// The name of the participant who made the submission.
        target: String,
    }
}

row! {
    /// A case that a hack has added to a room.
    #[derive(Clone, Debug)]
    pub(crate) RoomCase {
        id: String,
        problem: String,
        /// The name of the participant who found the case.
        author: String,
        input: String,
        /// The answer to the case; see [`Hack::answer`].
        answer: String,
    }
}

/// A case that a participant wrote, with its answer; see [`Hack::answer`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AnsweredCase {
    /// The arguments in JSON, one per line.
    pub arguments: String,
    pub answer: String,
}

impl RoomCase {
    /// Returns the case's id in the form `SUITE/NAME`.
    pub(crate) fn name(&self) -> String {
        let author = self.author.chars();
        let author = author.map(|c| if c.is_alphanumeric() { c } else { '-' });
        let author: String = author.collect();
        format!("{HACK_CASES_SUITE}/{author}-{}", self.short_id())
    }

    /// Returns the short id, the last part of [`Self::name`].
    pub(crate) fn short_id(&self) -> &str {
        &self.id[..4]
    }
}

/// The name of the suite with the cases that hacks have added to a room.
pub(crate) const HACK_CASES_SUITE: &str = "room";

const SELECT_HACK: &str = "SELECT h.id, h.participant, h.input, h.answer, h.state, \
                    h.detail, h.created, COALESCE(s.problem, '') AS problem, \
                    COALESCE(p.name, '') AS target FROM hacks h \
                    LEFT JOIN submissions s ON s.id = h.submission \
                    LEFT JOIN participants p ON p.id = s.participant";

/// Maximum number of hacks per participant per hour.
pub(crate) const MAX_HACKS_PER_HOUR: usize = 20;
/// Maximum number of successful hacks per participant per hour. After each successful hack, all
/// accepted submissions of the room are rejudged.
pub(crate) const MAX_SUCCESSFUL_HACKS_PER_HOUR: usize = 5;

impl Database {
    /// Queues a participant's hack of a submission, unless an identical hack is already queued.
    /// `requires` is the digest of the task's requirements.
    pub(crate) async fn add_hack(
        &self,
        participant: &str,
        submission: &Submission,
        case: &AnsweredCase,
        requires: &str,
    ) -> Result<()> {
        let (mut tx, now) = (self.begin().await?, host_time_ms());
        let room = lock_room(&mut tx, &submission.room).await?;
        let known = "SELECT COUNT(*) FROM submissions WHERE id = $1";
        if tx.value::<i64>(known, parameters![&submission.id]).await? == 0 {
            return Err(DeclineReason::Removed.into());
        }
        room.check_open_for_problem(&submission.problem)?;
        let query = "SELECT submission, input, state FROM hacks WHERE participant = $1 \
                     AND (state = 'waiting' OR created BETWEEN $2 AND $3)";
        let parameters = parameters![participant, now - HOUR_MS, now + MAX_SKEW_MS];
        let recent: Vec<(String, String, String)> = tx.all_rows(query, parameters).await?;
        if recent.iter().any(|(target, input, state)| {
            state == "waiting" && *target == submission.id && *input == case.arguments
        }) {
            return Ok(());
        }
        let count = |wanted: &str| recent.iter().filter(|(.., state)| state == wanted).count();
        if recent.len() >= MAX_HACKS_PER_HOUR {
            return Err(DeclineReason::HackLimit.into());
        }
        // Waiting hacks count, because they may succeed.
        if count("hit") + count("waiting") >= MAX_SUCCESSFUL_HACKS_PER_HOUR {
            return Err(DeclineReason::SuccessfulHackLimit.into());
        }
        let task = Task {
            kind: "hack".to_owned(),
            participant: participant.to_owned(),
            body: secret::new_id(),
            ..Task::new_judging_task(submission, 0, requires)
        };
        let insert = "INSERT INTO hacks (id, room, participant, submission, input, answer, \
                      state, detail, created) VALUES ($1, $2, $3, $4, $5, $6, 'waiting', '', $7)";
        let parameters = parameters![task; body, room, participant, submission;
            &case.arguments, &case.answer, now];
        tx.execute(insert, parameters).await?;
        queue_task(&mut tx, &task).await?;
        tx.commit().await
    }

    /// Returns the hack with this id.
    pub(crate) async fn hack(&self, id: &str) -> Result<Option<Hack>> {
        let query = format!("{SELECT_HACK} WHERE h.id = $1");
        self.first_row(&query, parameters![id]).await
    }

    /// Returns the hacks of a participant, the latest first.
    pub(crate) async fn hacks_by_participant(&self, participant: &str) -> Result<Vec<Hack>> {
        let query = format!("{SELECT_HACK} WHERE h.participant = $1 ORDER BY h.created DESC, h.id");
        self.all_rows(&query, parameters![participant]).await
    }

    /// Returns the cases that hacks added to a room in revisions up to the given one, earliest
    /// first.
    pub(crate) async fn room_cases(&self, room: &str, revision: i64) -> Result<Vec<RoomCase>> {
        let query = "SELECT id, problem, author, input, answer FROM cases \
                     WHERE room = $1 AND revision <= $2 ORDER BY created, id";
        self.all_rows(query, parameters![room, revision]).await
    }

    /// Completes a hack. If the hack succeeded, adds its case to the room and rejudges all accepted
    /// submissions for the problem. Returns false if the hack could not be completed because the
    /// room is already being rejudged or the worker has lost the task.
    pub(crate) async fn complete_hack(&self, task: &Task, hack: &Hack) -> Result<bool> {
        let (room, problem, mut state) = (&task.room, &hack.problem, hack.state.as_str());
        let mut tx = self.begin().await?;
        tx.touch_room(room).await?;
        let in_progress = revision_in_progress(&mut tx, room).await?;
        if state == "hit" && in_progress.is_some() {
            return Ok(false);
        }
        let again = hackable_submissions(&mut tx, room, problem).await?;
        // Another hack may have ended earlier, with the same case or a different one.
        if state == "hit" {
            let known =
                "SELECT COUNT(*) FROM cases WHERE room = $1 AND problem = $2 AND input = $3";
            let parameters = parameters![room, problem, &hack.input];
            if tx.value::<i64>(known, parameters).await? > 0 {
                state = "known";
            } else if !again.iter().any(|it| it.id == task.submission) {
                state = "late";
            }
        }
        if !delete_task(&mut tx, task).await? {
            return Ok(false);
        }
        let update = "UPDATE hacks SET state = $1, detail = $2 WHERE id = $3";
        let parameters = parameters![state, &hack.detail, &hack.id];
        tx.execute(update, parameters).await?;
        if state == "hit" {
            // Each submission keeps the suites of its previous judgement.
            let mut tasks = Vec::new();
            for submission in again {
                let current = &task.requires;
                let requires =
                    store_rejudging_requirements(&mut tx, &submission.id, current).await?;
                tasks.push((submission, requires));
            }
            let query = "SELECT name FROM participants WHERE id = $1";
            let author: String = tx.value(query, parameters![&hack.participant]).await?;
            let revision = begin_revision(&mut tx, room, &author, &tasks).await?;
            let insert = "INSERT INTO cases \
                          (id, room, problem, revision, author, input, answer, created) \
                          SELECT id, room, $1, $2, $3, input, answer, $4 FROM hacks WHERE id = $5";
            let parameters = parameters![problem, revision, &author, host_time_ms(), &hack.id];
            tx.execute(insert, parameters).await?;
        }
        tx.commit().await?;
        Ok(true)
    }
}

/// Returns a room's submissions for a problem that are accepted or are still being judged.
async fn hackable_submissions(
    tx: &mut Transaction,
    room: &str,
    problem: &str,
) -> Result<Vec<Submission>> {
    let query = format!(
        "SELECT {COLUMNS_WITHOUT_SOURCE} FROM submissions s WHERE s.room = $1 AND s.problem = $2 \
         AND ('AC' = (SELECT j.verdict FROM judgements j WHERE j.submission = s.id \
         ORDER BY j.revision DESC LIMIT 1) OR EXISTS (SELECT 1 FROM tasks t \
         WHERE t.submission = s.id AND t.kind = 'judge')) ORDER BY s.created, s.id"
    );
    tx.all_rows(&query, parameters![room, problem]).await
}
