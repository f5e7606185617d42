//! The formats of reports: JSON, CSV, `JUnit`, Markdown and others.

pub(crate) mod csv;
mod format;
mod json;
mod junit;
mod mark_sheet;
mod markdown;

pub use csv::escape_formulas;
pub use format::{Format, render, write};
pub use json::Report;
pub(crate) use json::first_log_line;
