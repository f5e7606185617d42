//! The standard output and standard error of all commands.
//!
//! If writing to standard output fails, the command continues, so that it still writes its files
//! and stops its child processes. [`flush_and_check`] reports the failure at the end. A closed
//! pipe, as in `mousetrap doctor | head -1`, is ignored silently; a full disk is reported as an
//! error.

use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use comfy_table::{CellAlignment, Table};

use crate::cli::failure::{CommandResult, ExitStatus, Failure};
use mousetrap_report::OutputStyle;

/// The first error that occurred while writing to standard output.
static FIRST_ERROR: Mutex<Option<io::Error>> = Mutex::new(None);

/// Prints to standard output, as `print!` does.
macro_rules! out {
    ($($text:tt)*) => { $crate::cli::output::print_to_stdout(format_args!($($text)*)) };
}

/// Prints a line to standard output, as `println!` does.
macro_rules! outln {
    ($($text:tt)*) => { $crate::cli::output::print_to_stdout(format_args!("{}\n", format_args!($($text)*))) };
}

/// Prints a line to standard error, as `eprintln!` does.
macro_rules! errln {
    ($($text:tt)*) => { $crate::cli::output::print_to_stderr(format_args!($($text)*)) };
}

/// Prints a warning to standard error.
macro_rules! warnln {
    ($($text:tt)*) => { errln!("warning: {}", format_args!($($text)*)) };
}

/// Writes to standard output. Does nothing after an earlier write has failed.
pub(crate) fn print_to_stdout(text: fmt::Arguments<'_>) {
    // The error is ignored here, because it is stored for `flush_and_check`.
    let _ = StandardOutput.write_fmt(text);
}

/// Writes a message to standard error, broken at spaces if it is too long for the terminal. Ignores
/// errors.
pub(crate) fn print_to_stderr(message: fmt::Arguments<'_>) {
    let message = OutputStyle::for_stderr().wrap(&message.to_string());
    let _ = writeln!(io::stderr(), "{message}");
}

/// Prints the help or the version.
pub(crate) fn print_help(text: &clap::Error) {
    // clap writes directly to standard output, with colours.
    if let Err(error) = text.print() {
        first_error().get_or_insert(error);
    }
}

/// Returns an empty table, without border lines.
pub(crate) fn new_table<const N: usize>(header: [&str; N]) -> Table {
    let mut table = Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    table.set_header(header);
    table
}

/// Right-aligns columns of a table.
pub(crate) fn align_right<const N: usize>(table: &mut Table, columns: [usize; N]) {
    for column in columns {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}

/// Returns whether all writes to standard output have succeeded so far.
pub(crate) fn all_writes_succeeded() -> bool {
    first_error().is_none()
}

/// Flushes standard output and returns the exit status of the command.
///
/// # Errors
/// Returns a failure if writing to standard output failed, unless the pipe was closed.
pub(crate) fn flush_and_check(status: ExitStatus) -> CommandResult {
    let _ = StandardOutput.flush();
    match first_error().as_ref() {
        None => Ok(status),
        Some(error) if error.kind() == ErrorKind::BrokenPipe => Ok(match status {
            ExitStatus::Internal | ExitStatus::Interrupted => status,
            _ => ExitStatus::NoReader,
        }),
        Some(error) => Err(Failure::usage_error(format!(
            "cannot write to standard output: {error}; redirect the output elsewhere"
        ))),
    }
}

/// Standard output as a writer.
pub(crate) struct StandardOutput;

impl StandardOutput {
    /// Calls `write` unless an earlier write has failed. Stores the first error for
    /// [`flush_and_check`].
    fn write_unless_failed<T>(write: impl FnOnce(io::Stdout) -> io::Result<T>) -> io::Result<T> {
        let mut fault = first_error();
        if let Some(before) = fault.as_ref() {
            return Err(before.kind().into());
        }
        #[expect(
            clippy::disallowed_methods,
            reason = "only this module writes to standard output"
        )]
        let out = io::stdout();
        write(out).inspect_err(|error| {
            let error = error.raw_os_error().map(io::Error::from_raw_os_error);
            *fault = error.or_else(|| Some(ErrorKind::WriteZero.into()));
        })
    }
}

impl Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Writes all bytes in one call. After a partial write, the caller would write the remaining
        // bytes, and an error in that second write could be lost.
        Self::write_unless_failed(|mut out| out.write_all(bytes)).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Self::write_unless_failed(|mut out| out.flush())
    }
}

fn first_error() -> MutexGuard<'static, Option<io::Error>> {
    FIRST_ERROR.lock().unwrap_or_else(PoisonError::into_inner)
}
