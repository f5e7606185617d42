//! The `mousetrap` command.

#![deny(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;

fn main() -> ExitCode {
    mousetrap::sandbox::worker_main_if_asked();
    mousetrap::cli::main()
}
