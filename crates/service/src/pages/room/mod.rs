//! The pages of a room, for its owner and its participants.

mod download;
mod intake;
mod manage;
mod participant;
mod settings;
mod statement;

pub(crate) use download::download;
pub(crate) use intake::{NewSubmission, form, lacks_problem, read};
pub(crate) use manage::{
    cancel, close_room, manage, person, rejudge, remove, rename, renew_invitation,
};
pub(in crate::pages) use participant::example;
pub(crate) use participant::{recognise, room, submit};
pub(crate) use settings::{make_room, rooms, set_room, settings, time_field};
