//! Messages between the judge, its worker processes and the init of a run.

pub(crate) mod messages;
pub(crate) mod socket;
