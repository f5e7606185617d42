//! The workers, which claim tasks from the queue and run them.

mod context;
mod language_detection;
mod participant_case;
mod record;
mod running_worker;
mod suites;
mod summary;
mod tasks;
mod worker_state;

pub use context::judging_options;
pub(crate) use context::to_judge_submission;
pub(crate) use language_detection::guess_file_name;
pub use language_detection::is_valid_file_name;
pub(crate) use participant_case::{ParticipantCaseError, read_custom_case, read_game_case};
pub(crate) use running_worker::RunningWorker;
#[cfg(test)]
pub(crate) use running_worker::start_threads;
pub(crate) use suites::{RequirementsError, Suites};
pub(crate) use summary::{Summary, without_worker_names};
pub(crate) use tasks::PARTICIPANT_CASE_ID;
#[cfg(test)]
pub(crate) use worker_state::WorkerIntervals;
pub(crate) use worker_state::WorkerState;
