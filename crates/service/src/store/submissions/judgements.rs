//! Judgements of submissions.

use std::collections::BTreeMap;

use mousetrap_model::{
    Clock, Run, RunEnding, RunHeader, RunSubmission, SubmissionInfo, SubmissionOutcome,
};

use super::revisions::apply;
use super::submission::Submission;
use crate::store::database::{Change, Database, Json, Result};
use crate::store::queue::{Task, delete};
use crate::store::rooms::Room;

row! {
/// The judgement of a submission in a revision of its room.
#[derive(Clone, Debug)]
pub(crate) StoredJudgement {
    submission: String,
    /// The code of the verdict, [`FAILED`] or [`CANCELLED`].
    verdict: String,
    /// A run with only this submission, as JSON.
    run: String,
    /// The digest of the requirements.
    requires: String,
    at: i64,
}
}

row! {
/// The best submission of a participant for a problem: the latest accepted one, or else the
/// latest one.
#[derive(Clone, Debug)]
pub(crate) Mark {
    participant: String,
    problem: String,
    submission: String,
    /// The code of a judgement, if there is one.
    verdict: Option<String>,
    /// The number of submissions of the participant for the problem.
    tries: i64,
    /// When the first accepted submission was made.
    solved: Option<i64>,
}
}

/// A judgement to be stored.
#[derive(Clone, Debug)]
pub(crate) struct NewJudgement<'a> {
    /// The code of the verdict, [`FAILED`] or [`CANCELLED`].
    pub verdict: &'a str,
    /// The digest of the requirements.
    pub requires: &'a str,
    /// The run with this submission alone.
    pub run: Run,
    /// When the judgement is published, in milliseconds since 1970; 0 means immediately.
    pub shown: i64,
}

/// Stands in place of a verdict's code if the judge failed, which is not the submission's fault.
pub(crate) const FAILED: &str = "failed";
/// Stands in place of a verdict's code if the owner cancelled judging.
pub(crate) const CANCELLED: &str = "cancelled";

/// Stands in place of every failure's code for participants if the room hides its cases.
pub(crate) const NOT_ACCEPTED: &str = "NA";
/// A time by which all judgements are published. Used for the owner, who sees unpublished
/// judgements.
pub(crate) const UNPUBLISHED: i64 = i64::MAX;

/// Returns whether this is the code of a verdict.
pub(crate) fn is_verdict(code: &str) -> bool {
    ![FAILED, CANCELLED].contains(&code)
}

pub(in crate::store) const JUDGEMENT: &str =
    "SELECT j.submission, j.verdict, j.run, j.requires, j.at FROM judgements j";

/// Selects the judgements that count in a revision and are published by a time.
const COUNTED_JUDGEMENTS: &str = "JOIN submissions s ON s.id = j.submission WHERE j.revision = \
                      (SELECT MAX(k.revision) FROM judgements k \
                      WHERE k.submission = j.submission AND k.revision <= $1 AND k.shown <= $3)";

impl StoredJudgement {
    /// The run with this submission alone.
    pub(crate) fn run(&self) -> Result<Run> {
        Ok(serde_json::from_str(&self.run)?)
    }

    /// Returns the run with only this submission. A damaged row is read as a failure of the judge,
    /// so that it does not hide the other submissions of its room.
    pub(crate) fn run_or_failure(&self, submission: &Submission) -> Run {
        self.run().unwrap_or_else(|error| {
            tracing::error!(submission = submission.id, %error, "a stored judgement is damaged");
            let damaged = "the stored judgement is damaged; judge the submission again";
            let outcome = SubmissionOutcome::Failed(damaged.into());
            single(header_without_judge(), submission.info(), outcome)
        })
    }
}

impl Database {
    /// Returns the judgement that counts in a revision, whether it is published or not.
    pub(crate) async fn judgement(
        &self,
        submission: &str,
        revision: i64,
    ) -> Result<Option<StoredJudgement>> {
        self.published_judgement(submission, revision, UNPUBLISHED)
            .await
    }

    /// Returns the judgement that counts in a revision and is published by `at`. An earlier
    /// judgement stays visible until a new one is published.
    pub(crate) async fn published_judgement(
        &self,
        submission: &str,
        revision: i64,
        at: i64,
    ) -> Result<Option<StoredJudgement>> {
        let query = format!(
            "{JUDGEMENT} WHERE j.submission = $1 AND j.revision <= $2 AND j.shown <= $3 \
             ORDER BY j.revision DESC LIMIT 1"
        );
        let parameters = parameters![submission, revision, at];
        self.optional(&query, parameters).await
    }

    /// The judgements of a room that count, in no particular order.
    pub(crate) async fn judgements_in(&self, room: &Room) -> Result<Vec<StoredJudgement>> {
        let query = format!("{JUDGEMENT} {COUNTED_JUDGEMENTS} AND s.room = $2");
        let parameters = parameters![room.revision, &room.id, UNPUBLISHED];
        self.all(&query, parameters).await
    }

    /// Returns the verdicts of a room, or of one of its participants, that count and are published
    /// by `at`, keyed by submission.
    pub(crate) async fn verdicts(
        &self,
        room: &Room,
        participant: Option<&str>,
        at: i64,
    ) -> Result<BTreeMap<String, String>> {
        let (column, id) = match participant {
            Some(participant) => ("participant", participant),
            None => ("room", room.id.as_str()),
        };
        let select = "SELECT j.submission, j.verdict FROM judgements j";
        let query = format!("{select} {COUNTED_JUDGEMENTS} AND s.{column} = $2");
        let parameters = parameters![room.revision, id, at];
        let rows: Vec<(String, String)> = self.all(&query, parameters).await?;
        Ok(rows.into_iter().collect())
    }

    /// The mark of each participant of a room for each problem.
    pub(crate) async fn marks(&self, room: &Room) -> Result<Vec<Mark>> {
        let query = "SELECT participant, problem, submission, verdict, tries, solved FROM \
                     (SELECT s.participant, s.problem, s.id AS submission, j.verdict, \
                     COUNT(*) OVER (PARTITION BY s.participant, s.problem) AS tries, \
                     MIN(CASE WHEN j.verdict = 'AC' THEN s.created END) \
                     OVER (PARTITION BY s.participant, s.problem) AS solved, \
                     ROW_NUMBER() OVER (PARTITION BY s.participant, s.problem ORDER BY \
                     CASE WHEN j.verdict = 'AC' THEN 0 ELSE 1 END, s.created DESC, s.id) AS place \
                     FROM submissions s LEFT JOIN judgements j ON j.submission = s.id \
                     AND j.revision = (SELECT MAX(k.revision) FROM judgements k \
                     WHERE k.submission = s.id AND k.revision <= $1) \
                     WHERE s.room = $2) AS all_of_them WHERE place = 1";
        let parameters = parameters![room.revision, &room.id];
        self.all(query, parameters).await
    }

    /// Ends a task with a judgement. Returns whether the worker still held the task; otherwise
    /// the judgement is dropped.
    pub(crate) async fn finish(&self, task: &Task, judgement: &NewJudgement<'_>) -> Result<bool> {
        let mut change = self.change().await?;
        // Other workers that judge for the room wait here, so that the last one applies the
        // revision.
        change.touch_room(&task.room).await?;
        if !delete(&mut change, task).await? {
            return Ok(false);
        }
        let earlier = judgement_count(&mut change, &task.submission).await?;
        if judgement.verdict == FAILED && earlier > 0 {
            // The earlier verdict stays in force.
            let failed = "UPDATE revisions SET failed = failed + 1 \
                          WHERE room = $1 AND revision = $2";
            let parameters = parameters![&task.room, task.revision];
            change.execute(failed, parameters).await?;
        } else {
            let key = (task.submission.as_str(), task.revision);
            insert_judgement(&mut change, key, judgement).await?;
        }
        apply(&mut change, &task.room).await?;
        change.commit().await?;
        Ok(true)
    }
}

/// Stores a judgement.
pub(super) async fn insert_judgement(
    change: &mut Change,
    (submission, revision): (&str, i64),
    judgement: &NewJudgement<'_>,
) -> Result<()> {
    let insert = "INSERT INTO judgements (submission, revision, verdict, run, requires, at, shown) \
                  VALUES ($1, $2, $3, $4, $5, NOW_MS, $6)";
    let NewJudgement {
        verdict,
        requires,
        run,
        shown,
    } = judgement;
    let parameters = parameters![submission, revision, verdict, Json(run), requires, shown];
    change.execute(insert, parameters).await.map(drop)
}

/// Counts the judgements of a submission.
pub(super) async fn judgement_count(change: &mut Change, submission: &str) -> Result<i64> {
    let query = "SELECT COUNT(*) FROM judgements WHERE submission = $1";
    change.value(query, parameters![submission]).await
}

/// Returns the run of one submission with this outcome.
pub(crate) fn single(header: RunHeader, info: SubmissionInfo, outcome: SubmissionOutcome) -> Run {
    Run {
        header,
        submissions: vec![RunSubmission {
            info,
            outcome,
            award: None,
            redacted_cases: None,
        }],
        ending: Some(RunEnding::default()),
    }
}

/// Returns the header of a run for which no judge has started.
pub(crate) fn header_without_judge() -> RunHeader {
    RunHeader {
        jobs: 1,
        clock: Clock::Tree,
        ..RunHeader::default()
    }
}
