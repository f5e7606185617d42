//! Mousetrap: a judge and a generator of hidden tests for the two Cat and Mouse problems
//! (`LeetCode` 913, on graphs, and 1728, on grids with jumps).
//!
//! This crate is the command-line program. Each command has its own file or directory, and the
//! commands are grouped by purpose, as in `--help`. Each command checks its arguments and returns
//! an exit status; the crates in `crates/` do the work.

// Commands print through `cli::output`, which handles closed pipes and full disks.
#![deny(clippy::print_stdout, clippy::print_stderr)]

// This module comes first, because the other modules use its macros.
#[macro_use]
mod cli;

mod built_in_project;
mod judge;
mod machine;
mod set;
mod solve;
mod teach;

use std::process::ExitCode;

use crate::cli::commands::Cli;
use crate::cli::failure::{ExitStatus, Failure};

/// Parses the command line, runs the command, and returns its exit code.
fn main() -> ExitCode {
    // If a sandbox has started this process as its worker, this call does not return.
    mousetrap_sandbox::run_worker_if_requested();
    // If this process was started to parse an untrusted source in a sandbox, this call does not
    // return either.
    #[cfg(feature = "mutants")]
    mousetrap_setter::mutants::run_as_parser_if_requested();
    let result = match Cli::parse_arguments() {
        Ok(cli) => cli.run(),
        // For `--help` and `--version`, clap returns the text as an error.
        Err(help) if !help.use_stderr() => {
            cli::output::print_help(&help);
            Ok(ExitStatus::Expected)
        }
        Err(error) => {
            if let Some(suggestion) = cli::suggestions::suggestion_for(&error) {
                Err(Failure::usage_error(suggestion))
            } else {
                let _ = error.print();
                Ok(ExitStatus::Usage)
            }
        }
    };
    match result.and_then(cli::output::flush_and_check) {
        Ok(status) => status.into(),
        Err(failure) => {
            failure.print();
            failure.status.into()
        }
    }
}
