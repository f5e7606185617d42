//! The database, `SQLite` or `PostgreSQL`. Every query works with both database systems.

#[macro_use]
mod database;

mod batches;
mod claims;
mod hacks;
mod names;
mod people;
mod queue_status;
mod queueing;
mod requirements;
mod revisions;
mod room;
mod submissions;
mod task;

pub(crate) use batches::{BatchItemOptions, new_batch_id, run_id};
pub(crate) use database::{Database, HOUR_MS, Json, MAX_SKEW_MS, StoreError, host_time_ms};
use database::{Result, Transaction};
pub(crate) use hacks::{
    AnsweredCase, HACK_CASES_SUITE, Hack, MAX_HACKS_PER_HOUR, MAX_SUCCESSFUL_HACKS_PER_HOUR,
    RoomCase,
};
pub(crate) use names::{is_deceptive, normalise_name, normalise_participant_name};
pub(crate) use people::{COOKIE_MAX_AGE_SECONDS, Participant, Token, Visitor};
pub(crate) use queue_status::{QueuedTask, Toolchain, Worker, build_prefix, estimate_wait};
pub(crate) use requirements::{MAX_TOTAL_SUITE_BYTES, Requirements, StoreSuiteResult};
pub(crate) use revisions::Revision;
pub(crate) use room::{DeclineReason, FeedbackLevel, Policy, Room, ScoreboardVisibility};
pub(crate) use submissions::{
    FAR_FUTURE_MS, JudgedSubmission, StoredJudgement, Submission, is_verdict,
};
pub(crate) use task::{Task, TaskError};
