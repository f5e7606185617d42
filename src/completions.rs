//! `mousetrap completions`: a completion script for a shell.

use clap::CommandFactory;

use crate::cli::Cli;
use crate::failure::{Failure, Status};

/// Print a completion script for your shell
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  mousetrap completions bash > ~/.local/share/bash-completion/completions/mousetrap"
)]
pub(crate) struct Arguments {
    /// The shell to complete for
    shell: clap_complete::Shell,
}

#[expect(clippy::unnecessary_wraps, reason = "every subcommand has this shape")]
pub(crate) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let mut command = Cli::command();
    // It panics where it cannot write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "mousetrap", &mut script);
    out!("{}", String::from_utf8_lossy(&script));
    Ok(Status::Expected)
}
