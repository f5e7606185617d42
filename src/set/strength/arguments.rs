//! The arguments of `mousetrap strength`.

use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use cat_and_mouse::Game;
use mousetrap_model::Form;
use mousetrap_sandbox::Isolation;
use mousetrap_util::Shard;

use crate::cli::common::{choice, positive};
use crate::solve::stress::duration;

/// Measure which wrong solutions a suite catches
///
/// Hundreds of wrong solutions, each with one rule changed or one search that goes
/// wrong, are run on every case. A search looks for a simple instance that kills
/// each survivor. The terminal shows a summary and the worst survivors; --output
/// writes the entire report in Markdown.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap strength hidden                       both problems
  mousetrap strength hidden --problem 913
  mousetrap strength hidden --judged wrong.json --output strength.md
  mousetrap strength --judged judged.json         how well it tells right from wrong
  mousetrap strength --problem 913 --differ 'cat may stay' 'both may stay'
  mousetrap strength broad extreme --harden hidden --max-cases 120
                                                  a small suite out of large ones
  mousetrap strength --source answer.cpp          mutants of a right program
  mousetrap strength hidden --source a.py b.rs --mutants 200 --output mutants.json
  mousetrap strength --source answer.cpp --shard 1/8 --output 1.json

Exit codes: 0 everything that can be caught is caught, 1 something is not, or a
labelled program has the wrong verdict, 2 bad usage or configuration, or a file that
has no mutants, 3 internal error, 130 interrupted.")]
pub(crate) struct Arguments {
    /// Suites to measure together
    #[arg(required_unless_present_any = ["differ", "judged", "source"])]
    pub(super) suites: Vec<String>,
    /// Only this problem
    #[arg(long, short, value_parser = crate::cli::common::problem)]
    pub(super) problem: Option<Game>,
    /// Choose a small suite out of these, and out of what a search finds for
    /// mutants that they do not kill twice, and write it to
    /// cases/<problem>/NAME.toml
    #[arg(long, value_name = "NAME", requires = "suites")]
    pub(super) harden: Option<String>,
    /// Most cases of the small suite; "none" for as many as it takes
    #[arg(long, value_name = "N", default_value = "120")]
    pub(super) max_cases: Bound,
    /// Instances to try on what survives: drawn from all families, varied, and
    /// climbed to
    #[arg(long, value_name = "N", default_value_t = 5000)]
    pub(super) search: usize,
    /// Chooses the instances that are tried, and which mutants of a source
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(super) seed: u64,
    /// Search for a simplest instance on which two mutants, by name, reply
    /// differently; needs --problem
    #[arg(long, value_names = ["MUTANT", "OTHER"], num_args = 2, requires = "problem",
          conflicts_with_all = ["suites", "harden", "output", "judged"])]
    pub(super) differ: Vec<String>,
    /// A JSON report of `mousetrap judge`: how many of the programs that are known
    /// to be right or wrong, by the directory that they lie in (right, correct,
    /// wrong, incorrect, or a verdict as in solutions), are told apart; with
    /// suites also a row for each wrong one that was judged on all of their cases, as by
    /// --all-cases --no-give-up
    #[arg(long, value_name = "FILE")]
    pub(super) judged: Option<PathBuf>,
    /// Write the entire report to this file in Markdown; with --source in JSON if its
    /// name ends in .json
    #[arg(long, short, value_name = "FILE", conflicts_with = "harden")]
    pub(super) output: Option<PathBuf>,
    #[command(flatten)]
    pub(super) source: Sources,
    /// How custom generators and submissions are kept away from this machine; "none"
    /// is for code that you trust
    #[arg(long, value_parser = choice::<Isolation>(), default_value = "full")]
    pub(super) isolation: Isolation,
}

/// The arguments that only `--source` uses.
#[derive(Debug, clap::Args)]
pub(crate) struct Sources {
    /// Accepted submissions: source files, or directories of them. Every small change
    /// of one is a mutant, which the suites (default: those of judge.toml) have to
    /// notice; for what they do not an instance is searched that does
    #[arg(long, value_name = "FILE", num_args = 1..,
          conflicts_with_all = ["harden", "differ", "judged"])]
    pub(super) source: Vec<PathBuf>,
    /// Most mutants of a submission, drawn by the seed [default: all]
    #[arg(long, value_name = "N", requires = "source", value_parser = positive)]
    pub(super) mutants: Option<NonZeroUsize>,
    /// How long to search for an instance that notices a survivor; "0s" for not at all
    #[arg(long, value_name = "TIME", requires = "source", default_value = "10s",
          value_parser = time)]
    pub(super) time: Duration,
    /// Workers [default: one per core]
    #[arg(long, short, value_name = "N", requires = "source", value_parser = positive)]
    pub(super) jobs: Option<NonZeroUsize>,
    /// Keep the instances that are found in cases/<problem>/regressions/
    #[arg(long, requires = "source")]
    pub(super) keep: bool,
    /// Try one of N parts of the mutants only, for as many machines; the same are in
    /// it wherever it is tried. Write it with --output FILE.json, and put all together
    /// with merge
    #[arg(long, value_name = "K/N", requires_all = ["source", "output"],
          conflicts_with = "keep")]
    pub(super) shard: Option<Shard>,
    /// The form of the submissions [default: recognised from the source]
    #[arg(long, requires = "source", value_parser = choice::<Form>())]
    pub(super) form: Option<Form>,
}

/// Parses a time with a unit. Zero means no search.
fn time(text: &str) -> Result<Duration, String> {
    if text == "0s" || text == "0" {
        return Ok(Duration::ZERO);
    }
    duration(text)
        .map_err(|_| "a time is written like \"30s\" or \"2m\"; \"0s\" is for no search".to_owned())
}

/// A maximum, or none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound(pub(super) Option<usize>);

impl FromStr for Bound {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "none" {
            return Ok(Self(None));
        }
        let number = text.parse().map_err(|_| "a number of cases, or \"none\"")?;
        Ok(Self(Some(number)))
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(most) => most.fmt(f),
            None => f.write_str("none"),
        }
    }
}
