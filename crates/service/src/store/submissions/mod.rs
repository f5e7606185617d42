//! Submissions of a room: their judgements and hacks.

mod hacks;
mod judgements;
mod queueing;
mod revisions;
mod submission;

pub(super) use hacks::cancel_hacks;
pub(crate) use hacks::{
    AnsweredCase, Hack, MAX_HACKS_PER_HOUR, MAX_SUCCESSFUL_HACKS_PER_HOUR, RoomCase,
};
pub(super) use judgements::SELECT_JUDGEMENT;
pub(crate) use judgements::{FAR_FUTURE_MS, NOT_ACCEPTED, StoredJudgement, is_verdict};
pub(super) use queueing::insert;
pub(crate) use revisions::Revision;
pub(super) use revisions::apply;
pub(super) use submission::SELECT_SUBMISSION;
pub(crate) use submission::Submission;
