//! The formats of reports, and the short ones among them.

pub(crate) mod csv;
mod format;
mod junit;
mod markdown;
mod marks;

pub use csv::inert;
pub use format::{Format, render, write};
