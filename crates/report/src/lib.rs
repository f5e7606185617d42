//! Reports: collects the judge's events in a [`Model`] and renders it.
//!
//! A [`Recorder`] applies each event to the [`Model`], the [`Progress`] display and the log, and
//! writes the report files. Every format is a function of the model and a [`View`].

mod analysis;
mod formats;
mod html;
mod log;
mod record;
mod run;
mod text;

#[cfg(test)]
mod tests;

pub use analysis::{Comparison, Margins};
pub use formats::{Format, Report, inert, render, write};
pub use log::{Claim, Earlier, LOG_BEGINNING, MergeError, Shards, log_path};
pub use record::{Feedback, Progress, Recorder, RecorderOptions, ReportFile, resolved};
pub(crate) use run::Submission;
pub use run::{
    Audience, Model, RepeatedOptions, Standing, Summary, View, machine_facts, outcome_event,
};
pub use text::{
    TerminalStyle, count, counted, failing_instance, faults, refusals, show_failing, time,
};
