//! The pages of a room, for its owner and its participants.

mod download;
mod manage;
mod marks;
mod participant;
mod run;
mod run_view;
mod scores;
mod settings;
mod similar;
mod statement;
mod submission_form;

pub(crate) use download::download;
pub(crate) use manage::{
    cancel_rejudging, close_room, manage, participant_page, rejudge_room, remove_participant,
    rename_participant, renew_invitation,
};
pub(in crate::pages) use participant::GameExample;
pub(crate) use participant::{autodetect, room, submit};
pub(crate) use run::{run_page, run_result, start_run};
pub(crate) use scores::scores_page;
pub(crate) use settings::{create_room, format_time_field, rooms, settings, update_room};
pub(crate) use similar::similar;
pub(crate) use submission_form::{NewSubmission, is_problem_unknown, read_submission, source_form};
