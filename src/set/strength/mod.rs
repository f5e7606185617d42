//! `mousetrap strength`: measures which wrong solutions a suite catches.

mod harden;
mod judged;
mod measurement;
#[cfg(feature = "mutants")]
pub(crate) mod source;
mod suites;

use crate::cli::common::GlobalOptions;
use crate::cli::failure::{Failure, Status};
#[cfg(not(feature = "mutants"))]
use crate::cli::missing_feature;

/// Measure which wrong solutions are caught by a suite
#[derive(Debug, clap::Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Examples:
  mousetrap strength suites hidden                which wrong solutions a suite catches
  mousetrap strength harden broad --into hidden   choose a small suite from a large one
  mousetrap strength source answer.cpp            which mutants of a program are caught
  mousetrap strength judged judged.json           how many programs got the right verdict"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: StrengthAction,
}

#[derive(Debug, clap::Subcommand)]
enum StrengthAction {
    Suites(suites::Arguments),
    Harden(harden::Arguments),
    #[cfg(feature = "mutants")]
    Source(source::Arguments),
    /// Measure whether suites catch small changes to a correct program (requires the feature
    /// `mutants`)
    #[cfg(not(feature = "mutants"))]
    Source(missing_feature::Arguments),
    Judged(judged::Arguments),
}

pub(crate) fn run(global: &GlobalOptions, arguments: &Arguments) -> Result<Status, Failure> {
    match &arguments.action {
        StrengthAction::Suites(arguments) => suites::run(global, arguments),
        StrengthAction::Harden(arguments) => harden::run(global, arguments),
        #[cfg(feature = "mutants")]
        StrengthAction::Source(arguments) => source::run(global, arguments),
        #[cfg(not(feature = "mutants"))]
        StrengthAction::Source(_) => Err(missing_feature::missing_feature(
            "strength source",
            "mutants",
        )),
        StrengthAction::Judged(arguments) => judged::run(arguments),
    }
}
