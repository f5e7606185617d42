//! Judging one submission on its cases.

pub(crate) mod events;
pub(crate) mod exclusive_runs;
pub(crate) mod judging;
pub(crate) mod sanitizers;
pub(crate) mod tally;
