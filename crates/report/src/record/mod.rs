//! Recording the events of a run: model, display, log and report files.

mod lines;
mod merge;
pub(crate) mod output;
pub(crate) mod progress;
mod recorder;
mod time_left;

#[cfg(test)]
mod tests;

pub use output::{Feedback, ReportFile, resolved};
pub use progress::Progress;
pub use recorder::{Recorder, RecorderOptions};
