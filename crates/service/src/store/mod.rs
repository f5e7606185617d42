//! The database, `SQLite` or `PostgreSQL`. All queries run on both.

#[macro_use]
mod row;

mod batches;
mod cancelled;
mod changes;
mod database;
mod intake;
mod judgements;
mod requirements;
mod revisions;
mod rooms;
mod submissions;
mod suite_blobs;
mod task;
mod tasks;
mod times;
mod trials;
mod turns;
mod waiting;
mod workers;

pub(crate) use batches::{NewBatchItem, Terms};
pub(crate) use database::StoreError;
pub(crate) use database::{Database, now};
pub(crate) use judgements::{
    CANCELLED, FAILED, Mark, NewJudgement, StoredJudgement, UNPUBLISHED, is_verdict,
};
pub(crate) use requirements::{PublishedSuite, Requirements};
pub(crate) use revisions::Revision;
pub(crate) use rooms::{
    COOKIE_SECONDS, Declined, Feedback, Link, OWNER, OwnerLink, Participant, Policy, Room, Token,
    Visitor,
};
pub(crate) use submissions::Submission;
pub(crate) use suite_blobs::{MAX_TOTAL, Stored};
pub(crate) use task::{Claimant, Earlier, Task, TaskError};
pub(crate) use tasks::Queued;
pub(crate) use trials::{RoomCase, Trial};
pub(crate) use waiting::{short_build, wait_reason};
pub(crate) use workers::{Toolchain, Toolchains, Worker};
