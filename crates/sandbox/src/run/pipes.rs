//! Pipes between the judge and a program.

use std::os::fd::OwnedFd;

use rustix::fs::{Mode, OFlags, fchmod, fcntl_setfl};
use rustix::pipe::{PipeFlags, pipe_with};

use crate::error::SandboxError;

/// Creates a pipe to the program. Returns the judge's end and the program's end.
pub(super) fn to_program() -> Result<(OwnedFd, OwnedFd), SandboxError> {
    let (reader, writer) = pipe()?;
    unblock(&writer)?;
    Ok((writer, reader))
}

/// Creates a pipe from the program. Returns the judge's end and the program's end.
pub(super) fn from_program() -> Result<(OwnedFd, OwnedFd), SandboxError> {
    let (reader, writer) = pipe()?;
    unblock(&reader)?;
    Ok((reader, writer))
}

fn pipe() -> Result<(OwnedFd, OwnedFd), SandboxError> {
    let failed = |error: rustix::io::Errno| SandboxError::step("making a pipe")(error.into());
    let (reader, writer) = pipe_with(PipeFlags::CLOEXEC).map_err(failed)?;
    // Programs, which may run as another user than the judge, open /dev/stdin and
    // /proc/self/fd/3 again.
    fchmod(&writer, Mode::from_raw_mode(0o666)).map_err(failed)?;
    Ok((reader, writer))
}

fn unblock(end: &OwnedFd) -> Result<(), SandboxError> {
    fcntl_setfl(end, OFlags::NONBLOCK)
        .map_err(|error| SandboxError::step("making a pipe non-blocking")(error.into()))
}
