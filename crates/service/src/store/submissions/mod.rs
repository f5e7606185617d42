//! Submissions of a room: their judgements and hacks.

mod hacks;
mod intake;
mod judgements;
mod revisions;
mod submission;

pub(super) use hacks::cancel_hacks;
pub(crate) use hacks::{
    AnsweredCase, Hack, MAX_HACKS_PER_HOUR, MAX_SUCCESSFUL_HACKS_PER_HOUR, RoomCase,
};
pub(super) use intake::insert;
pub(super) use judgements::SELECT_JUDGEMENT;
pub(crate) use judgements::{FAR_FUTURE_MS, NOT_ACCEPTED, StoredJudgement, is_verdict};
pub(crate) use revisions::Revision;
pub(super) use revisions::apply;
pub(super) use submission::SELECT_SUBMISSION;
pub(crate) use submission::Submission;
