//! `mousetrap man`: manual pages.

use std::fs;
use std::path::PathBuf;

use clap::CommandFactory as _;

use crate::cli::out::Output;
use crate::cli::{Cli, Failure, Status};

/// Print the manual page, or write one for every command
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap man | man -l -
  mousetrap man ~/.local/share/man/man1")]
pub(super) struct Arguments {
    /// The folder for mousetrap.1, mousetrap-judge.1, …
    folder: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let command = Cli::command();
    if let Some(folder) = &arguments.folder {
        fs::create_dir_all(folder)
            .and_then(|()| clap_mangen::generate_to(command, folder))
            .map_err(|error| Failure::usage(format!("{}: {error}", folder.display())))?;
    } else {
        // What goes wrong is said at the end.
        let _ = clap_mangen::Man::new(command).render(&mut Output);
    }
    Ok(Status::Expected)
}
