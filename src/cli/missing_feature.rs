//! Commands whose optional feature was left out of this program.

use std::ffi::OsString;

use super::failure::Failure;

/// The arguments of such a command, which are not read.
#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Arguments {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    _all: Vec<OsString>,
}

/// Returns the failure of a command that needs a feature.
pub(crate) fn missing_feature(command: &str, feature: &str) -> Failure {
    Failure::usage(format!(
        "`mousetrap {command}` is not part of this program; to add it, run this in the checkout: \
         cargo install --path . --features {feature}"
    ))
}
