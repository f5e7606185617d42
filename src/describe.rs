//! `mousetrap completions`, `man` and `schema`: the program described for
//! shells, for `man`, and for programs that read its reports.

use std::fs;
use std::path::PathBuf;

use crate::common::choice;
use crate::failure::{Failure, Status};
use crate::out::Output;
use mousetrap_base::printable::named;
use mousetrap_report::{MutantReport, Report};

/// Print a completion script for your shell
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  mousetrap completions bash > ~/.local/share/bash-completion/completions/mousetrap"
)]
pub(crate) struct Completions {
    /// The shell to complete for
    shell: clap_complete::Shell,
}

pub(crate) fn completions(arguments: &Completions, mut command: clap::Command) -> Status {
    // It panics where it cannot write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "mousetrap", &mut script);
    out!("{}", String::from_utf8_lossy(&script));
    Status::Expected
}

/// Print the manual page, or write one for every command
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap man | man -l -
  mousetrap man ~/.local/share/man/man1")]
pub(crate) struct Man {
    /// The directory for mousetrap.1, mousetrap-judge.1, …
    directory: Option<PathBuf>,
}

pub(crate) fn man(arguments: &Man, command: clap::Command) -> Result<Status, Failure> {
    if let Some(directory) = &arguments.directory {
        fs::create_dir_all(directory)
            .and_then(|()| clap_mangen::generate_to(command, directory))
            .map_err(|error| Failure::usage(format!("{}: {error}", named(directory))))?;
    } else {
        // What goes wrong is said at the end.
        let _ = clap_mangen::Man::new(command).render(&mut Output);
    }
    Ok(Status::Expected)
}

mousetrap_base::choices! {
    /// A JSON format that has a schema.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Schemas {
        /// The report of `judge --format json`
        Report = "report",
        /// That of `strength --source`
        Mutants = "mutants",
    }
}

/// Print the JSON Schema of `judge --format json`, or of another report
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap schema > report.schema.json
  mousetrap schema mutants")]
pub(crate) struct Schema {
    /// Which of them
    #[arg(value_parser = choice::<Schemas>(), default_value = "report")]
    report: Schemas,
}

pub(crate) fn schema(arguments: &Schema) -> Status {
    let schema = match arguments.report {
        Schemas::Report => Report::schema(),
        Schemas::Mutants => MutantReport::schema(),
    };
    out!("{schema}");
    Status::Expected
}
