//! A task of the queue, and the workers that may claim it.

use mousetrap_model::{CaseResult, Message};
use serde::{Deserialize, Serialize};

use crate::secret;
use crate::store::database::{Database, Json, Result};
use crate::store::submissions::Submission;

/// Number of failures of the judge after which a task ends without a verdict.
const MAX_FAILURES: i64 = 3;

/// Number of lost workers after which a task ends without a verdict.
const MAX_LOST: i64 = 3;

/// The same with `SQLite`, where the only server loses its tasks whenever it is killed. That
/// says less about a task than the loss of several workers.
const MAX_LOST_ALONE: i64 = 10;

row! {
/// A task.
#[derive(Clone, Debug, Default)]
pub(crate) Task {
    id: String,
    /// `judge` or `hack`.
    kind: String,
    room: String,
    participant: String,
    submission: String,
    revision: i64,
    /// The id of the hack, or the terms of judging; empty for those of the room.
    body: String,
    /// The digest of the requirements that a worker must meet.
    requires: String,
    /// The language of the submission, by id.
    language: String,
    /// The token of the worker that holds the task.
    token: String,
    /// The number of attempts that ended, or are going on.
    attempts: i64,
    /// The number of leases that expired.
    lost: i64,
    /// The number of failures of the judge.
    failures: i64,
    errors: Json<Vec<TaskError>>,
    earlier: Json<Earlier>,
    /// Its place in the queue. See [`turns`](super::turns).
    turn: i64,
    /// When it was queued, in milliseconds since 1970 on the database's clock.
    queued: i64,
}
}

/// Results of earlier, interrupted attempts at a task.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Earlier {
    /// Results of the first cases.
    pub results: Vec<CaseResult>,
    /// The result of the next case, if it was close to its time limit and is repeated.
    pub time_out: Option<CaseResult>,
}

/// Why one attempt at a task gave no result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TaskError {
    /// The name of the worker.
    pub worker: String,
    pub error: Message,
}

/// A worker that claims tasks.
#[derive(Clone, Debug)]
pub(crate) struct Claimant {
    /// The worker, by id.
    pub id: String,
    pub build: String,
    pub isolation: String,
    /// The installed languages: `"python" "rust"`. Empty if the worker claims tasks in every
    /// language.
    pub languages: String,
}

impl Claimant {
    /// The SQL condition for tasks that a worker can claim. Its parameters are the id of the
    /// worker, its build, its isolation and its languages.
    pub(super) const CLAIMABLE: &str = "state = 'waiting' AND (avoid <> $1 OR avoid_until < NOW_MS) \
         AND requires IN (SELECT digest FROM requirements WHERE build = $2 AND isolation = $3) \
         AND ($4 = '' OR $4 LIKE '%\"' || language || '\"%')";
}

impl Task {
    /// Judging a submission on the cases of a revision.
    pub(crate) fn judging(submission: &Submission, revision: i64, requires: &str) -> Self {
        Self {
            id: secret::id(),
            kind: "judge".to_owned(),
            room: submission.room.clone(),
            participant: submission.participant.clone(),
            submission: submission.id.clone(),
            revision,
            requires: requires.to_owned(),
            language: submission.language.clone(),
            ..Self::default()
        }
    }

    /// The reason why the task ends without a verdict, if it was lost or failed too often.
    pub(crate) fn exhausted(&self, database: &Database) -> Option<Message> {
        let max_lost = if database.is_server() {
            MAX_LOST
        } else {
            MAX_LOST_ALONE
        };
        if self.lost < max_lost && self.failures < MAX_FAILURES {
            return None;
        }
        let errors = self.errors.0.iter().map(|one| Message::OnWorker {
            worker: one.worker.clone(),
            problem: Box::new(one.error.clone()),
        });
        let errors = errors.reduce(|first, second| Message::And {
            first: Box::new(first),
            second: Box::new(second),
        });
        Some(Message::JudgeGaveUp {
            lost: self.lost,
            failures: self.failures,
            errors: Box::new(errors.unwrap_or(Message::JudgeFailed)),
        })
    }

    /// The terms of judging, if they are not those of the room.
    pub(crate) fn terms(&self) -> Result<Option<super::Terms>> {
        let has_terms = self.kind == "judge" && !self.body.is_empty();
        Ok(has_terms
            .then(|| serde_json::from_str(&self.body))
            .transpose()?)
    }
}
