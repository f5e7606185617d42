//! The workers, which claim tasks from the queue and run them.

mod context;
mod results;
mod running_worker;
mod suites;
mod tasks;
mod worker_state;

pub use context::judging_options;
pub(crate) use context::to_judge_submission;
pub(crate) use results::{Summary, remove_worker_names};
pub(crate) use running_worker::RunningWorker;
pub(crate) use suites::{RequirementsError, SuiteSelection, Suites};
pub(crate) use tasks::PARTICIPANT_CASE_ID;
#[cfg(test)]
pub(crate) use worker_state::WorkerIntervals;
pub(crate) use worker_state::WorkerState;
