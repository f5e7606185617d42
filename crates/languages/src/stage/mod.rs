//! Staging: wraps a submission for the tools of its language.

mod cpp;
mod first_lines;
mod go;
mod jvm;
#[expect(
    clippy::module_inception,
    reason = "the file is named after its main function, `stage`"
)]
mod stage;
mod task;

pub use stage::{stage, stage_with_sanitizers, stub_submission};
pub use task::{StagedFile, StagedSubmission};
