//! Staging: wraps a submission for the tools of its language.

mod brackets;
mod cpp;
mod csharp;
mod csharp_code;
mod csharp_erased;
mod csharp_local;
mod csharp_newer;
mod go;
mod jvm;
mod opening;
#[expect(
    clippy::module_inception,
    reason = "this file combines the steps of staging"
)]
mod stage;
mod task;

pub use stage::{empty_submission, stage, stage_with_sanitizers};
pub use task::{Staged, StagedFile};
