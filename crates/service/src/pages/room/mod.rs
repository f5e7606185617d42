//! The pages of a room, for its owner and its participants.

pub(crate) mod download;
pub(crate) mod manage;
mod marks;
pub(crate) mod participant;
pub(crate) mod run;
mod run_view;
pub(crate) mod scores;
pub(crate) mod settings;
pub(crate) mod similar_code;
mod statement;
pub(crate) mod submission_form;
