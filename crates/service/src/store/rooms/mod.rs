//! Rooms and the people in them.

mod declined;
mod logins;
mod names;
mod people;
mod room;
mod visitor;

pub(crate) use declined::{Declined, RoomError};
pub(crate) use logins::{COOKIE_SECONDS, OwnerLink};
pub(crate) use names::{hides, name, person};
pub(crate) use people::Token;
pub(in crate::store) use room::held;
pub(crate) use room::{Feedback, Policy, Room};
pub(crate) use visitor::{Link, OWNER, Participant, Visitor};
