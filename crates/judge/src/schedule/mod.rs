//! Judging many submissions on many workers.

pub(crate) mod conditions;
pub(crate) mod engine;
pub(crate) mod events;
pub(crate) mod exclusive;
pub(crate) mod idle_sandboxes;
pub(crate) mod judging;
pub(crate) mod reference_speed;
pub(crate) mod result_cache;
pub(crate) mod sanitizers;
pub(crate) mod tally;
pub(crate) mod threads;
pub(crate) mod worker;
