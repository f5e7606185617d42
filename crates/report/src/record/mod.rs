//! Recording the events of a run: model, display, log and report files.

mod claim;
mod feedback;
mod lines;
mod merge;
pub(crate) mod output;
pub(crate) mod progress;
mod recorder;

#[cfg(test)]
mod tests;

pub use claim::Claim;
pub use feedback::Feedback;
pub use output::{ReportFile, resolved};
pub use progress::Progress;
pub use recorder::Recorder;
