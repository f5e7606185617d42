//! Trying to break a submission: with a case that a participant gives (a hack), or by
//! a search for one.

use super::revisions;
use super::submission::{LISTED, Submission};
use crate::secret;
use crate::store::database::{Change, Database, Queries as _, Result, now};
use crate::store::queue::{Task, delete, queue};
use crate::store::requirements::requirements_again;
use crate::store::rooms::{Declined, RoomError, held};
use crate::store::times::HOUR;

row! {
    /// An attempt at a submission.
    #[derive(Clone, Debug)]
    pub(crate) Trial {
        id: String,
        room: String,
        /// `hack` or `search`.
        kind: String,
        /// Who tries.
        participant: String,
        submission: String,
        /// The case in `LeetCode` form; empty for a search.
        input: String,
        /// `waiting`, `hit`, `miss`, `late` where the submission is not accepted any
        /// more, `known` where the room has the case that hit, `cancelled`, or `failed`
        /// where the judge has.
        state: String,
        /// What the submission did, in one line; of a search that found nothing, how
        /// many cases were tried.
        detail: String,
        /// The simplest case on which it fails, in `LeetCode` form.
        found: String,
        created: i64,
        /// The name of who made the submission.
        target: String,
    }
}

row! {
    /// A case that a room has beside its suites.
    #[derive(Clone, Debug)]
    pub(crate) RoomCase {
        id: String,
        problem: String,
        /// The name of who found it.
        author: String,
        input: String,
        max_plies: Option<i64>,
    }
}

impl RoomCase {
    /// What it is called among the cases that a submission is judged on.
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

impl Trial {
    /// The task that runs this trial.
    fn task(&self, language: String, requires: &str) -> Task {
        Task {
            id: secret::id(),
            kind: "try".to_owned(),
            room: self.room.clone(),
            participant: self.participant.clone(),
            submission: self.submission.clone(),
            body: self.id.clone(),
            requires: requires.to_owned(),
            language,
            ..Task::default()
        }
    }
}

/// The suite of the cases that a room has beside its suites.
const ROOM: &str = "room";

const TRIAL: &str = "SELECT id, room, kind, participant, submission, input, state, detail, found, \
                     created, COALESCE((SELECT p.name FROM submissions s JOIN participants p \
                     ON p.id = s.participant WHERE s.id = trials.submission), '') AS target \
                     FROM trials";

/// Trials of a participant that may wait.
const MOST_WAITING: i64 = 3;
/// Maximum number of searches, and of hacks, of a participant in an hour.
const MAX_TRIALS: i64 = 20;
/// Maximum number of hacks of a participant that succeed in an hour. Each has all accepted
/// submissions of the room judged again.
const MAX_HITS: i64 = 5;

impl Database {
    /// Queues a trial, unless the same one waits already. `requires` is the digest of the
    /// requirements.
    pub(crate) async fn try_it(&self, trial: &Trial, requires: &str) -> Result<(), RoomError> {
        let mut change = self.change().await?;
        let room = held(&mut change, &trial.room).await?;
        let query = format!("{LISTED} WHERE id = $1");
        let submission = change.optional(&query, parameters![&trial.submission]);
        let submission: Option<Submission> = submission.await?;
        let submission = submission.ok_or(Declined::Removed)?;
        room.takes(&submission.problem, trial.created)?;
        let participant = &trial.participant;
        let same = "SELECT COUNT(*) FROM trials WHERE participant = $1 AND submission = $2 \
                    AND kind = $3 AND input = $4 AND state = 'waiting'";
        let parameters = parameters![participant, &trial.submission, &trial.kind, &trial.input];
        if change.value::<i64>(same, parameters).await? > 0 {
            return Ok(());
        }
        // Those that wait may succeed.
        let recent = "SELECT COUNT(*) FROM trials WHERE participant = $1 AND kind = $2 \
                      AND created > $3";
        let hits = format!("{recent} AND state IN ('hit', 'waiting')");
        let waiting = "SELECT COUNT(*) FROM trials WHERE participant = $1 AND state = 'waiting'";
        let since = trial.created - HOUR;
        let parameters = parameters![participant, &trial.kind, since];
        let recent: i64 = change.value(recent, parameters).await?;
        let parameters = parameters![participant, &trial.kind, since];
        let hits: i64 = change.value(&hits, parameters).await?;
        let waiting: i64 = change.value(waiting, parameters![participant]).await?;
        let is_hack = trial.kind == "hack";
        let (per_hour, most) = (MAX_TRIALS, MOST_WAITING);
        let limits = [
            (is_hack && recent >= per_hour, Declined::Hacks { per_hour }),
            (recent >= per_hour, Declined::Searches { per_hour }),
            (
                is_hack && hits >= MAX_HITS,
                Declined::Hits { per_hour: MAX_HITS },
            ),
            (waiting >= most, Declined::Waiting { most }),
        ];
        let mut exceeded = limits.into_iter().filter(|(is_exceeded, _)| *is_exceeded);
        if let Some((_, declined)) = exceeded.next() {
            return Err(declined.into());
        }
        insert(&mut change, trial).await?;
        let task = trial.task(submission.language, requires);
        queue(&mut change, &task).await?;
        Ok(change.commit().await?)
    }

    /// The trial of this id.
    pub(crate) async fn trial(&self, id: &str) -> Result<Option<Trial>> {
        let query = format!("{TRIAL} WHERE id = $1");
        self.reader().await?.optional(&query, parameters![id]).await
    }

    /// The trials of a participant, the latest first.
    pub(crate) async fn trials_of(&self, participant: &str) -> Result<Vec<Trial>> {
        let query = format!("{TRIAL} WHERE participant = $1 ORDER BY created DESC, id");
        self.reader()
            .await?
            .all(&query, parameters![participant])
            .await
    }

    /// The cases of a room up to a revision, in the order in which they came.
    pub(crate) async fn room_cases(&self, room: &str, revision: i64) -> Result<Vec<RoomCase>> {
        let query = "SELECT id, problem, author, input, max_plies FROM cases \
                     WHERE room = $1 AND revision <= $2 ORDER BY created, id";
        self.reader()
            .await?
            .all(query, parameters![room, revision])
            .await
    }

    /// Ends a trial. The case of a hack that hit enters the room, and each submission that is
    /// accepted there is judged on it; that waits while the room is being judged again for
    /// another reason. Returns whether the trial has ended: not if another worker has taken
    /// its task.
    pub(crate) async fn end_trial(
        &self,
        task: &Task,
        trial: &Trial,
        case: Option<&RoomCase>,
    ) -> Result<bool> {
        let mut change = self.change().await?;
        change.touch_room(&task.room).await?;
        if case.is_some() && revisions::open(&mut change, &task.room).await?.is_some() {
            return Ok(false);
        }
        let (mut state, mut case, mut again) = (trial.state.as_str(), case, Vec::new());
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
        let update = "UPDATE trials SET state = $1, detail = $2, found = $3, \
                      version = version + 1 WHERE id = $4";
        let parameters = parameters![state, &trial.detail, &trial.found, &trial.id];
        change.execute(update, parameters).await?;
        if let Some(case) = case {
            let revision = revisions::next(&mut change, &task.room).await?;
            let insert = "INSERT INTO cases (id, room, problem, revision, author, input, \
                          max_plies, created) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
            let (room, problem, author) = (&task.room, &case.problem, &case.author);
            let (input, max_plies) = (&case.input, case.max_plies);
            let parameters = parameters![
                &case.id,
                room,
                problem,
                revision,
                author,
                input,
                max_plies,
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
        change.touch_submission(&task.submission).await?;
        change.commit().await?;
        Ok(true)
    }
}

/// Stores a trial that waits.
async fn insert(change: &mut Change, trial: &Trial) -> Result<()> {
    let insert = "INSERT INTO trials (id, room, kind, participant, submission, input, \
                  state, detail, found, created, version) \
                  VALUES ($1, $2, $3, $4, $5, $6, 'waiting', '', '', $7, 1)";
    let parameters = parameters![
        &trial.id,
        &trial.room,
        &trial.kind,
        &trial.participant,
        &trial.submission,
        &trial.input,
        trial.created
    ];
    change.execute(insert, parameters).await.map(drop)
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
    let query = "SELECT COUNT(*) FROM cases WHERE room = $1 AND problem = $2 AND input = $3 \
                 AND COALESCE(max_plies, 0) = $4";
    let max_plies = case.max_plies.unwrap_or(0);
    let parameters = parameters![room, &case.problem, &case.input, max_plies];
    Ok(change.value::<i64>(query, parameters).await? > 0)
}

/// Cancels the waiting trials of a submission or a room, by this column. A worker that runs
/// one notices.
pub(in crate::store) async fn end_trials(
    change: &mut Change,
    column: &str,
    id: &str,
) -> Result<()> {
    for query in [
        "UPDATE trials SET state = 'cancelled', version = version + 1 WHERE state = 'waiting'",
        "DELETE FROM tasks WHERE kind = 'try'",
    ] {
        let query = format!("{query} AND {column} = $1");
        change.execute(&query, parameters![id]).await?;
    }
    Ok(())
}
