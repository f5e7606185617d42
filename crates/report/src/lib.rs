//! Collects the judge's events in a [`Model`], and renders reports from it.
//!
//! A [`Recorder`] applies each event to the [`Model`], the [`Progress`] display and the log, and
//! writes the report files. A report in any format depends only on the model and a [`View`].

mod analysis;
mod formats;
mod html;
mod log;
mod record;
mod run;
mod text;
pub mod texts;

#[cfg(test)]
mod tests;

pub use analysis::{Comparison, LimitMargins};
pub use formats::{Format, Report, escape_formulas, render, write};
pub use log::{EarlierLog, LOG_START, LogLock, MergeError, Shards, log_path};
pub use record::{
    FeedbackDirectory, Progress, Recorder, RecorderOptions, ReportFile, resolve_path,
};
pub(crate) use run::Submission;
pub use run::{Audience, CommandOptions, Model, OutcomeClass, Summary, View, machine_facts};
pub use text::{
    OutputStyle, describe_arguments, describe_failures, failing_instance, failure_lines,
    format_count, format_number, format_usage,
};
