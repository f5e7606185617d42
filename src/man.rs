//! `mousetrap man`: manual pages.

use std::fs;
use std::path::PathBuf;

use clap::CommandFactory as _;

use crate::cli::Cli;
use crate::failure::{Failure, Status};
use crate::out::Output;

/// Print the manual page, or write one for every command
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap man | man -l -
  mousetrap man ~/.local/share/man/man1")]
pub(crate) struct Arguments {
    /// The directory for mousetrap.1, mousetrap-judge.1, …
    directory: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let command = Cli::command();
    if let Some(directory) = &arguments.directory {
        fs::create_dir_all(directory)
            .and_then(|()| clap_mangen::generate_to(command, directory))
            .map_err(|error| Failure::usage(format!("{}: {error}", directory.display())))?;
    } else {
        // What goes wrong is said at the end.
        let _ = clap_mangen::Man::new(command).render(&mut Output);
    }
    Ok(Status::Expected)
}
