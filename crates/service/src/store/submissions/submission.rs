//! Submissions and the progress of their judging.

use mousetrap_model::{
    Clock, Form, Run, RunEnding, RunHeader, RunSubmission, SubmissionInfo, SubmissionOutcome,
};
use mousetrap_util::Choice as _;

use crate::secret;
use crate::store::database::{Database, Result, host_time_ms};
use crate::store::queue::Task;

row! {
#[derive(Clone, Debug)]
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
    /// The source; empty if the query is [`SELECT_FOR_LIST`].
    source: String,
    created: i64,
}
}

row! {
/// A row with consecutive events of one judging attempt.
#[derive(Clone, Debug)]
pub(crate) Progress {
    attempt: i64,
    seq: i64,
    /// The events, in JSON.
    body: String,
}
}

/// Selects submissions with their sources.
pub(in crate::store) const SELECT_SUBMISSION: &str = "SELECT id, room, participant, problem, \
    language, form, file, source, created FROM submissions";

/// Selects submissions without their sources, which may be long.
pub(super) const SELECT_FOR_LIST: &str = "SELECT id, room, participant, problem, language, form, \
    file, '' AS source, created FROM submissions";

impl Database {
    /// The submission with this id.
    pub(crate) async fn submission(&self, id: &str) -> Result<Option<Submission>> {
        let query = format!("{SELECT_SUBMISSION} WHERE id = $1");
        self.first_row(&query, parameters![id]).await
    }

    /// The submissions of a participant, the latest first.
    pub(crate) async fn submissions_by_participant(
        &self,
        participant: &str,
    ) -> Result<Vec<Submission>> {
        let query = format!("{SELECT_FOR_LIST} WHERE participant = $1 ORDER BY created DESC, id");
        self.all_rows(&query, parameters![participant]).await
    }

    /// The submissions of a room, the earliest first.
    pub(crate) async fn submissions_of_room(&self, room: &str) -> Result<Vec<Submission>> {
        let query = format!("{SELECT_FOR_LIST} WHERE room = $1 ORDER BY created, id");
        self.all_rows(&query, parameters![room]).await
    }

    /// Returns the number of verdicts and completed hacks that participants of a room can see at
    /// this time.
    pub(crate) async fn visible_result_count(&self, room: &str, at: i64) -> Result<i64> {
        let query = "SELECT (SELECT COUNT(*) FROM judgements j JOIN submissions s \
                     ON s.id = j.submission WHERE s.room = $1 AND j.shown <= $2) \
                     + (SELECT COUNT(*) FROM hacks WHERE room = $1 AND state <> 'waiting')";
        self.value(query, parameters![room, at]).await
    }

    /// Returns the judging steps of a submission that follow the given attempt and sequence number.
    pub(crate) async fn progress(
        &self,
        submission: &str,
        revision: i64,
        (attempt, seq): (i64, i64),
    ) -> Result<Vec<Progress>> {
        let query = "SELECT attempt, seq, body FROM progress \
                     WHERE submission = $1 AND revision = $2 \
                     AND attempt = (SELECT MAX(attempt) FROM progress \
                     WHERE submission = $1 AND revision = $2) \
                     AND (attempt > $3 OR (attempt = $3 AND seq > $4)) ORDER BY seq";
        let parameters = parameters![submission, revision, attempt, seq];
        self.all_rows(query, parameters).await
    }

    /// Adds steps of an attempt, if the worker still holds the task.
    pub(crate) async fn add_progress(&self, task: &Task, seq: i64, body: &str) -> Result<()> {
        let insert = "INSERT INTO progress (submission, revision, attempt, seq, body) \
                      SELECT $1, $2, $3, $4, $5 \
                      WHERE EXISTS (SELECT 1 FROM tasks WHERE id = $6 AND token = $7)";
        let (submission, revision) = (&task.submission, task.revision);
        let parameters = parameters![
            submission,
            revision,
            task.attempts,
            seq,
            body,
            &task.id,
            &task.token
        ];
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
