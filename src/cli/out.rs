//! Standard output and standard error, for every command.
//!
//! Work goes on where nobody can read of it any more: what was found is still
//! kept, and what was started is still ended. [`finish`] says at the end what
//! became of the output: a reader that has gone away ends the command quietly,
//! as in `mousetrap doctor | head -1`; a full disk is an error.

use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use comfy_table::Table;

use crate::cli::failure::{Failure, Status};

/// Why standard output takes no more, if so.
static FAULT: Mutex<Option<io::Error>> = Mutex::new(None);

/// Prints to standard output, as `print!` does.
macro_rules! out {
    ($($text:tt)*) => { $crate::cli::out::print(format_args!($($text)*)) };
}

/// Prints a line to standard output, as `println!` does.
macro_rules! outln {
    ($($text:tt)*) => { $crate::cli::out::print(format_args!("{}\n", format_args!($($text)*))) };
}

/// Prints a line to standard error, as `eprintln!` does.
macro_rules! errln {
    ($($text:tt)*) => { $crate::cli::out::complain(format_args!($($text)*)) };
}

/// Writes to standard output. After a fault it does nothing.
pub(crate) fn print(text: fmt::Arguments<'_>) {
    // What goes wrong is remembered until the end.
    let _ = Output.write_fmt(text);
}

/// Writes a line to standard error. Where nobody sees it, there is nobody to read it.
pub(crate) fn complain(line: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Prints the help or the version that clap has ready.
pub(crate) fn help(text: &clap::Error) {
    // clap knows about colours, and writes by itself.
    if let Err(error) = text.print() {
        fault().get_or_insert(error);
    }
}

/// A table without lines.
pub(crate) fn table<const N: usize>(header: [&str; N]) -> Table {
    let mut table = Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    table.set_header(header);
    table
}

/// Whether standard output still takes what is written to it.
pub(crate) fn works() -> bool {
    fault().is_none()
}

/// How a command ended that has printed all it had to print.
///
/// # Errors
/// Standard output that could not be written to, unless its reader has gone.
pub(crate) fn finish(status: Status) -> Result<Status, Failure> {
    let _ = Output.flush();
    match fault().as_ref() {
        None => Ok(status),
        Some(error) if error.kind() == ErrorKind::BrokenPipe => Ok(match status {
            Status::Internal | Status::Interrupted => status,
            _ => Status::NoReader,
        }),
        Some(error) => Err(Failure::usage(format!(
            "standard output cannot be written: {error}; send it to another place"
        ))),
    }
}

/// Standard output as a writer, for those that want one.
pub(crate) struct Output;

impl Output {
    /// Does `write`, unless there was a fault before, and remembers its fault.
    fn attempt<T>(write: impl FnOnce(io::Stdout) -> io::Result<T>) -> io::Result<T> {
        let mut fault = fault();
        if let Some(before) = fault.as_ref() {
            return Err(before.kind().into());
        }
        #[expect(clippy::disallowed_methods, reason = "this is its one home")]
        let out = io::stdout();
        write(out).inspect_err(|error| {
            let error = error.raw_os_error().map(io::Error::from_raw_os_error);
            *fault = error.or_else(|| Some(ErrorKind::WriteZero.into()));
        })
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // All or nothing: a part would be a fault that nobody remembers.
        Self::attempt(|mut out| out.write_all(bytes)).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Self::attempt(|mut out| out.flush())
    }
}

fn fault() -> MutexGuard<'static, Option<io::Error>> {
    FAULT.lock().unwrap_or_else(PoisonError::into_inner)
}
