//! The database, `SQLite` or `PostgreSQL`. All queries run on both.

#[macro_use]
mod row;

mod batches;
mod cancelled;
mod changes;
mod database;
mod intake;
mod judgements;
mod revisions;
mod rooms;
mod submissions;
mod tasks;
mod times;
mod trials;

pub(crate) use batches::Terms;
pub(crate) use database::StoreError;
pub(crate) use database::{Database, now};
pub(crate) use judgements::{
    CANCELLED, FAILED, Mark, NOT_ACCEPTED, NewJudgement, Standing, StoredJudgement, UNPUBLISHED,
    is_verdict,
};
pub(crate) use revisions::Revision;
pub(crate) use rooms::{
    COOKIE_SECONDS, Declined, Feedback, Link, OWNER, OwnerLink, Participant, Policy, Room, Token,
    Visitor,
};
pub(crate) use submissions::Submission;
pub(crate) use tasks::{MOST_ATTEMPTS, Queued, Task};
pub(crate) use trials::{RoomCase, Trial};
