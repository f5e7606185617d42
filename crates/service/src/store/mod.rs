//! What is kept, in `SQLite` or `PostgreSQL`, by one set of queries that both speak.

#[macro_use]
mod row;

mod database;
mod people;
mod rooms;
mod submissions;
mod tasks;

pub(crate) use database::{Database, StoreError, now};
pub(crate) use people::{Link, Participant, Visitor};
pub(crate) use rooms::{Feedback, Policy, Room};
pub(crate) use submissions::{Declined, FAILED, FailingCase, Judgement, Submission, Summary};
pub(crate) use tasks::{MOST_ATTEMPTS, Task, Verdict};
