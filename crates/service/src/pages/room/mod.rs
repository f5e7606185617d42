//! The pages of a room, for its owner and its participants.

mod download;
mod intake;
mod manage;
mod participant;
mod run;
mod scores;
mod settings;
mod similar;
mod statement;

pub(crate) use download::download;
pub(crate) use intake::{NewSubmission, form, lacks_problem, read};
pub(crate) use manage::{
    cancel, close_room, manage, participant_page, rejudge, remove, rename, renew_invitation,
};
pub(in crate::pages) use participant::GameExample;
pub(crate) use participant::{recognise, room, submit};
pub(crate) use run::{run, run_page, run_result};
pub(crate) use scores::scores_page;
pub(crate) use settings::{make_room, rooms, set_room, settings, time_field};
pub(crate) use similar::similar;
