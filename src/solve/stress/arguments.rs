//! The arguments of `mousetrap stress`.

use std::path::PathBuf;
use std::time::Duration;

use mousetrap_model::Form;

use crate::cli::common::choice;

/// Find a simple instance on which a submission fails
///
/// Instances of all families, variations of those whose answer hangs on one
/// cell or edge, and ever longer forced wins are tried through a live session,
/// small ones first, after the stored cases of the suites "regressions" and
/// "extreme". The first failure is made simpler for as long as it fails in the
/// same way, and kept in cases/<problem>/regressions.toml.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap stress answer.py
  mousetrap stress answer.cpp --time 2m
  mousetrap stress fast.cpp --against brute_force.py   without faith in the jury
  mousetrap stress solutions/1728/wrong_answer --no-keep --fresh

Exit codes: 0 nothing found, 1 a submission fails, 2 bad usage or configuration, or a
file that cannot be tried, 3 internal error, 130 interrupted.")]
pub(crate) struct Arguments {
    /// Submissions: source files, or directories of them; one after another
    #[arg(required = true)]
    pub(super) paths: Vec<PathBuf>,
    /// The problem; needed for whole programs outside solutions/
    #[arg(long, short)]
    pub(super) problem: Option<String>,
    /// The form of the submissions [default: recognised from the source]
    #[arg(long, value_parser = choice::<Form>())]
    pub(super) form: Option<Form>,
    /// Time limit for each submission after compilation: search, confirmation and
    /// shrinking. The last quarter is reserved for shrinking. A case in progress and one
    /// confirmation of a failure are finished
    #[arg(long, short, value_name = "TIME", default_value = "30s", value_parser = duration,
          help_heading = "Search")]
    pub(super) time: Duration,
    /// Compare with another submission instead of with the jury
    #[arg(long, value_name = "OTHER", help_heading = "Search")]
    pub(super) against: Option<PathBuf>,
    /// Chooses the instances: the same seed tries the same ones
    #[arg(long, value_name = "S", default_value_t = 1, help_heading = "Search")]
    pub(super) seed: u64,
    /// Do not try the stored cases first
    #[arg(long, help_heading = "Search")]
    pub(super) fresh: bool,
    /// Do not store the instances that are found
    #[arg(long, help_heading = "Results")]
    pub(super) no_keep: bool,
}

/// Parses a time with a unit, such as `30s` or `2m`.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    match humantime::parse_duration(text) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err("a time is written like \"30s\" or \"2m\" and is above zero".to_owned()),
    }
}
