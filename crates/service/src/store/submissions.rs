//! Submissions, what they earn, and how far their judging is.

use serde::{Deserialize, Serialize};

use super::database::{Change, Database, StoreError, now};
use super::rooms::{Feedback, Policy, Room, held};
use super::tasks::{self, Task};
use crate::secret;
use mousetrap_model::Message;

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
/// What a submission earned in a revision of its room.
#[derive(Clone, Debug)]
Judgement {
    submission: String,
    /// The code of the verdict, [`FAILED`] or [`CANCELLED`].
    verdict: String,
    summary: String,
    /// All of it; see [`crate::wire`].
    record: String,
    at: i64,
    /// When participants see it.
    shown: i64,
}
}

row! {
/// What is shown of a judgement in lists.
#[derive(Clone, Debug)]
Standing {
    submission: String,
    verdict: String,
    shown: i64,
}
}

row! {
/// What the submissions of a participant for a problem came to: the latest that is
/// accepted, else the latest.
#[derive(Clone, Debug)]
Mark {
    participant: String,
    problem: String,
    submission: String,
    /// As that of a judgement; none where there is none.
    verdict: Option<String>,
    /// How many submissions there are.
    tries: i64,
}
}

/// In place of a verdict, where the judge failed: nobody is to blame.
pub(crate) const FAILED: &str = "failed";
/// The same, where the owner has ended judging.
pub(crate) const CANCELLED: &str = "cancelled";

/// Whether this is the code of a verdict.
pub(crate) fn is_verdict(code: &str) -> bool {
    ![FAILED, CANCELLED].contains(&code)
}

/// What is shown of a judgement.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Summary {
    /// Cases that it was run on, and all there are.
    pub run: usize,
    pub cases: usize,
    pub accepted: usize,
    /// The most that any case took: CPU time in microseconds, and bytes.
    pub cpu_us: u64,
    pub memory: u64,
    /// The limits of those cases; 0 where they are not told.
    pub cpu_limit_us: u64,
    pub memory_limit: u64,
    /// The compiler's text, and why it does not compile in one line.
    pub compiler: String,
    pub complaint: Option<Message>,
    pub failing: Option<FailingCase>,
    /// Who found the case, where a hack did; empty where that is not told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found_by: Option<String>,
    /// Why there is no verdict.
    pub error: Option<Message>,
}

/// The first case that a submission failed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct FailingCase {
    /// Its number in the order of the cases, from 1.
    pub number: usize,
    pub name: String,
    pub detail: Option<Message>,
    pub leetcode: String,
    pub max_plies: Option<u32>,
    pub drawing: String,
    pub answer: String,
    pub reply: Option<String>,
    pub stdout: String,
    pub stderr: String,
}

impl Summary {
    /// What a participant is told of it.
    pub(crate) fn shown_under(mut self, policy: &Policy) -> Self {
        if !policy.hides() {
            return self;
        }
        // A submission can take time and memory by what it sees of a case.
        (self.cpu_us, self.memory) = (0, 0);
        (self.cpu_limit_us, self.memory_limit) = (0, 0);
        (self.run, self.cases, self.accepted) = (0, 0, 0);
        self.found_by = self.found_by.map(|_| String::new());
        self.failing = match policy.feedback {
            Feedback::Verdict => None,
            _ => self.failing.map(|case| FailingCase {
                number: case.number,
                ..FailingCase::default()
            }),
        };
        self
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
pub(super) const JUDGEMENT: &str = "SELECT j.submission, j.verdict, j.summary, j.record, j.at, j.shown \
                         FROM judgements j";

const STANDING: &str = "SELECT j.submission, j.verdict, j.shown FROM judgements j";
/// Those that count in a revision.
const COUNTS: &str = "JOIN submissions s ON s.id = j.submission WHERE j.revision = \
                      (SELECT MAX(k.revision) FROM judgements k \
                      WHERE k.submission = j.submission AND k.revision <= $1)";

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

    /// What counts of a submission: its judgement in the latest revision up to that of
    /// its room.
    pub(crate) async fn judgement(
        &self,
        submission: &str,
        revision: i64,
    ) -> Result<Option<Judgement>, StoreError> {
        let query = format!(
            "{JUDGEMENT} WHERE j.submission = $1 AND j.revision <= $2 \
             ORDER BY j.revision DESC LIMIT 1"
        );
        let query = sqlx::query_as(&query).bind(submission).bind(revision);
        Ok(query.fetch_optional(self.read()).await?)
    }

    /// What counts of each submission of a room, in no order, with all there is of it.
    pub(crate) async fn judgements_in(&self, room: &Room) -> Result<Vec<Judgement>, StoreError> {
        let query = format!("{JUDGEMENT} {COUNTS} AND s.room = $2");
        let query = sqlx::query_as(&query).bind(room.revision).bind(&room.id);
        Ok(query.fetch_all(self.read()).await?)
    }

    /// The same for lists.
    pub(crate) async fn standings(&self, room: &Room) -> Result<Vec<Standing>, StoreError> {
        let query = format!("{STANDING} {COUNTS} AND s.room = $2");
        let query = sqlx::query_as(&query).bind(room.revision).bind(&room.id);
        Ok(query.fetch_all(self.read()).await?)
    }

    /// The same of one of its participants.
    pub(crate) async fn standings_of(
        &self,
        room: &Room,
        participant: &str,
    ) -> Result<Vec<Standing>, StoreError> {
        let query = format!("{STANDING} {COUNTS} AND s.participant = $2");
        let query = sqlx::query_as(&query).bind(room.revision).bind(participant);
        Ok(query.fetch_all(self.read()).await?)
    }

    /// What the submissions of each participant of a room for each problem came to.
    pub(crate) async fn marks(&self, room: &Room) -> Result<Vec<Mark>, StoreError> {
        let query = "SELECT participant, problem, submission, verdict, tries FROM \
                     (SELECT s.participant, s.problem, s.id AS submission, j.verdict, \
                     COUNT(*) OVER (PARTITION BY s.participant, s.problem) AS tries, \
                     ROW_NUMBER() OVER (PARTITION BY s.participant, s.problem ORDER BY \
                     CASE WHEN j.verdict = 'AC' THEN 0 ELSE 1 END, s.created DESC, s.id) AS place \
                     FROM submissions s LEFT JOIN judgements j ON j.submission = s.id \
                     AND j.revision = (SELECT MAX(k.revision) FROM judgements k \
                     WHERE k.submission = s.id AND k.revision <= $1) \
                     WHERE s.room = $2) AS all_of_them WHERE place = 1";
        let query = sqlx::query_as(query).bind(room.revision).bind(&room.id);
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
        use mousetrap_base::Choice as _;
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
}
