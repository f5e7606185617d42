//! Records the events of a run in the model, the progress display, the log and the report files.

mod merge;
pub(crate) mod output;
pub(crate) mod progress;
mod progress_lines;
mod recorder;
mod time_left;

#[cfg(test)]
mod tests;

pub use output::{FeedbackDirectory, ReportFile, resolve_path};
pub use progress::Progress;
pub use recorder::{Recorder, RecorderOptions};
