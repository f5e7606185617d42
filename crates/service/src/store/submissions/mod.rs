//! Submissions of a room: their judgements and hacks.

mod hacks;
mod intake;
mod judgements;
mod revisions;
mod submission;

pub(super) use hacks::end_hacks;
pub(crate) use hacks::{AnsweredCase, Hack, MAX_HACKS, MAX_HITS, RoomCase};
pub(super) use intake::insert;
pub(super) use judgements::JUDGEMENT;
pub(crate) use judgements::{
    FAILED, Mark, NOT_ACCEPTED, NewJudgement, StoredJudgement, UNPUBLISHED, header_without_judge,
    is_verdict, single,
};
pub(crate) use revisions::Revision;
pub(super) use revisions::apply;
pub(super) use submission::SUBMISSION;
pub(crate) use submission::Submission;
