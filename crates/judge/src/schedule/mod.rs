//! Judging many submissions with many worker threads.

pub(crate) mod conditions;
pub(crate) mod reference_speed;
pub(crate) mod result_cache;
pub(crate) mod submission;
pub(crate) mod threads;
pub(crate) mod worker;
