//! Submissions and the progress of their judging.

use mousetrap_model::{Form, SubmissionInfo};
use mousetrap_util::Choice as _;

use super::database::{Database, StoreError, now};
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

pub(super) const LISTED: &str = "SELECT id, room, participant, problem, language, form, file, '' AS source, \
                      created FROM submissions";
const SUBMISSION: &str = "SELECT id, room, participant, problem, language, form, file, source, \
                          created FROM submissions";
impl Database {
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
            problem: found.problem.id.clone(),
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
