//! `mousetrap describe`: completion scripts, manual pages and JSON Schemas, for packagers.

use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::failure::{Failure, Status};
use crate::cli::out::Output;
use mousetrap_util::printable::named;

/// Print a completion script, a manual page or a JSON Schema
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap describe completions bash > ~/.local/share/bash-completion/completions/mousetrap
  mousetrap describe man | man -l -
  mousetrap describe man ~/.local/share/man/man1
  mousetrap describe schema > report.schema.json")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    format: Format,
}

#[derive(Debug, clap::Subcommand)]
enum Format {
    /// Print a completion script for a shell
    #[command(after_help = "Example:\n  mousetrap describe completions zsh")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write the pages of all commands
    #[command(after_help = "Example:\n  mousetrap describe man ~/.local/share/man/man1")]
    Man {
        /// The directory for mousetrap.1, mousetrap-judge.1, …
        directory: Option<PathBuf>,
    },
    /// Print the JSON Schema of the reports of `judge --format json`
    #[command(after_help = "Example:\n  mousetrap describe schema")]
    Schema,
}

/// Prints the description. `command` is the entire command line.
pub(crate) fn run(arguments: &Arguments, mut command: clap::Command) -> Result<Status, Failure> {
    match &arguments.format {
        Format::Completions { shell } => {
            // clap panics if it cannot write, so it writes to memory.
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut command, "mousetrap", &mut script);
            out!("{}", String::from_utf8_lossy(&script));
        }
        Format::Man {
            directory: Some(directory),
        } => write_pages(directory, command)?,
        Format::Man { directory: None } => {
            // `out::finish` reports errors of standard output.
            let _ = clap_mangen::Man::new(command).render(&mut Output);
        }
        Format::Schema => out!("{}", include_str!("../../docs/report.schema.json")),
    }
    Ok(Status::Expected)
}

fn write_pages(directory: &Path, command: clap::Command) -> Result<(), Failure> {
    fs::create_dir_all(directory)
        .and_then(|()| clap_mangen::generate_to(command, directory))
        .map_err(|error| Failure::usage(format!("{}: {error}", named(directory))))
}
