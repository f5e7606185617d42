//! Limits of archives, and why an archive cannot be read.

use std::io;

use thiserror::Error;
use zip::result::ZipError;

use mousetrap_util::Bytes;

/// Maximum size of an archive, packed and unpacked.
pub(super) const MAX_SIZE: Bytes = Bytes::mib(256);

/// Maximum number of entries.
pub(super) const MAX_ENTRIES: usize = 10_000;

/// Maximum length of the name of an entry.
pub(super) const MAX_NAME: Bytes = Bytes(1024);

/// Maximum size of a tar header that extends the next one.
pub(super) const MAX_EXTENSION: Bytes = Bytes::mib(1);

/// Why reading an archive stops.
#[derive(Debug, Error)]
pub(super) enum Unreadable {
    #[error("an archive of a format that is not read; unpack it, or make it a .zip or .tar.gz")]
    Foreign,
    #[error("not a regular file; put the archive there")]
    NotRegular,
    #[error("cannot be read: {0}; see its permissions")]
    Closed(io::Error),
    #[error("not a whole zip archive: {}; make it anew", damage(.0))]
    Zip(#[from] ZipError),
    #[error("not a whole tar archive: {DAMAGE}; make it anew")]
    Tar(io::Error),
    #[error("the archive contains no submission; put the source file there")]
    Empty,
    #[error("more than {MAX_ENTRIES} files, the maximum in an archive; split it")]
    Many,
    #[error("more than {MAX_SIZE}, the maximum for an archive and for its content; split it")]
    Large,
    #[error("a name is longer than {MAX_NAME}, the maximum in an archive; shorten it")]
    Name,
    #[error(
        "an extended header is larger than {MAX_EXTENSION}; pack it without extended attributes"
    )]
    Extension,
    #[error("contains a sparse file, which is not read; pack it without --sparse")]
    Sparse,
    #[error("entries overlap, as in a zip bomb; pack it again")]
    Overlap,
}

/// The most likely reason why an archive cannot be read.
const DAMAGE: &str = "it is cut short, or another kind of file";

/// Returns why a zip archive cannot be read, without the names of its entries.
fn damage(error: &ZipError) -> String {
    match error {
        ZipError::InvalidArchive(_) => DAMAGE.to_owned(),
        other => other.to_string(),
    }
}
