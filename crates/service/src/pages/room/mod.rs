//! The pages of a room, for its owner and its participants.

pub(crate) mod download;
pub(crate) mod manage;
pub(crate) mod marks;
pub(crate) mod participant;
pub(crate) mod run;
pub(crate) mod settings;
mod statement;
pub(crate) mod submission_form;
