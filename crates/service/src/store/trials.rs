//! Trying to break a submission: with a case that a participant gives (a hack), or by
//! a search for one.

use super::changes::{HOUR, touch, touch_submission};
use super::database::{Change, Database, StoreError, now};
use super::requirements::requirements_again;
use super::revisions;
use super::rooms::{Declined, held};
use super::submissions::{LISTED, Submission};
use super::task::Task;
use super::tasks;
use crate::secret;

row! {
    /// An attempt at a submission.
    #[derive(Clone, Debug)]
    Trial {
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
    RoomCase {
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
    pub(crate) async fn try_it(
        &self,
        trial: &Trial,
        requires: &str,
    ) -> Result<Result<(), Declined>, StoreError> {
        let mut change = self.change().await?;
        let room = held(&mut change, &trial.room).await?;
        let query = sqlx::query_as("SELECT problem, language FROM submissions WHERE id = $1");
        let query = query.bind(&trial.submission);
        let (problem, language): (String, String) = query.fetch_one(&mut *change).await?;
        if let Err(declined) = room.takes(&problem, trial.created) {
            return Ok(Err(declined));
        }
        let query = "SELECT COUNT(*) FROM trials WHERE participant = $1 AND submission = $2 \
                     AND kind = $3 AND input = $4 AND state = 'waiting'";
        let query = sqlx::query_scalar(query).bind(&trial.participant);
        let query = query.bind(&trial.submission).bind(&trial.kind);
        let same: i64 = query.bind(&trial.input).fetch_one(&mut *change).await?;
        if same > 0 {
            return Ok(Ok(()));
        }
        let query = "SELECT COUNT(*), COUNT(CASE WHEN state IN ('hit', 'waiting') THEN 1 END) \
                     FROM trials WHERE participant = $1 AND kind = $2 AND created > $3";
        let query = sqlx::query_as(query).bind(&trial.participant);
        let query = query.bind(&trial.kind).bind(trial.created - HOUR);
        // Those that wait may succeed.
        let (recent, hits): (i64, i64) = query.fetch_one(&mut *change).await?;
        let per_hour = MAX_TRIALS;
        match trial.kind.as_str() {
            "search" if recent >= per_hour => return Ok(Err(Declined::Searches { per_hour })),
            "hack" if recent >= per_hour => return Ok(Err(Declined::Hacks { per_hour })),
            "hack" if hits >= MAX_HITS => {
                let per_hour = MAX_HITS;
                return Ok(Err(Declined::Hits { per_hour }));
            }
            _ => {}
        }
        let query = "SELECT COUNT(*) FROM trials WHERE participant = $1 AND state = 'waiting'";
        let query = sqlx::query_scalar(query).bind(&trial.participant);
        let waiting: i64 = query.fetch_one(&mut *change).await?;
        if waiting >= MOST_WAITING {
            let most = MOST_WAITING;
            return Ok(Err(Declined::Waiting { most }));
        }
        let insert = "INSERT INTO trials (id, room, kind, participant, submission, input, \
                      state, detail, found, created, version) \
                      VALUES ($1, $2, $3, $4, $5, $6, 'waiting', '', '', $7, 1)";
        let insert = sqlx::query(insert)
            .bind(&trial.id)
            .bind(&trial.room)
            .bind(&trial.kind)
            .bind(&trial.participant)
            .bind(&trial.submission)
            .bind(&trial.input)
            .bind(trial.created);
        insert.execute(&mut *change).await?;
        tasks::queue(&mut change, &trial.task(language, requires)).await?;
        change.commit().await?;
        Ok(Ok(()))
    }

    /// The trial of this id.
    pub(crate) async fn trial(&self, id: &str) -> Result<Option<Trial>, StoreError> {
        let query = format!("{TRIAL} WHERE id = $1");
        let query = sqlx::query_as(&query).bind(id);
        Ok(query.fetch_optional(self.read()).await?)
    }

    /// The trials of a participant, the latest first.
    pub(crate) async fn trials_of(&self, participant: &str) -> Result<Vec<Trial>, StoreError> {
        let query = format!("{TRIAL} WHERE participant = $1 ORDER BY created DESC, id");
        let query = sqlx::query_as(&query).bind(participant);
        Ok(query.fetch_all(self.read()).await?)
    }

    /// The cases of a room up to a revision, in the order in which they came.
    pub(crate) async fn room_cases(
        &self,
        room: &str,
        revision: i64,
    ) -> Result<Vec<RoomCase>, StoreError> {
        let query = "SELECT id, problem, author, input, max_plies FROM cases \
                     WHERE room = $1 AND revision <= $2 ORDER BY created, id";
        let query = sqlx::query_as(query).bind(room).bind(revision);
        Ok(query.fetch_all(self.read()).await?)
    }

    /// Ends a trial. A case of a hack that hit enters the room, and all that is accepted
    /// there by then is judged on it; that waits while the room is being judged again for
    /// another reason. Whether the trial was still that of this task's holder, and has
    /// ended.
    pub(crate) async fn end_trial(
        &self,
        task: &Task,
        trial: &Trial,
        case: Option<&RoomCase>,
    ) -> Result<bool, StoreError> {
        let mut change = self.change().await?;
        touch(&mut change, &task.room).await?;
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
        if !tasks::delete(&mut change, task).await? {
            return Ok(false);
        }
        let update = "UPDATE trials SET state = $1, detail = $2, found = $3, \
                      version = version + 1 WHERE id = $4";
        let update = sqlx::query(update)
            .bind(state)
            .bind(&trial.detail)
            .bind(&trial.found)
            .bind(&trial.id);
        update.execute(&mut *change).await?;
        if let Some(case) = case {
            let revision = revisions::next(&mut change, &task.room).await?;
            let insert = "INSERT INTO cases (id, room, problem, revision, author, input, \
                          max_plies, created) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
            let insert = sqlx::query(insert)
                .bind(&case.id)
                .bind(&task.room)
                .bind(&case.problem)
                .bind(revision)
                .bind(&case.author)
                .bind(&case.input)
                .bind(case.max_plies)
                .bind(now());
            insert.execute(&mut *change).await?;
            let of = (task.room.as_str(), revision);
            // Each submission is judged on its own suites and the case.
            let mut tasks = Vec::new();
            for submission in again {
                let current = &task.requires;
                let requires = requirements_again(&mut change, &submission.id, current).await?;
                tasks.push((submission, requires));
            }
            revisions::begin(&mut change, of, &case.author, &tasks).await?;
        }
        touch_submission(&mut change, &task.submission).await?;
        change.commit().await?;
        Ok(true)
    }
}

/// The submissions of a room for a problem that are accepted, or may be soon: they are
/// being judged without a case that comes now.
async fn accepted(
    change: &mut Change,
    room: &str,
    problem: &str,
) -> Result<Vec<Submission>, StoreError> {
    let query = format!(
        "{LISTED} WHERE room = $1 AND problem = $2 AND ('AC' = (SELECT j.verdict \
         FROM judgements j WHERE j.submission = submissions.id ORDER BY j.revision DESC LIMIT 1) \
         OR EXISTS (SELECT 1 FROM tasks t WHERE t.submission = submissions.id \
         AND t.kind = 'judge')) ORDER BY created, id"
    );
    let query = sqlx::query_as(&query).bind(room).bind(problem);
    Ok(query.fetch_all(&mut **change).await?)
}

/// Whether a room has a case already.
async fn is_known(change: &mut Change, room: &str, case: &RoomCase) -> Result<bool, StoreError> {
    let query = "SELECT COUNT(*) FROM cases WHERE room = $1 AND problem = $2 AND input = $3 \
                 AND COALESCE(max_plies, 0) = $4";
    let query = sqlx::query_scalar(query).bind(room).bind(&case.problem);
    let query = query.bind(&case.input).bind(case.max_plies.unwrap_or(0));
    let known: i64 = query.fetch_one(&mut **change).await?;
    Ok(known > 0)
}
