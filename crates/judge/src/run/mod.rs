//! Running one program on cases.

pub(crate) mod driver_session;
pub(crate) mod interactive;
pub(crate) mod judging_rules;
pub(crate) mod prepare;
pub(crate) mod runner;
pub(crate) mod startup;
pub(crate) mod variants;
