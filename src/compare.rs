//! `mousetrap compare`: what changed between two runs.

use std::fs;
use std::path::{Path, PathBuf};

use crate::failure::{Failure, Status};
use mousetrap_base::printable::named;
use mousetrap_report::{Comparison, Report};

/// Say what changed between two JSON reports
///
/// Submissions are matched by path, cases by name. A time counts as changed
/// when the median over the cases moves by more than their spread explains.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  mousetrap judge --output before.json
  mousetrap judge --no-cache --output after.json
  mousetrap compare before.json after.json

Exit codes: 0 every verdict is the same, 1 some verdict changed, 2 a file is not a
report.")]
pub(crate) struct Arguments {
    /// The earlier run
    before: PathBuf,
    /// The later run
    after: PathBuf,
}

pub(crate) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let comparison = Comparison::new(&read(&arguments.before)?, &read(&arguments.after)?);
    out!("{}", comparison.to_text());
    Ok(if comparison.verdicts.is_empty() {
        Status::Expected
    } else {
        Status::Unexpected
    })
}

fn read(path: &Path) -> Result<Report, Failure> {
    let name = named(path);
    let text = fs::read_to_string(path)
        .map_err(|error| Failure::usage(format!("{name}: cannot be read: {error}")))?;
    serde_json::from_str(&text).map_err(|error| {
        Failure::usage(format!(
            "{name}:{}: not a JSON report: {error}; write one with: mousetrap judge --output {name}",
            error.line()
        ))
    })
}
