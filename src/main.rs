//! Mousetrap: a judge and a generator of hidden tests for the two Cat and Mouse problems
//! (`LeetCode` 913, on graphs, and 1728, on grids with jumps).
//!
//! This is the command-line program. Each command has a file or a directory, grouped by purpose as
//! in `--help`. A command converts its arguments to an exit status; the crates in `crates/` do the
//! work.

// Commands print through `cli::out`, which handles closed pipes and full disks.
#![deny(clippy::print_stdout, clippy::print_stderr)]

// This module comes first, because the other modules use its macros.
#[macro_use]
mod cli;

mod built_in;
mod judge;
mod machine;
mod set;
mod solve;
mod teach;

use std::process::ExitCode;

use crate::cli::commands::Cli;
use crate::cli::failure::{Failure, Status};

/// Parses the command line, runs the command, and returns its exit code.
fn main() -> ExitCode {
    // If a sandbox has started this process as its worker, this call does not return.
    mousetrap_sandbox::run_worker_if_requested();
    // If this process was started to parse an untrusted source in a sandbox, this call does not
    // return either.
    #[cfg(feature = "mutants")]
    mousetrap_setter::mutants::parse_if_requested();
    let done = match Cli::parse_arguments() {
        Ok(cli) => cli.run(),
        // The "error" is the help or the version.
        Err(help) if !help.use_stderr() => {
            cli::out::help(&help);
            Ok(Status::Expected)
        }
        Err(error) => {
            if let Some(explanation) = cli::misunderstood::explanation(&error) {
                Err(Failure::usage(explanation))
            } else {
                let _ = error.print();
                Ok(Status::Usage)
            }
        }
    };
    match done.and_then(cli::out::finish) {
        Ok(status) => status.into(),
        Err(failure) => {
            failure.complain();
            failure.status().into()
        }
    }
}
