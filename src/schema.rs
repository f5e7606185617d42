//! `mousetrap schema`: the JSON Schema of the JSON report.

use crate::failure::Status;
use mousetrap_report::Report;

/// Print the JSON Schema of `judge --format json`
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  mousetrap schema > report.schema.json")]
pub(crate) struct Arguments {}

pub(crate) fn run() -> Status {
    out!("{}", Report::schema());
    Status::Expected
}
