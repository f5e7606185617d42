//! The database, `SQLite` or `PostgreSQL`. All queries run on both.

#[macro_use]
mod database;

mod queue;
mod requirements;
mod rooms;
mod submissions;
mod suites;

#[cfg(test)]
pub(crate) use database::Queries;
pub(crate) use database::{Database, HOUR, MAX_SKEW, StoreError, now};
pub(crate) use queue::{Claimant, Earlier, NewBatchItem, Task, TaskError, TaskReturn, Terms};
pub use queue::{QueueStatus, QueuedTask, TaskStatus, Toolchain, Worker};
pub(crate) use requirements::Requirements;
pub(crate) use rooms::{
    COOKIE_SECONDS, Declined, Feedback, Link, Participant, Policy, Room, RoomError, Token, Visitor,
    hides, name, person,
};
pub(crate) use submissions::{
    FAILED, Hack, Mark, NewJudgement, Revision, RoomCase, StoredJudgement, Submission, UNPUBLISHED,
    header_without_judge, is_verdict, single,
};
pub(crate) use suites::{MAX_TOTAL, Stored};
