//! Judging many submissions with many worker threads.

pub(crate) mod local_engine;
pub(crate) mod reference_speed;
pub(crate) mod result_cache;
pub(crate) mod run_conditions;
pub(crate) mod submission;
pub(crate) mod work_queue;
pub(crate) mod worker;
