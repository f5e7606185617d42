//! Reports: the judge's events, folded into a [`Model`] and shown.
//!
//! A [`Recorder`] takes each event as it comes: it keeps the [`Model`], moves
//! the [`Progress`] display, and rewrites the report files, so that a run cut
//! short leaves what is known. Every format is made from the model alone.

mod analysis;
mod formats;
mod html;
mod json;
mod log;
mod record;
mod run;
mod text;

#[cfg(test)]
mod tests;

pub use analysis::{Comparison, Margins, calibrate};
pub use formats::{Format, inert, render, write};
pub use json::Report;
pub use log::{Earlier, LOG_BEGINNING, MergeError, Shards, log_path};
pub use record::{Claim, Feedback, Progress, Recorder, ReportFile, resolved};
pub(crate) use run::Submission;
pub use run::{Audience, Model, RepeatedOptions, Standing, Summary, View, machine_facts};
pub use text::{
    TerminalStyle, count, counted, failing_instance, faults, refusals, show_failing, time,
};
