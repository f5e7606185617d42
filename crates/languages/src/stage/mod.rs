//! Makes a submission ready for the tools of its language.

mod brackets;
mod csharp;
mod csharp_code;
mod csharp_local;
mod csharp_newer;
mod go;
mod jvm;
mod opening;
#[expect(clippy::module_inception, reason = "the step that joins the others")]
mod stage;
mod task;

pub use stage::{checked, nothing, stage};
pub use task::{Staged, StagedFile};
