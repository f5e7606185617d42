//! The formats of reports.

pub(crate) mod csv;
mod format;
mod json;
mod junit;
mod markdown;
mod marks;

pub use csv::inert;
pub use format::{Format, render, write};
pub use json::Report;
pub(crate) use json::first_log_line;
