//! `mousetrap describe`: prints completion scripts and a JSON Schema, for packagers.

use clap::Command;

use crate::cli::failure::ExitStatus;

/// Print a completion script or a JSON Schema
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap describe completions bash > ~/.local/share/bash-completion/completions/mousetrap
  mousetrap describe schema > report.schema.json")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    item: DescribeCommand,
}

#[derive(Debug, clap::Subcommand)]
enum DescribeCommand {
    /// Print a completion script for a shell
    #[command(after_help = "Example:\n  mousetrap describe completions zsh")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the JSON Schema of the reports of `judge --format json`
    #[command(after_help = "Example:\n  mousetrap describe schema")]
    Schema,
}

/// Prints a completion script or the schema. `command` is the parser of the entire command line.
pub(crate) fn run(arguments: &Arguments, mut command: Command) -> ExitStatus {
    match arguments.item {
        DescribeCommand::Completions { shell } => {
            // clap panics if it cannot write its output, so it writes to memory.
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut command, "mousetrap", &mut script);
            out!("{}", String::from_utf8_lossy(&script));
        }
        DescribeCommand::Schema => out!("{}", include_str!("../../docs/report.schema.json")),
    }
    ExitStatus::Expected
}
