//! `mousetrap report`: work on the reports of earlier runs.

mod compare;
mod merge;

use crate::cli::common::Global;
use crate::cli::failure::{Failure, Status};

/// Compare two reports, or merge the reports of shards
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap report compare before.json after.json
  mousetrap report merge 1.jsonl 2.jsonl --output all.html")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    Compare(compare::Arguments),
    Merge(merge::Arguments),
}

pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    match &arguments.action {
        Action::Compare(arguments) => compare::run(arguments),
        Action::Merge(arguments) => merge::run(global, arguments),
    }
}
