//! Hacks: cases with which participants try to break accepted submissions of others.

use super::revisions;
use super::submission::{LISTED, Submission};
use crate::store::database::{Change, Database, HOUR, MAX_SKEW, Queries as _, Result, now};
use crate::store::queue::{Task, delete, queue};
use crate::store::requirements::requirements_again;
use crate::store::rooms::{Declined, RoomError, held};

row! {
    /// A hack.
    #[derive(Clone, Debug)]
    pub(crate) Hack {
        id: String,
        room: String,
        /// The participant who tries.
        participant: String,
        submission: String,
        /// The case in `LeetCode` form.
        input: String,
        /// `waiting`, `hit`, `miss`, `late` if the submission is no longer accepted, `known` if
        /// the room has the case already, `cancelled`, or `failed` if the judge has.
        state: String,
        /// The code of the verdict and the judge's reason in JSON. The reason alone if the judge
        /// failed.
        detail: String,
        created: i64,
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
        /// The name of the participant who found it.
        author: String,
        input: String,
    }
}

impl RoomCase {
    /// Its name among the cases that a submission is judged on.
    pub(crate) fn name(&self) -> String {
        let author = self.author.chars();
        let author = author.map(|c| if c.is_alphanumeric() { c } else { '-' });
        let author: String = author.collect();
        format!("{ROOM}/{author}-{}", self.short_id())
    }

    /// The end of [`Self::name`].
    pub(crate) fn short_id(&self) -> &str {
        &self.id[..4]
    }
}

/// The suite of the cases that hacks have added to a room.
const ROOM: &str = "room";

const HACK: &str = "SELECT id, room, participant, submission, input, state, detail, created, \
                    COALESCE((SELECT p.name FROM submissions s JOIN participants p \
                    ON p.id = s.participant WHERE s.id = hacks.submission), '') AS target \
                    FROM hacks";

/// Maximum number of waiting hacks of a participant.
const MAX_WAITING: i64 = 3;
/// Maximum number of hacks of a participant in an hour.
const MAX_HACKS: i64 = 20;
/// Maximum number of hacks of a participant that succeed in an hour. Each has all accepted
/// submissions of the room judged again.
const MAX_HITS: i64 = 5;

impl Database {
    /// Queues a hack, unless the same one waits already. `requires` is the digest of the
    /// requirements.
    pub(crate) async fn add_hack(&self, hack: &Hack, requires: &str) -> Result<(), RoomError> {
        let mut change = self.change().await?;
        let room = held(&mut change, &hack.room).await?;
        let query = format!("{LISTED} WHERE id = $1");
        let submission = change.optional(&query, parameters![&hack.submission]);
        let submission: Option<Submission> = submission.await?;
        let submission = submission.ok_or(Declined::Removed)?;
        room.takes(&submission.problem, hack.created)?;
        let query = "SELECT submission, input, state FROM hacks WHERE participant = $1 \
                     AND (state = 'waiting' OR created BETWEEN $2 AND $3)";
        let (since, until) = (hack.created - HOUR, hack.created + MAX_SKEW);
        let parameters = parameters![&hack.participant, since, until];
        let recent: Vec<(String, String, String)> = change.all(query, parameters).await?;
        let waits = |state: &str| state == "waiting";
        if recent.iter().any(|(submission, input, state)| {
            waits(state) && *submission == hack.submission && *input == hack.input
        }) {
            return Ok(());
        }
        let waiting = recent.iter().filter(|(.., state)| waits(state)).count() as i64;
        let hits = recent.iter().filter(|(.., state)| state == "hit").count() as i64;
        let limits = [
            (
                recent.len() as i64,
                MAX_HACKS,
                Declined::Hacks {
                    per_hour: MAX_HACKS,
                },
            ),
            // Those that wait may succeed.
            (
                hits + waiting,
                MAX_HITS,
                Declined::Hits { per_hour: MAX_HITS },
            ),
            (
                waiting,
                MAX_WAITING,
                Declined::Waiting { most: MAX_WAITING },
            ),
        ];
        if let Some((.., declined)) = limits.into_iter().find(|(count, max, _)| count >= max) {
            return Err(declined.into());
        }
        let insert = "INSERT INTO hacks (id, room, participant, submission, input, state, \
                      detail, created) VALUES ($1, $2, $3, $4, $5, 'waiting', '', $6)";
        let parameters = parameters![
            &hack.id,
            &hack.room,
            &hack.participant,
            &hack.submission,
            &hack.input,
            hack.created
        ];
        change.execute(insert, parameters).await?;
        let task = Task {
            kind: "hack".to_owned(),
            participant: hack.participant.clone(),
            body: hack.id.clone(),
            ..Task::judging(&submission, 0, requires)
        };
        queue(&mut change, &task).await?;
        Ok(change.commit().await?)
    }

    /// The hack with this id.
    pub(crate) async fn hack(&self, id: &str) -> Result<Option<Hack>> {
        let query = format!("{HACK} WHERE id = $1");
        self.optional(&query, parameters![id]).await
    }

    /// The hacks of a participant, the latest first.
    pub(crate) async fn hacks_of(&self, participant: &str) -> Result<Vec<Hack>> {
        let query = format!("{HACK} WHERE participant = $1 ORDER BY created DESC, id");
        self.all(&query, parameters![participant]).await
    }

    /// The cases of a room up to a revision, in the order in which they came.
    pub(crate) async fn room_cases(&self, room: &str, revision: i64) -> Result<Vec<RoomCase>> {
        let query = "SELECT id, problem, author, input FROM cases \
                     WHERE room = $1 AND revision <= $2 ORDER BY created, id";
        self.all(query, parameters![room, revision]).await
    }

    /// Ends a hack. The case of a hack that succeeded enters the room, and each submission that
    /// is accepted there is judged on it; that waits while the room is being judged again for
    /// another reason. Returns whether the hack has ended: not if another worker has taken its
    /// task.
    pub(crate) async fn end_hack(
        &self,
        task: &Task,
        hack: &Hack,
        case: Option<&RoomCase>,
    ) -> Result<bool> {
        let mut change = self.change().await?;
        change.touch_room(&task.room).await?;
        if case.is_some() && revisions::open(&mut change, &task.room).await?.is_some() {
            return Ok(false);
        }
        let (mut state, mut case, mut again) = (hack.state.as_str(), case, Vec::new());
        if let Some(one) = case {
            again = accepted(&mut change, &task.room, &one.problem).await?;
            // Others may have come first, with the same case or with another.
            if is_known(&mut change, &task.room, one).await? {
                (state, case) = ("known", None);
            } else if !again.iter().any(|it| it.id == task.submission) {
                (state, case) = ("late", None);
            }
        }
        if !delete(&mut change, task).await? {
            return Ok(false);
        }
        let update = "UPDATE hacks SET state = $1, detail = $2 WHERE id = $3";
        let parameters = parameters![state, &hack.detail, &hack.id];
        change.execute(update, parameters).await?;
        if let Some(case) = case {
            let revision = revisions::next(&mut change, &task.room).await?;
            let insert = "INSERT INTO cases (id, room, problem, revision, author, input, created) \
                          VALUES ($1, $2, $3, $4, $5, $6, $7)";
            let (room, problem, author) = (&task.room, &case.problem, &case.author);
            let parameters = parameters![
                &case.id,
                room,
                problem,
                revision,
                author,
                &case.input,
                now()
            ];
            change.execute(insert, parameters).await?;
            // Each submission is judged on its own suites and the case.
            let mut tasks = Vec::new();
            for submission in again {
                let current = &task.requires;
                let requires = requirements_again(&mut change, &submission.id, current).await?;
                tasks.push((submission, requires));
            }
            revisions::begin(&mut change, (room, revision), author, &tasks).await?;
        }
        change.commit().await?;
        Ok(true)
    }
}

/// The submissions of a room for a problem that are accepted, or may be soon: they are
/// being judged without a case that comes now.
async fn accepted(change: &mut Change, room: &str, problem: &str) -> Result<Vec<Submission>> {
    let query = format!(
        "{LISTED} WHERE room = $1 AND problem = $2 AND ('AC' = (SELECT j.verdict \
         FROM judgements j WHERE j.submission = submissions.id ORDER BY j.revision DESC LIMIT 1) \
         OR EXISTS (SELECT 1 FROM tasks t WHERE t.submission = submissions.id \
         AND t.kind = 'judge')) ORDER BY created, id"
    );
    change.all(&query, parameters![room, problem]).await
}

/// Returns whether a room has a case already.
async fn is_known(change: &mut Change, room: &str, case: &RoomCase) -> Result<bool> {
    let query = "SELECT COUNT(*) FROM cases WHERE room = $1 AND problem = $2 AND input = $3";
    let parameters = parameters![room, &case.problem, &case.input];
    Ok(change.value::<i64>(query, parameters).await? > 0)
}

/// Cancels the waiting hacks of a submission or a room, by this column. A worker that runs one
/// notices.
pub(in crate::store) async fn end_hacks(change: &mut Change, column: &str, id: &str) -> Result<()> {
    for query in [
        "UPDATE hacks SET state = 'cancelled' WHERE state = 'waiting'",
        "DELETE FROM tasks WHERE kind = 'hack'",
    ] {
        let query = format!("{query} AND {column} = $1");
        change.execute(&query, parameters![id]).await?;
    }
    Ok(())
}
