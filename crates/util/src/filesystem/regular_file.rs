//! Reads files that users, projects and other programs have written, up to a maximum size. Only
//! regular files are read: a named pipe would block, and a device can have unlimited content.

use std::fs::{self, File, FileType, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::{FileTypeExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;
use thiserror::Error;

use crate::Bytes;
use crate::missing_file::find_similar_path;
use crate::printable::escape_path;

/// Maximum size of a text file that a person writes, such as configuration, a recipe or cases.
pub const MAX_TEXT_SIZE: Bytes = Bytes::mib(64);

/// Maximum size of a report file, of a log line, of a server's settings, and of a line of its other
/// responses.
pub const MAX_REPORT_SIZE: Bytes = Bytes::mib(512);

/// The reason why a file cannot be read as a regular file or as text.
#[derive(Debug, Error)]
enum UnreadableFile {
    #[error("it is {0}, not a regular file; replace it with a regular file")]
    Kind(&'static str),
    #[error("it is larger than the maximum of {0}; shorten it")]
    Size(Bytes),
    #[error("it is not UTF-8 text")]
    Binary,
    #[error("it does not exist{}", similar_file_hint(.0))]
    Missing(PathBuf),
}

/// Returns a hint such as `, but "answer.c" does`, or an empty string if there is no similar file.
fn similar_file_hint(path: &Path) -> String {
    let similar = find_similar_path(path).filter(|path| path.is_file());
    similar.map_or_else(String::new, |similar| {
        format!(", but \"{}\" does", escape_path(&similar))
    })
}

/// Opens a regular file.
///
/// # Errors
/// Returns errors of the file system, and [`io::ErrorKind::InvalidInput`] for another kind of file.
pub fn open(path: &Path) -> io::Result<File> {
    open_with_flags(path, OFlags::empty())
}

/// Opens a regular file. Refuses symbolic links.
///
/// # Errors
/// The same as for [`open`].
pub fn open_nofollow(path: &Path) -> io::Result<File> {
    open_with_flags(path, OFlags::NOFOLLOW)
}

fn open_with_flags(path: &Path, flags: OFlags) -> io::Result<File> {
    // With this flag, opening a named pipe does not wait for a writer.
    let flags = flags | OFlags::NONBLOCK | OFlags::NOCTTY;
    let mut options = OpenOptions::new();
    options.read(true).custom_flags(flags.bits().cast_signed());
    let kind_error = |kind| {
        let refusal = UnreadableFile::Kind(describe_file_type(kind));
        io::Error::new(io::ErrorKind::InvalidInput, refusal)
    };
    let file = options.open(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            io::Error::new(error.kind(), UnreadableFile::Missing(path.to_owned()))
        }
        // A socket cannot be opened, so its file type is looked up by path.
        _ => match fs::symlink_metadata(path).map(|facts| facts.file_type()) {
            Ok(kind) if kind.is_socket() => kind_error(kind),
            _ => error,
        },
    })?;
    let kind = file.metadata()?.file_type();
    if kind.is_file() {
        return Ok(file);
    }
    Err(kind_error(kind))
}

/// Reads a regular file; fails if the file has more than `max` bytes.
///
/// # Errors
/// Returns the same errors as [`open`], and [`io::ErrorKind::FileTooLarge`].
pub fn read(path: &Path, max: Bytes) -> io::Result<Vec<u8>> {
    read_up_to(open(path)?, max)
}

/// Reads a regular file; fails if the file has more than `max` bytes or is a symbolic link.
///
/// # Errors
/// The same as for [`read`].
pub fn read_nofollow(path: &Path, max: Bytes) -> io::Result<Vec<u8>> {
    read_up_to(open_nofollow(path)?, max)
}

/// Reads the text of a regular file; fails if the file has more than `max` bytes.
///
/// # Errors
/// Returns the same errors as [`read`], and [`io::ErrorKind::InvalidData`] for text that is not
/// UTF-8.
pub fn read_text(path: &Path, max: Bytes) -> io::Result<String> {
    decode_text(read(path, max)?)
}

/// Reads the text of a regular file, or of standard input if the path is `-`. Fails if the text has
/// more than [`MAX_TEXT_SIZE`] bytes.
///
/// # Errors
/// The same as for [`read_text`].
pub fn read_text_or_stdin(path: &Path) -> io::Result<String> {
    if path.as_os_str() == "-" {
        return decode_text(read_up_to(io::stdin(), MAX_TEXT_SIZE)?);
    }
    read_text(path, MAX_TEXT_SIZE)
}

/// Decodes UTF-8 text.
///
/// # Errors
/// [`io::ErrorKind::InvalidData`] if the bytes are not UTF-8.
pub(crate) fn decode_text(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, UnreadableFile::Binary))
}

fn read_up_to(source: impl Read, max: Bytes) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(max.0 + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max.0 {
        let refusal = UnreadableFile::Size(max);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, refusal));
    }
    Ok(bytes)
}

/// Returns a description of a file type that is not regular, such as "a directory".
pub(crate) fn describe_file_type(kind: FileType) -> &'static str {
    if kind.is_fifo() {
        "a named pipe"
    } else if kind.is_socket() {
        "a socket"
    } else if kind.is_dir() {
        "a directory"
    } else {
        "a device"
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    use super::*;
    use crate::output_stream::tests::create_pipe;

    #[test]
    fn unsuitable_file_is_refused_with_a_reason() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        create_pipe(directory.path());
        let _listener = UnixListener::bind(path("socket")).unwrap();
        symlink("/dev/zero", path("zero")).unwrap();
        fs::write(path("large"), "12345").unwrap();
        let sparse = File::create(path("sparse")).unwrap();
        sparse.set_len(1 << 40).unwrap();
        fs::write(path("binary"), [0xff]).unwrap();
        for (name, reason) in [
            ("pipe", "it is a named pipe, not a regular file"),
            ("socket", "it is a socket, not a regular file"),
            ("zero", "it is a device, not a regular file"),
            (".", "it is a directory, not a regular file"),
            ("large", "it is larger than the maximum of 4 B"),
            ("sparse", "it is larger than the maximum of 4 B"),
            ("binary", "it is not UTF-8 text"),
        ] {
            let error = read_text(&path(name), Bytes(4)).unwrap_err();
            assert!(error.to_string().starts_with(reason), "{error}");
        }
        assert_eq!(read_text(&path("large"), Bytes(5)).unwrap(), "12345");
        symlink(path("large"), path("link")).unwrap();
        assert_eq!(read(&path("link"), Bytes(5)).unwrap(), b"12345");
        assert!(read_nofollow(&path("link"), Bytes(5)).is_err());
    }
}
