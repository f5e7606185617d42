//! The database, `SQLite` or `PostgreSQL`. All queries run on both.

#[macro_use]
mod database;

mod queue;
mod requirements;
mod rooms;
mod submissions;
mod suites;

pub(crate) use database::Json;
pub(crate) use database::{Database, HOUR, MAX_SKEW, StoreError, now};
pub(crate) use queue::{
    BatchItemOptions, NewBatchItem, QueueStatus, Task, TaskError, TaskReturn, TaskStatus,
    Toolchain, Wait, Worker, run_client,
};
pub(crate) use requirements::Requirements;
pub(crate) use rooms::{
    COOKIE_SECONDS, Declined, Feedback, Link, Participant, Policy, Room, RoomError, Scoreboard,
    Token, Visitor, is_deceptive, name, person,
};
pub(crate) use submissions::{
    AnsweredCase, FAILED, Hack, MAX_HACKS, MAX_HITS, Mark, NewJudgement, Revision, RoomCase,
    StoredJudgement, Submission, UNPUBLISHED, header_without_judge, is_verdict, single,
};
pub(crate) use suites::{MAX_TOTAL, Stored};
