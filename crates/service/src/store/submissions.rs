//! Submissions and the progress of their judging.

use mousetrap_base::Choice as _;
use mousetrap_model::{Form, SubmissionInfo};

use super::database::{Change, Database, StoreError, now};
use super::rooms::{Room, held};
use super::tasks::{self, Task};
use crate::secret;

row! {
/// A submission.
#[derive(Clone, Debug)]
Submission {
    id: String,
    room: String,
    participant: String,
    problem: String,
    /// The language, by id.
    language: String,
    /// `function` or `program`.
    form: String,
    /// The name of its file.
    file: String,
    /// Empty in a list of submissions, which may be long.
    source: String,
    created: i64,
}
}

row! {
/// A piece of what happened while a submission was judged.
#[derive(Clone, Debug)]
Progress {
    attempt: i64,
    seq: i64,
    /// JSON, as scripts of pages take it.
    body: String,
}
}

/// Why a room does not take somebody, or something of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Declined {
    /// Somebody has this name, or one that looks like it.
    Taken,
    /// So many have joined as may.
    Full,
    /// Too many join at this moment.
    Crowded,
    /// The room takes none at this time.
    Closed,
    /// It is for a problem that the room does not have.
    OtherProblem,
    /// A participant has so many tokens as may be.
    Tokens,
    /// So many have been made in the last hour.
    Often { per_hour: i64 },
    /// So many are waiting already.
    Waiting { most: i64 },
    /// So many searches have been made in the last hour.
    Searches { per_hour: i64 },
}

pub(super) const LISTED: &str = "SELECT id, room, participant, problem, language, form, file, '' AS source, \
                      created FROM submissions";
const SUBMISSION: &str = "SELECT id, room, participant, problem, language, form, file, source, \
                          created FROM submissions";
/// Submissions of one participant that may wait.
const MOST_WAITING: i64 = 20;

pub(super) const HOUR: i64 = 3_600_000;

impl Database {
    /// Takes a submission in; it is kept once this has returned.
    pub(crate) async fn submit(
        &self,
        room: &Room,
        submission: &Submission,
    ) -> Result<Result<(), Declined>, StoreError> {
        let mut change = self.change().await?;
        // Whoever comes second waits here, and counts the first.
        let room = held(&mut change, &room.id).await?;
        if let Err(declined) = room.takes(&submission.problem, submission.created) {
            return Ok(Err(declined));
        }
        let query = "SELECT COUNT(*) FROM submissions WHERE participant = $1 AND created > $2";
        let query = sqlx::query_scalar(query).bind(&submission.participant);
        let query = query.bind(submission.created - HOUR);
        let recent: i64 = query.fetch_one(&mut *change).await?;
        let per_hour = room.policy.per_hour;
        if recent >= per_hour && !submission.participant.is_empty() {
            return Ok(Err(Declined::Often { per_hour }));
        }
        let query = "SELECT COUNT(*) FROM tasks WHERE participant = $1";
        let query = sqlx::query_scalar(query).bind(&submission.participant);
        let waiting: i64 = query.fetch_one(&mut *change).await?;
        if waiting >= MOST_WAITING {
            let most = MOST_WAITING;
            return Ok(Err(Declined::Waiting { most }));
        }
        insert(&mut change, submission).await?;
        let task = Task::judging(submission, room.revision);
        tasks::queue(&mut change, &task).await?;
        if let Some(next) = super::revisions::open(&mut change, &room.id).await? {
            tasks::queue(&mut change, &Task::judging(submission, next)).await?;
        }
        change.commit().await?;
        Ok(Ok(()))
    }

    /// The submission of this id.
    pub(crate) async fn submission(&self, id: &str) -> Result<Option<Submission>, StoreError> {
        let query = format!("{SUBMISSION} WHERE id = $1");
        let query = sqlx::query_as(&query).bind(id);
        Ok(query.fetch_optional(self.read()).await?)
    }

    /// The submissions of a participant, the latest first.
    pub(crate) async fn submissions_of(
        &self,
        participant: &str,
    ) -> Result<Vec<Submission>, StoreError> {
        let query = format!("{LISTED} WHERE participant = $1 ORDER BY created DESC, id");
        let query = sqlx::query_as(&query).bind(participant);
        Ok(query.fetch_all(self.read()).await?)
    }

    /// The submissions of a room, the earliest first.
    pub(crate) async fn submissions_in(&self, room: &str) -> Result<Vec<Submission>, StoreError> {
        let query = format!("{LISTED} WHERE room = $1 ORDER BY created, id");
        let query = sqlx::query_as(&query).bind(room);
        Ok(query.fetch_all(self.read()).await?)
    }

    /// How much there is to be seen in a room by this time: it grows.
    pub(crate) async fn shown_in(&self, room: &str, at: i64) -> Result<i64, StoreError> {
        let query = "SELECT (SELECT COUNT(*) FROM judgements j JOIN submissions s \
                     ON s.id = j.submission WHERE s.room = $1 AND j.shown <= $2) \
                     + (SELECT COUNT(*) FROM trials WHERE room = $1 AND state <> 'waiting')";
        let query = sqlx::query_scalar(query).bind(room).bind(at);
        Ok(query.fetch_one(self.read()).await?)
    }

    /// What has happened to a submission since then.
    pub(crate) async fn progress(
        &self,
        submission: &str,
        revision: i64,
        (attempt, seq): (i64, i64),
    ) -> Result<Vec<Progress>, StoreError> {
        let query = "SELECT attempt, seq, body FROM progress \
                     WHERE submission = $1 AND revision = $2 \
                     AND attempt = (SELECT MAX(attempt) FROM progress \
                     WHERE submission = $1 AND revision = $2) \
                     AND (attempt > $3 OR (attempt = $3 AND seq > $4)) ORDER BY seq";
        let query = sqlx::query_as(query).bind(submission).bind(revision);
        let query = query.bind(attempt).bind(seq);
        Ok(query.fetch_all(self.read()).await?)
    }
}

pub(super) async fn insert(change: &mut Change, submission: &Submission) -> Result<(), StoreError> {
    let insert = "INSERT INTO submissions (id, room, participant, problem, language, form, \
                  file, source, created, version) \
                  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1)";
    let insert = sqlx::query(insert)
        .bind(&submission.id)
        .bind(&submission.room)
        .bind(&submission.participant)
        .bind(&submission.problem)
        .bind(&submission.language)
        .bind(&submission.form)
        .bind(&submission.file)
        .bind(&submission.source)
        .bind(submission.created);
    insert.execute(&mut **change).await?;
    Ok(())
}

/// Says that something about a submission has changed.
pub(super) async fn touch_submission(change: &mut Change, id: &str) -> Result<(), StoreError> {
    let update = sqlx::query("UPDATE submissions SET version = version + 1 WHERE id = $1");
    update.bind(id).execute(&mut **change).await?;
    Ok(())
}

impl Submission {
    /// One that has just been made.
    pub(crate) fn new(
        (room, participant): (&str, &str),
        found: &mousetrap_judge::Submission<'_>,
        source: &str,
    ) -> Self {
        Self {
            id: secret::id(),
            room: room.to_owned(),
            participant: participant.to_owned(),
            problem: found.problem.id().to_owned(),
            language: found.detected.language.id.clone(),
            form: found.detected.form.name().to_owned(),
            file: found.path.to_string_lossy().into_owned(),
            source: source.to_owned(),
            created: now(),
        }
    }

    /// The submission as a run describes it, before the judge has found it.
    pub(crate) fn info(&self) -> SubmissionInfo {
        SubmissionInfo {
            path: self.file.clone().into(),
            problem: self.problem.clone(),
            language: self.language.clone(),
            language_name: self.language.clone(),
            form: Form::named(&self.form).unwrap_or(Form::Function),
            encoding: None,
            expected: None,
            case_count: 0,
            digest: self.id.clone(),
        }
    }
}
