//! Submissions, the progress of their judging, and their judgements.

use mousetrap_model::points::EarnedPoints;
use mousetrap_model::{
    Clock, Form, Message, Run, RunEnding, RunHeader, RunSubmission, SubmissionInfo,
    SubmissionOutcome,
};
use mousetrap_util::Choice as _;
use serde_json::Value;
use sqlx::any::AnyRow;
use sqlx::{FromRow, Row as _};

use super::claims::delete_task;
use super::revisions::apply_finished_revision;
use super::{Database, Json, Result, Room, Task, Transaction, host_time_ms};
use crate::secret;

row! {
#[derive(Clone, Debug, Default)]
pub(crate) Submission {
    id: String,
    room: String,
    participant: String,
    problem: String,
    /// The id of the language.
    language: String,
    /// The kind of solution: `function` or `program`.
    form: String,
    /// The file name.
    file: String,
    /// The source; empty if the query selects [`COLUMNS_WITHOUT_SOURCE`].
    source: String,
    created: i64,
}
}

/// Selects submissions with their sources.
pub(super) const SELECT_SUBMISSION: &str = "SELECT id, room, participant, problem, \
    language, form, file, source, created FROM submissions";

/// The columns of a [`Submission`] without its source, which may be long.
pub(super) const COLUMNS_WITHOUT_SOURCE: &str = "s.id, s.room, s.participant, s.problem, \
    s.language, s.form, s.file, '' AS source, s.created";

/// A submission with its author and its latest published judgement.
#[derive(Clone, Debug, Default)]
pub(crate) struct JudgedSubmission {
    /// The submission, without its source.
    pub submission: Submission,
    /// The name of the participant who made the submission.
    pub author: String,
    /// The code of the verdict. `None` until a verdict is published.
    pub verdict: Option<String>,
    /// The points, if the suites award any.
    pub award: Option<EarnedPoints>,
    /// Whether the submission is being judged.
    pub is_running: bool,
}

impl FromRow<'_, AnyRow> for JudgedSubmission {
    fn from_row(row: &AnyRow) -> Result<Self, sqlx::Error> {
        let award: Json<Option<EarnedPoints>> = row.try_get("award")?;
        Ok(Self {
            submission: Submission::from_row(row)?,
            author: row.try_get("author")?,
            verdict: row.try_get("verdict")?,
            award: award.0,
            is_running: row.try_get::<i64, _>("running")? > 0,
        })
    }
}

impl Database {
    /// Returns the submission with this id.
    pub(crate) async fn submission(&self, id: &str) -> Result<Option<Submission>> {
        let query = format!("{SELECT_SUBMISSION} WHERE id = $1");
        self.first_row(&query, parameters![id]).await
    }

    /// Returns the submissions of a room or of one participant, the earliest first, each with its
    /// latest judgement published no later than `at`.
    pub(crate) async fn judged_submissions(
        &self,
        room: &Room,
        participant: Option<&str>,
        at: i64,
    ) -> Result<Vec<JudgedSubmission>> {
        let (column, id) = participant.map_or(("room", &*room.id), |own| ("participant", own));
        let query = format!(
            "SELECT {COLUMNS_WITHOUT_SOURCE}, COALESCE(p.name, '') AS author, j.verdict, \
             COALESCE(j.award, '') AS award, (SELECT COUNT(*) FROM tasks t \
             WHERE t.submission = s.id AND t.kind = 'judge' AND t.state = 'running') AS running \
             FROM submissions s LEFT JOIN participants p ON p.id = s.participant \
             LEFT JOIN judgements j ON j.submission = s.id AND j.revision = {LATEST_REVISION} \
             WHERE s.{column} = $2 ORDER BY s.created, s.id"
        );
        let parameters = parameters![room.revision, id, at];
        self.all_rows(&query, parameters).await
    }

    /// Returns the number of verdicts and completed hacks that participants of a room can see at
    /// this time.
    pub(crate) async fn visible_result_count(&self, room: &str, at: i64) -> Result<i64> {
        let query = "SELECT (SELECT COUNT(*) FROM judgements j JOIN submissions s \
                     ON s.id = j.submission WHERE s.room = $1 AND j.shown <= $2) \
                     + (SELECT COUNT(*) FROM hacks WHERE room = $1 AND state <> 'waiting')";
        self.value(query, parameters![room, at]).await
    }

    /// Returns the step that the judging of a submission has reached, as JSON.
    pub(crate) async fn last_step(&self, submission: &str, revision: i64) -> Result<Option<Value>> {
        let query = "SELECT body FROM progress WHERE submission = $1 AND revision = $2 \
                     ORDER BY attempt DESC, seq DESC LIMIT 1";
        let parameters = parameters![submission, revision];
        let step: Option<(Json<Value>,)> = self.first_row(query, parameters).await?;
        Ok(step.map(|(step,)| step.0))
    }

    /// Stores the step that an attempt has reached, if the worker still holds the task.
    pub(crate) async fn store_step(&self, task: &Task, seq: i64, body: &str) -> Result<()> {
        let insert = "INSERT INTO progress (submission, revision, attempt, seq, body) \
                      SELECT $1, $2, $3, $6, $7 \
                      WHERE EXISTS (SELECT 1 FROM tasks WHERE id = $4 AND token = $5)";
        let parameters = parameters![task; submission, revision, attempts, id, token; seq, body];
        self.execute(insert, parameters).await.map(drop)
    }
}

impl Submission {
    pub(crate) fn new(
        (room, participant): (&str, &str),
        found: &mousetrap_judge::Submission<'_>,
        source: &str,
    ) -> Self {
        Self {
            id: secret::new_id(),
            room: room.to_owned(),
            participant: participant.to_owned(),
            problem: found.problem.id.clone(),
            language: found.detected.language.id.clone(),
            form: found.detected.form.name().to_owned(),
            file: found.path.to_string_lossy().into_owned(),
            source: source.to_owned(),
            created: host_time_ms(),
        }
    }

    /// Returns a run report that contains only this submission, with the given outcome.
    pub(crate) fn run_report(&self, outcome: SubmissionOutcome) -> Run {
        let info = SubmissionInfo {
            cost: 0,
            path: self.file.clone().into(),
            problem: self.problem.clone(),
            signature: None,
            language: self.language.clone(),
            language_name: self.language.clone(),
            form: Form::from_name(&self.form).unwrap_or(Form::Function),
            encoding: None,
            expected: None,
            suites: Vec::new(),
            case_count: 0,
            digest: self.id.clone(),
        };
        Run {
            header: RunHeader {
                jobs: 1,
                clock: Clock::Tree,
                ..RunHeader::default()
            },
            submissions: vec![RunSubmission {
                info,
                outcome,
                award: None,
                redacted_cases: None,
            }],
            ending: Some(RunEnding::default()),
        }
    }
}

row! {
/// The judgement of a submission with the suites and limits of one revision of its room.
#[derive(Clone, Debug)]
pub(crate) StoredJudgement {
    submission: String,
    /// The code of the verdict, [`JUDGE_FAILED`] or [`JUDGING_CANCELLED`].
    verdict: String,
    /// The run report for this submission alone, as JSON.
    run: String,
    /// The digest of the requirements.
    requires: String,
    at: i64,
}
}

/// Stored instead of a verdict code if judging failed because of an internal error.
pub(crate) const JUDGE_FAILED: &str = "failed";
/// Stored instead of a verdict code if the owner cancelled judging.
pub(crate) const JUDGING_CANCELLED: &str = "cancelled";

/// The code that participants see instead of any failing verdict if the room hides its cases.
pub(crate) const NOT_ACCEPTED: &str = "NA";
/// A time later than every publication time. Queries for the owner use this time, because the owner
/// also sees unpublished judgements.
pub(crate) const FAR_FUTURE_MS: i64 = i64::MAX;

/// Returns whether this is the code of a verdict.
pub(crate) fn is_verdict(code: &str) -> bool {
    ![JUDGE_FAILED, JUDGING_CANCELLED].contains(&code)
}

pub(super) const SELECT_JUDGEMENT: &str =
    "SELECT j.submission, j.verdict, j.run, j.requires, j.at FROM judgements j";

/// The revision of a submission's latest judgement in SQL, considering only revisions up to `$1` and
/// publication times up to `$3`.
const LATEST_REVISION: &str = "(SELECT MAX(k.revision) FROM judgements k \
                      WHERE k.submission = s.id AND k.revision <= $1 AND k.shown <= $3)";

impl StoredJudgement {
    /// Parses the run report for this submission.
    pub(crate) fn parse_run_report(&self) -> Result<Run> {
        Ok(serde_json::from_str(&self.run)?)
    }

    /// Returns the run report for this submission alone. A damaged row is read as a failure of the
    /// judge, so that it does not hide the other submissions of its room.
    pub(crate) fn parse_run_report_or_failed(&self, submission: &Submission) -> Run {
        self.parse_run_report().unwrap_or_else(|error| {
            tracing::error!(submission = submission.id, %error, "a stored judgement is damaged");
            let damaged = "the stored judgement is damaged; judge the submission again";
            let outcome = SubmissionOutcome::Failed(damaged.into());
            submission.run_report(outcome)
        })
    }
}

impl Database {
    /// Returns a submission's latest judgement, considering only revisions up to `revision` and
    /// publication times up to `at`. An earlier judgement stays visible until a new one is
    /// published.
    pub(crate) async fn published_judgement(
        &self,
        submission: &str,
        revision: i64,
        at: i64,
    ) -> Result<Option<StoredJudgement>> {
        let query = format!(
            "{SELECT_JUDGEMENT} WHERE j.submission = $1 AND j.revision <= $2 AND j.shown <= $3 \
             ORDER BY j.revision DESC LIMIT 1"
        );
        let parameters = parameters![submission, revision, at];
        self.first_row(&query, parameters).await
    }

    /// Returns the current judgement of each submission in a room, in no particular order.
    pub(crate) async fn current_judgements(&self, room: &Room) -> Result<Vec<StoredJudgement>> {
        let query = format!(
            "{SELECT_JUDGEMENT} JOIN submissions s ON s.id = j.submission \
             WHERE s.room = $2 AND j.revision = {LATEST_REVISION}"
        );
        let parameters = parameters![room.revision, &room.id, FAR_FUTURE_MS];
        self.all_rows(&query, parameters).await
    }

    /// Completes a task and stores its judgement, which is published at time `at` (0 for
    /// immediately). Discards the judgement and returns false if the worker no longer holds the
    /// task.
    pub(crate) async fn complete_task(&self, task: &Task, run: &Run, at: i64) -> Result<bool> {
        let mut tx = self.begin().await?;
        // Other workers that judge for the room wait here, so that the last one applies the
        // revision.
        tx.touch_room(&task.room).await?;
        if !delete_task(&mut tx, task).await? {
            return Ok(false);
        }
        let earlier = judgement_count(&mut tx, &task.submission).await?;
        if outcome_code(run) == JUDGE_FAILED && earlier > 0 {
            // The earlier verdict remains valid.
            let failed = "UPDATE revisions SET failed = failed + 1 \
                          WHERE room = $1 AND revision = $2";
            let parameters = parameters![&task.room, task.revision];
            tx.execute(failed, parameters).await?;
        } else {
            insert_judgement(&mut tx, task, run, at).await?;
        }
        apply_finished_revision(&mut tx, &task.room).await?;
        tx.commit().await?;
        Ok(true)
    }
}

/// Stores a submission.
pub(super) async fn insert_submission(tx: &mut Transaction, submission: &Submission) -> Result<()> {
    let insert = "INSERT INTO submissions (id, room, participant, problem, language, form, \
                  file, source, created) \
                  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    let parameters = parameters![submission; id, room, participant, problem, language, form, file,
        source, created];
    tx.execute(insert, parameters).await.map(drop)
}

/// Stores the judgement of a task.
pub(super) async fn insert_judgement(
    tx: &mut Transaction,
    task: &Task,
    run: &Run,
    publish_at: i64,
) -> Result<()> {
    let insert = "INSERT INTO judgements \
                  (submission, revision, requires, verdict, run, award, shown, at) \
                  VALUES ($1, $2, $3, $4, $5, $6, $7, NOW_MS)";
    let award = Json(&run.submissions[0].award);
    let parameters = parameters![task; submission, revision, requires;
        outcome_code(run), Json(run), award, publish_at];
    tx.execute(insert, parameters).await.map(drop)
}

/// Returns the code of the verdict in the run report of one submission. If there is no verdict,
/// returns [`JUDGE_FAILED`] or [`JUDGING_CANCELLED`].
fn outcome_code(run: &Run) -> &'static str {
    match &run.submissions[0].outcome {
        SubmissionOutcome::Judged(judgement) => judgement.verdict.code(),
        SubmissionOutcome::Failed(Message::Cancelled) => JUDGING_CANCELLED,
        _ => JUDGE_FAILED,
    }
}

pub(super) async fn judgement_count(tx: &mut Transaction, submission: &str) -> Result<i64> {
    let query = "SELECT COUNT(*) FROM judgements WHERE submission = $1";
    tx.value(query, parameters![submission]).await
}
