//! The command line of `mousetrap export`.

use std::num::NonZeroU32;
use std::path::PathBuf;

use crate::cli::common::choice;
use cat_and_mouse::Game;
use mousetrap_sandbox::Isolation;
use mousetrap_suite::export::Format;

/// Write suites in the format of another tool
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap export in-ans --problem 1728 tests/
  mousetrap export oj --problem 913 --suite samples work/   then: cd work; oj test
  mousetrap export jsonl --problem 1728 cases/
  mousetrap export kattis --problem 1728 catandmouse2
  mousetrap export kattis --points --problem 1728 scored/catandmouse2
  mousetrap export domjudge --problem 1728 catandmouse2.zip
  mousetrap export icpc --problem 913 catandmouse --submission solutions/913/accepted
  mousetrap export slurm job.sh --shards 12 -- judge class/ --suite hidden
  mousetrap export kubernetes job.yaml --shards 12 --image mousetrap -- judge class/")]
pub(crate) struct Arguments {
    /// The format
    #[arg(value_parser = choice::<Format>())]
    pub(super) format: Format,
    /// The directory to make, or the file; it must not exist, or be empty. A
    /// package is named after it: that is the short name of its problem
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
    /// Give a package the point groups of judge.toml. Such a package has only accepted
    /// submissions, because the points of the others are not known
    #[arg(long, help_heading = "Packages")]
    pub(super) points: bool,
    /// Number of parts into which a job divides its work
    #[arg(long, value_name = "N", help_heading = "Jobs")]
    pub(super) shards: Option<NonZeroU32>,
    /// The image of the pods, made by the Dockerfile
    #[arg(long, default_value = "mousetrap", help_heading = "Jobs")]
    pub(super) image: String,
    /// The claim of the volume in which pods find the files
    #[arg(long, default_value = "mousetrap", help_heading = "Jobs")]
    pub(super) claim: String,
    /// The command that a job divides, without mousetrap, --shard and --output
    #[arg(last = true, value_name = "COMMAND", help_heading = "Jobs")]
    pub(super) command: Vec<String>,
}
