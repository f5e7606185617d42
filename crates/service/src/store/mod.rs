//! What is kept, in `SQLite` or `PostgreSQL`, by one set of queries that both speak.

#[macro_use]
mod row;

mod batches;
mod cancelled;
mod database;
mod people;
mod revisions;
mod rooms;
mod submissions;
mod tasks;
mod trials;

pub(crate) use batches::Terms;
pub(crate) use database::{Database, StoreError, now};
pub(crate) use people::{Link, OWNER, Participant, Token, Visitor};
pub(crate) use revisions::Revision;
pub(crate) use rooms::{Feedback, Policy, Room};
pub(crate) use submissions::{
    CANCELLED, Declined, FAILED, FailingCase, Judgement, Mark, Standing, Submission, Summary,
    is_verdict,
};
pub(crate) use tasks::{MOST_ATTEMPTS, Queued, Task, Verdict};
pub(crate) use trials::{RoomCase, Trial};
