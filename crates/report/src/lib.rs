//! Reports: the judge's events, folded into a [`Model`] and shown.
//!
//! A [`Recorder`] takes each event as it comes: it keeps the [`Model`], moves
//! the [`Progress`] display, and rewrites the report files, so that a run cut
//! short leaves what is known. Every format is made from the model alone.

mod calibration;
mod claim;
mod compare;
mod csv;
mod facts;
mod failing;
mod feedback;
mod format;
mod grid;
mod html;
mod json;
mod junit;
mod labelled;
mod log;
mod margins;
mod markdown;
mod marks;
mod model;
mod names;
mod progress;
mod recorder;
mod redact;
mod sentences;
mod spell;
mod submission;
mod table;
mod terminal;
mod units;

#[cfg(test)]
mod hostile;
#[cfg(test)]
mod sample;

pub use calibration::calibrate;
pub use claim::Claim;
pub use compare::Comparison;
pub use csv::inert;
pub use facts::machine_facts;
pub use failing::{failing_instance, show_failing};
pub use feedback::Feedback;
pub use format::{Format, render, write};
pub use json::{
    JsonFailure, JsonInstance, JsonMutated, JsonPart, JsonStressed, JsonSurvivor, MutantReport,
    ReadReportError, Report, StressReport, is_labelled, is_right,
};
pub use labelled::{Contradiction, Labelled};
pub use log::{Earlier, LOG_BEGINNING, MergeError, Shards, log_path};
pub use margins::Margins;
pub use model::{Model, Summary, View};
pub use progress::Progress;
pub use recorder::{Recorder, ReportFile};
pub use submission::Standing;
pub(crate) use submission::{Phase, Submission};
pub use terminal::{TerminalStyle, faults, refusals};
pub use units::{count, counted, time};
