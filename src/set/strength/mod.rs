//! `mousetrap strength`: finds out which wrong solutions a suite catches.

mod judged_programs;
mod mutant_runner;
mod small_suite;
#[cfg(feature = "mutants")]
pub(crate) mod source;
mod suites;

use crate::cli::context::GlobalOptions;
use crate::cli::failure::CommandResult;

/// Find out which wrong solutions a suite catches
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
    action: StrengthCommand,
}

#[derive(Debug, clap::Subcommand)]
enum StrengthCommand {
    Suites(suites::Arguments),
    Harden(small_suite::Arguments),
    #[cfg(feature = "mutants")]
    Source(source::Arguments),
    Judged(judged_programs::Arguments),
}

pub(crate) fn run(global: &GlobalOptions, arguments: &Arguments) -> CommandResult {
    match &arguments.action {
        StrengthCommand::Suites(arguments) => suites::run(global, arguments),
        StrengthCommand::Harden(arguments) => small_suite::run(global, arguments),
        #[cfg(feature = "mutants")]
        StrengthCommand::Source(arguments) => source::run(global, arguments),
        StrengthCommand::Judged(arguments) => judged_programs::run(arguments),
    }
}
