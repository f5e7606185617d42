//! The option `judge --server` in builds without the feature `service`. Using the option is an
//! error.

use mousetrap_judge::Submission;
use mousetrap_judge::config::Config;

use super::command::{Arguments, ConnectedServer};
use crate::cli::failure::Failure;
use crate::cli::missing_feature::missing_feature;
use crate::judge::cases::CasesByProblem;

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Judging on a server")]
pub(crate) struct ServerArguments {
    /// Judge on a server that runs `mousetrap serve` (requires a build with the feature `service`)
    #[arg(long, value_name = "URL")]
    server: Option<String>,
}

pub(super) fn connect(
    _: &Config,
    arguments: &Arguments,
    _: &[Submission<'_>],
    _: &CasesByProblem,
) -> Result<Option<ConnectedServer>, Failure> {
    match arguments.server.server {
        Some(_) => Err(missing_feature("judge --server", "service")),
        None => Ok(None),
    }
}
