//! Rooms and the people in them.

mod declined;
mod logins;
mod people;
mod room;
mod visitor;

pub(crate) use declined::Declined;
pub(crate) use logins::{COOKIE_SECONDS, OwnerLink};
pub(crate) use people::{OWNER, Token};
pub(in crate::store) use room::held;
pub(crate) use room::{Feedback, Policy, Room};
pub(crate) use visitor::{Link, Participant, Visitor};
