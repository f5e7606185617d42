//! `mousetrap completions`: a completion script for a shell.

use std::io;

use clap::CommandFactory;

use crate::cli::{Cli, Failure, Status};

/// Print a completion script for your shell
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  mousetrap completions bash > ~/.local/share/bash-completion/completions/mousetrap"
)]
pub(super) struct Arguments {
    /// The shell to complete for
    shell: clap_complete::Shell,
}

#[expect(clippy::unnecessary_wraps, reason = "every subcommand has this shape")]
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let mut command = Cli::command();
    clap_complete::generate(
        arguments.shell,
        &mut command,
        "mousetrap",
        &mut io::stdout(),
    );
    Ok(Status::Expected)
}
