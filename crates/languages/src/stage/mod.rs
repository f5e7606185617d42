//! Staging: wraps a submission for the tools of its language.

mod cpp;
mod go;
mod jvm;
mod opening;
#[expect(
    clippy::module_inception,
    reason = "the file contains the function `stage`"
)]
mod stage;
mod task;

pub use stage::{empty_submission, stage, stage_with_sanitizers};
pub use task::{Staged, StagedFile};
