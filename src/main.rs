//! Mousetrap: a judge and a hidden-test factory for the two Cat and Mouse
//! problems (`LeetCode` 913, on graphs, and 1728, on grids with jumps).
//!
//! This is the command line: a file per subcommand, arguments in, exit status
//! out. `common` has what several of them share, `judgement` the run that
//! `judge`, its `--watch` and `calibrate` are about. The work is done by the
//! crates below `crates/`.

// A command that prints goes through `out`, where a closed pipe and a full disk
// are known.
#![deny(clippy::print_stdout, clippy::print_stderr)]

// First, since its macros are for the modules below.
#[macro_use]
mod out;

mod built_in;
mod cache;
mod calibrate;
mod case_file;
mod cli;
mod common;
mod describe;
mod doctor;
mod explain;
mod explain_page;
mod export;
mod failure;
mod generate;
mod hunt;
mod import;
mod init;
mod judge;
mod judgement;
mod list;
mod misunderstood;
mod new;
mod outputs;
mod play;
mod progress_line;
mod remote;
mod report;
mod reporting;
mod run;
mod serve;
mod setup;
mod solve;
mod standing;
mod strength;
mod stress;
mod watch;
mod worker;

use std::process::ExitCode;

use clap::CommandFactory as _;

use crate::cli::Cli;
use crate::failure::{Failure, Status};

/// Parses the command line, runs the subcommand, and says how it went.
fn main() -> ExitCode {
    // A sandbox starts this program again as its worker, which ends here.
    mousetrap_sandbox::run_worker_if_requested();
    // So does a job in it that parses what a stranger wrote.
    mousetrap_lab::mutants::parse_if_requested();
    let done = match Cli::parse_arguments() {
        Ok(cli) => cli.run(),
        // Help or the version.
        Err(asked) if !asked.use_stderr() => {
            out::help(&asked);
            Ok(Status::Expected)
        }
        Err(mut error) => {
            if let Some(explanation) = misunderstood::explanation(&error) {
                Err(Failure::usage(explanation))
            } else {
                let words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
                let words: Vec<String> = words.collect();
                misunderstood::suggest_closest(&mut error, &words, Cli::command());
                let _ = error.print();
                Ok(Status::Usage)
            }
        }
    };
    match done.and_then(out::finish) {
        Ok(status) => status.into(),
        Err(failure) => {
            failure.complain();
            failure.status().into()
        }
    }
}
