//! The arguments of `mousetrap stress`.

use std::path::PathBuf;
use std::time::Duration;

use mousetrap_model::Form;

use crate::cli::context::choice_parser;

/// Find a simple instance on which a submission fails
///
/// First tries the stored cases of the suite "regressions" and, for a built-in game, "extreme". For
/// a game, the command then tries, from small to large: instances of all families, variations of
/// instances whose answer depends on a single cell or edge, and forced wins of increasing length.
/// For a custom problem, the command tries random arguments that satisfy the constraints, and
/// arguments that the problem's generator prints. The first failing instance is shrunk as long as
/// it fails in the same way, and added to the suite "regressions". The size of an instance is its
/// number of nodes or cells; the size of arguments is their number of characters.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap stress answer.py
  mousetrap stress answer.cpp --time 2m
  mousetrap stress fast.cpp --against brute_force.py   compare two submissions
  mousetrap stress solutions/1728/wrong_answer --no-keep --fresh

Exit codes: 0 no failure found, 1 a submission fails, even if another file cannot be tried,
2 bad usage or configuration, or a file that cannot be tried, 3 internal error, 130 interrupted.")]
pub(crate) struct Arguments {
    /// Submissions to test, one after another: source files or directories
    #[arg(required = true)]
    pub(super) paths: Vec<PathBuf>,
    /// The problem; required for complete programs outside solutions/
    #[arg(long, short)]
    pub(super) problem: Option<String>,
    /// Whether submissions are functions or complete programs [default: recognised from the source]
    #[arg(long, value_parser = choice_parser::<Form>())]
    pub(super) form: Option<Form>,
    /// Time limit for each submission, not counting compilation. The last quarter is reserved for
    /// shrinking. A run that has started and the confirmation of a failure are always completed,
    /// even beyond the time limit
    #[arg(long, short, value_name = "TIME", default_value = "30s", help_heading = "Search",
          value_parser = humantime::parse_duration)]
    pub(super) time: Duration,
    /// Compare with another submission instead of the reference solver or reference solution
    #[arg(long, value_name = "OTHER", help_heading = "Search")]
    pub(super) against: Option<PathBuf>,
    /// Seed for drawing the instances; the same seed gives the same instances
    #[arg(long, default_value_t = 1, value_name = "S", help_heading = "Search")]
    pub(super) seed: u64,
    /// Skip the stored cases
    #[arg(long, help_heading = "Search")]
    pub(super) fresh: bool,
    /// Do not store the failing instances
    #[arg(long, help_heading = "Results")]
    pub(super) no_keep: bool,
}
