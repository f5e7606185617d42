//! Commands that this build does not support because an optional feature is disabled.

use std::ffi::OsString;

use super::failure::Failure;

/// The arguments of a command that this build does not support. They are ignored.
#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Arguments {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    _all: Vec<OsString>,
}

/// Returns the failure of a command that requires a disabled feature.
pub(crate) fn missing_feature(command: &str, feature: &str) -> Failure {
    Failure::usage_error(format!(
        "this build does not support `mousetrap {command}`; to build it with support, run this in \
         the checkout: cargo install --path . --features {feature}"
    ))
}
