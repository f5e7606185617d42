//! Submissions of a room: their judgements, and attempts to break them.

mod cancel;
mod intake;
mod judgements;
mod revisions;
mod run;
mod submission;
mod trials;

pub(super) use intake::insert;
pub(super) use judgements::JUDGEMENT;
pub(crate) use judgements::{
    CANCELLED, FAILED, Mark, NOT_ACCEPTED, NewJudgement, StoredJudgement, UNPUBLISHED, is_verdict,
};
pub(crate) use revisions::Revision;
pub(super) use revisions::apply;
pub(crate) use run::{header_without_judge, replay, single};
pub(crate) use submission::Submission;
pub(super) use trials::end_trials;
pub(crate) use trials::{RoomCase, Trial};
