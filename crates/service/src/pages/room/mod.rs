//! The pages of a room, for its owner and its participants.

mod download;
mod form;
mod intake;
mod owner;
mod participant;
mod person;
mod suite_changes;

pub(crate) use download::download;
pub(crate) use intake::{Sent, form, lacks_problem, read};
pub(crate) use owner::{
    close_room, make_room, manage, renew_invitation, rooms, set_room, settings,
};
pub(in crate::pages) use participant::example;
pub(crate) use participant::{recognise, room, submit};
pub(crate) use person::{person, remove, rename};
pub(in crate::pages) use suite_changes::suites_by_problem;
