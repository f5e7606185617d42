//! Outputs that are not regular files: terminals, pipes, `/dev/null`, and paths such as `/dev/fd/1`
//! that refer to standard output or standard error.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, IsTerminal as _};
use std::os::fd::AsFd as _;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl, major, minor};
use rustix::io::Errno;

use crate::regular_file::describe_file_type;

/// Named pipes that [`check_output_path`] has opened. The pipes stay open, because closing a pipe would
/// tell its reader that the output is complete.
static OPEN_PIPES: Mutex<Vec<(PathBuf, File)>> = Mutex::new(Vec::new());

/// Checks an output before a long computation starts, so that an unsuitable output is reported
/// immediately. If the output is a named pipe, the pipe is opened and kept open until [`open`]
/// returns it, so that its reader does not see a premature end of file.
///
/// # Errors
/// The same as for [`open`].
pub(crate) fn check_output_path(path: &Path) -> io::Result<()> {
    let open_pipes = || OPEN_PIPES.lock().unwrap_or_else(PoisonError::into_inner);
    if open_pipes().iter().any(|(known, _)| known == path) {
        return Ok(());
    }
    let file = open_or_duplicate(path)?;
    if file.metadata()?.file_type().is_fifo() {
        open_pipes().push((path.to_owned(), file));
    }
    Ok(())
}

/// Opens an output. Standard output and standard error are duplicated instead, because opening
/// their files again would overwrite the earlier output.
///
/// # Errors
/// [`ErrorKind::InvalidInput`] for a pipe without a reader, a socket, or a device that does not
/// take text, and errors of the file system.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let mut open_pipes = OPEN_PIPES.lock().unwrap_or_else(PoisonError::into_inner);
    match open_pipes.iter().position(|(known, _)| known == path) {
        Some(index) => Ok(open_pipes.swap_remove(index).1),
        None => open_or_duplicate(path),
    }
}

fn open_or_duplicate(path: &Path) -> io::Result<File> {
    let is_descriptor = |number: &str| {
        let mut directories = ["/proc/self/fd", "/dev/fd"].iter();
        directories.any(|directory| Path::new(directory).join(number) == path)
    };
    let open = if is_descriptor("1") {
        rustix::stdio::stdout()
    } else if is_descriptor("2") {
        rustix::stdio::stderr()
    } else {
        return open_path(path);
    };
    Ok(open.as_fd().try_clone_to_owned()?.into())
}

fn open_path(path: &Path) -> io::Result<File> {
    let kind = fs::metadata(path)?.file_type();
    let unusable = |reason: String| io::Error::new(ErrorKind::InvalidInput, reason);
    let kind_error = || {
        let kind = describe_file_type(kind);
        unusable(format!(
            "it is {kind}, but must be a file, a terminal or a pipe; use a file instead"
        ))
    };
    if kind.is_socket() || kind.is_block_device() {
        return Err(kind_error());
    }
    // With this flag, opening a named pipe does not wait for a reader.
    let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
    let mut options = OpenOptions::new();
    options
        .append(true)
        .custom_flags(flags.bits().cast_signed());
    let file = options.open(path).map_err(|error| {
        let is_unread = error.raw_os_error() == Some(Errno::NXIO.raw_os_error());
        if is_unread && kind.is_fifo() {
            unusable("it is a named pipe without a reader; start its reader first".to_owned())
        } else {
            error
        }
    })?;
    let facts = file.metadata()?;
    let device = (major(facts.rdev()), minor(facts.rdev()));
    // The device numbers of `/dev/null` and `/dev/full`. The latter simulates a full disk.
    let takes_text = file.is_terminal() || [(1, 3), (1, 7)].contains(&device);
    if facts.file_type().is_char_device() && !takes_text {
        return Err(kind_error());
    }
    fcntl_setfl(&file, fcntl_getfl(&file)? - OFlags::NONBLOCK)?;
    Ok(file)
}

#[cfg(test)]
pub(crate) mod tests {
    use std::io::{Read as _, Write as _};
    use std::os::unix::net::UnixListener;

    use rustix::fs::{CWD, Mode, mkfifoat};

    use super::*;

    /// Creates a named pipe in a directory and returns its path.
    pub(crate) fn create_pipe(directory: &Path) -> PathBuf {
        let pipe = directory.join("pipe");
        mkfifoat(CWD, &pipe, Mode::from_raw_mode(0o600)).unwrap();
        pipe
    }

    #[test]
    fn unsuitable_output_is_refused_with_a_reason() {
        let directory = tempfile::tempdir().unwrap();
        let pipe = create_pipe(directory.path());
        let socket = directory.path().join("socket");
        let _listener = UnixListener::bind(&socket).unwrap();
        for (path, reason) in [
            (pipe.as_path(), "it is a named pipe without a reader"),
            (&socket, "it is a socket, but must be a file"),
            (Path::new("/dev/zero"), "it is a device, but must be a file"),
        ] {
            for refusal in [open(path).map(drop), check_output_path(path)] {
                let refusal = refusal.unwrap_err();
                assert_eq!(refusal.kind(), ErrorKind::InvalidInput);
                assert!(refusal.to_string().starts_with(reason), "{refusal}");
            }
        }
        for path in ["/dev/null", "/dev/full"] {
            check_output_path(Path::new(path)).unwrap();
            open(Path::new(path)).unwrap();
        }
    }

    #[test]
    fn pipe_opened_by_the_check_stays_open_until_it_is_written_to() {
        let directory = tempfile::tempdir().unwrap();
        let pipe = create_pipe(directory.path());
        let mut reading = OpenOptions::new();
        let flags = OFlags::NONBLOCK.bits().cast_signed();
        let mut reader = reading.read(true).custom_flags(flags).open(&pipe).unwrap();
        check_output_path(&pipe).unwrap();
        let waits = reader.read(&mut [0; 8]).unwrap_err();
        assert_eq!(waits.kind(), ErrorKind::WouldBlock);
        open(&pipe).unwrap().write_all(b"text").unwrap();
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        assert_eq!(text, "text");
    }
}
