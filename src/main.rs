//! Mousetrap: a judge and a hidden-test factory for the two Cat and Mouse
//! problems (`LeetCode` 913, on graphs, and 1728, on grids with jumps).
//!
//! This is the command line: a file or directory per command, grouped by purpose as in
//! `--help`. Each turns arguments into an exit status; the crates in `crates/` do the work.

// Commands print through `cli::out`, which handles a closed pipe and a full disk.
#![deny(clippy::print_stdout, clippy::print_stderr)]

// First, since the other modules use its macros.
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
    // A sandbox starts this program as its worker, which does not return.
    mousetrap_sandbox::run_worker_if_requested();
    // A task in a sandbox that parses an untrusted source does not return either.
    #[cfg(feature = "mutants")]
    mousetrap_setter::mutants::parse_if_requested();
    let done = match Cli::parse_arguments() {
        Ok(cli) => cli.run(),
        // Help or the version.
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
