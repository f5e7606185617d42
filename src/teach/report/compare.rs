//! `mousetrap report compare`: the differences between two runs.

use std::path::PathBuf;

use crate::cli::failure::{Failure, Status};
use crate::judge::outputs::read_report;
use mousetrap_report::Comparison;

/// Print the differences between two JSON reports
///
/// Compares verdicts and points. Files are matched by path.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  mousetrap judge --output before.json
  mousetrap judge --no-cache --output after.json
  mousetrap report compare before.json after.json

Exit codes: 0 no verdict changed, 1 some verdict changed, 2 a file is not a report.")]
pub(crate) struct Arguments {
    /// The earlier run
    before: PathBuf,
    /// The later run
    after: PathBuf,
}

pub(crate) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let comparison = Comparison::new(
        &read_report(&arguments.before)?,
        &read_report(&arguments.after)?,
    );
    out!("{}", comparison.text);
    Ok(if comparison.verdicts.is_empty() {
        Status::Expected
    } else {
        Status::Unexpected
    })
}
