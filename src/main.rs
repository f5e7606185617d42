//! The `mousetrap` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    mousetrap::cli::main()
}
