//! Staging: wraps a submission for the tools of its language.

mod go;
mod jvm;
mod rewrite;
mod staging;
mod task;
#[cfg(test)]
mod tests;

pub use staging::{stage, stage_with_sanitizers, stub_submission};
pub use task::{StagedFile, StagedSubmission};
