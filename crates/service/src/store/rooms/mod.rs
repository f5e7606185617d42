//! Rooms and the people in them.

mod logins;
mod names;
mod people;
mod room;

pub(crate) use logins::{COOKIE_MAX_AGE_SECONDS, Participant, Visitor};
pub(crate) use names::{is_deceptive, normalise_name, normalise_participant_name};
pub(crate) use people::Token;
pub(in crate::store) use room::lock_room;
pub(crate) use room::{DeclineReason, FeedbackLevel, Policy, Room, ScoreboardVisibility};
