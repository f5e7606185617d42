//! The formats a run can be reported in.

use crate::report::{Look, Model, Report, terminal};

/// A format that a run can be reported in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// A table for people
    Table,
    /// One JSON object with every measurement (see docs/json.md)
    Json,
}

/// What is known about a run, in this format. `look` only matters to formats
/// for people.
pub fn render(format: Format, model: &Model, look: Look) -> String {
    match format {
        Format::Table => terminal::table(model, look),
        Format::Json => Report::new(model).to_json(),
    }
}
