//! Judging: workers claim tasks from the queue and run them.

mod context;
mod guess;
mod record;
mod running_worker;
mod suites;
mod summary;
mod tasks;
mod worker_state;
mod written_case;

pub(crate) use context::judge_submission_of;
pub use context::judging_options;
pub(crate) use guess::guess_file_name;
pub use guess::is_valid_file_name;
pub(crate) use running_worker::RunningWorker;
#[cfg(test)]
pub(crate) use running_worker::start_threads;
pub(crate) use suites::{RequirementsError, Suites};
pub(crate) use summary::{Summary, without_worker_names};
pub(crate) use tasks::OWN_CASE_ID;
#[cfg(test)]
pub(crate) use worker_state::WorkerIntervals;
pub(crate) use worker_state::WorkerState;
pub(crate) use written_case::{WrittenCaseError, read_custom_case, read_game_case};
