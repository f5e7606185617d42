//! Runs of one program on cases.

pub(crate) mod interactive;
pub(crate) mod prepare;
pub(crate) mod runner;
pub(crate) mod startup;
pub(crate) mod variants;
pub(crate) mod verdict;
