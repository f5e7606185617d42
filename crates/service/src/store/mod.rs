//! The database, `SQLite` or `PostgreSQL`. Every query works with both database systems.

#[macro_use]
mod database;

mod queue;
mod requirements;
mod rooms;
mod submissions;
mod suites;

pub(crate) use database::{Database, HOUR_MS, Json, MAX_SKEW_MS, StoreError, host_time_ms};
pub(crate) use queue::{
    BatchItemOptions, ExpectedWait, QueuedTask, RequeueReason, Task, TaskError, Toolchain, Worker,
    batch_room_id, run_client_id,
};
pub(crate) use requirements::Requirements;
pub(crate) use rooms::{
    COOKIE_MAX_AGE_SECONDS, DeclineReason, FeedbackLevel, Participant, Policy, Room,
    ScoreboardVisibility, Token, Visitor, is_deceptive, normalise_name, normalise_participant_name,
};
pub(crate) use submissions::{
    AnsweredCase, FAR_FUTURE_MS, Hack, MAX_HACKS_PER_HOUR, MAX_SUCCESSFUL_HACKS_PER_HOUR, Revision,
    RoomCase, StoredJudgement, Submission, is_verdict,
};
pub(crate) use suites::{MAX_TOTAL_BYTES, StoreSuiteResult};
