//! The command line of `mousetrap export`.

use std::path::PathBuf;

use crate::cli::common::choice;
use cat_and_mouse::Game;
use mousetrap_sandbox::Isolation;
use mousetrap_suite::export::Format;

/// Write suites in the format of another tool
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap export in-ans --problem 1728 tests/
  mousetrap export jsonl --problem 1728 cases/
  mousetrap export icpc --problem 913 catandmouse --submission solutions/913/accepted")]
pub(crate) struct Arguments {
    /// The format
    #[arg(value_parser = choice::<Format>())]
    pub(super) format: Format,
    /// The directory to make; it must not exist, or be empty. A package is named
    /// after it: that is the short name of its problem
    #[arg(value_name = "PATH")]
    pub(super) directory: PathBuf,
    /// The problem [default: the one that has the suite]
    #[arg(long, short, value_parser = crate::cli::common::problem)]
    pub(super) problem: Option<Game>,
    /// Only this suite (may be repeated) [default: those of judge.toml]
    #[arg(long, short, value_name = "SUITE")]
    pub(super) suite: Vec<String>,
    /// The isolation of custom generators; "none" is for code that you trust
    #[arg(long, value_parser = choice::<Isolation>(), default_value = "full")]
    pub(super) isolation: Isolation,
    /// A submission, or a directory of them, for a package (may be repeated)
    /// [default: the project's solutions]
    #[arg(long, value_name = "PATH", help_heading = "Packages")]
    pub(super) submission: Vec<PathBuf>,
}
