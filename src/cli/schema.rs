//! `mousetrap schema`: the JSON Schema of the JSON report.

use crate::cli::Status;
use crate::report::Report;

/// Print the JSON Schema of `judge --format json`
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  mousetrap schema > report.schema.json")]
pub(super) struct Arguments {}

pub(super) fn run() -> Status {
    out!("{}", Report::schema());
    Status::Expected
}
