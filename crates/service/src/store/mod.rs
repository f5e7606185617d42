//! The database, `SQLite` or `PostgreSQL`. All queries run on both.

#[macro_use]
mod database;

mod hub;
mod queue;
mod requirements;
mod rooms;
mod submissions;
mod suite_blobs;
mod times;

pub(crate) use database::{Database, StoreError, now};
pub(crate) use hub::{Hub, Kind};
pub(crate) use queue::{Claimant, Earlier, NewBatchItem, Task, TaskError, Terms};
pub use queue::{QueueStatus, QueuedTask, TaskStatus, Toolchain, Worker};
pub(crate) use requirements::{PublishedSuite, Requirements};
pub(crate) use rooms::{
    COOKIE_SECONDS, Declined, Feedback, Link, OWNER, OwnerLink, Participant, Policy, Room,
    RoomError, Token, Visitor, hides, name, person,
};
pub(crate) use submissions::{
    CANCELLED, FAILED, Mark, NewJudgement, Revision, RoomCase, StoredJudgement, Submission, Trial,
    UNPUBLISHED, header_without_judge, is_verdict, replay, single,
};
pub(crate) use suite_blobs::{MAX_TOTAL, Stored};
