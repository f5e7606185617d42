//! Mousetrap: a judge and a hidden-test factory for the two Cat and Mouse
//! problems (`LeetCode` 913, on graphs, and 1728, on grids with jumps).
//!
//! This is the command line: a file per subcommand, arguments in, exit status
//! out. The work is done by the crates below `crates/`.

// A command that prints goes through `out`, where a closed pipe and a full disk
// are known.
#![deny(clippy::print_stdout, clippy::print_stderr)]

// First, since its macros are for the modules below.
#[macro_use]
mod out;

mod built_in;
mod calibrate;
mod case_file;
mod cli;
mod compare;
mod completions;
mod doctor;
mod explain;
mod explain_play;
mod export;
mod failure;
mod generate;
mod hunt;
mod import;
mod init;
mod judge;
mod man;
mod new;
mod outputs;
mod result_file;
mod schema;
mod setup;
mod solve;
mod strength;
mod stress;
mod verify;
mod watch;
mod why_slow;

use std::process::ExitCode;

fn main() -> ExitCode {
    mousetrap_sandbox::run_worker_if_requested();
    cli::main()
}
