//! The `mousetrap` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    mousetrap::sandbox::worker_main_if_asked();
    mousetrap::cli::main()
}
