//! The pages of the service: handlers that render templates.

pub(crate) mod links;
pub(crate) mod owner;
mod participant_case;
pub(crate) mod room;
pub(crate) mod site;
pub(crate) mod submission;
mod views;
