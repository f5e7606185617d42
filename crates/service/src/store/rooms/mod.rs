//! Rooms and the people in them.

mod logins;
mod names;
mod people;
mod room;

pub(crate) use logins::{COOKIE_SECONDS, Link, Participant, Visitor};
pub(crate) use names::{is_deceptive, name, person};
pub(crate) use people::Token;
pub(in crate::store) use room::lock_room;
pub(crate) use room::{Declined, Feedback, Policy, Room, RoomError, Scoreboard};
