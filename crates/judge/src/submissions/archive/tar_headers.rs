//! Tar headers that extend the next header, for long names.

use std::ffi::OsStr;
use std::io::Read;
use std::os::unix::ffi::OsStrExt as _;
use std::path::PathBuf;

use super::unreadable::{MAX_EXTENSION, Unreadable};

/// Returns the content of a tar header that extends the next header.
pub(super) fn extension<R: Read>(entry: &mut tar::Entry<'_, R>) -> Result<Vec<u8>, Unreadable> {
    if entry.size() > MAX_EXTENSION.0 {
        return Err(Unreadable::Extension);
    }
    let mut content = Vec::new();
    entry.read_to_end(&mut content).map_err(Unreadable::Tar)?;
    Ok(content)
}

/// Returns the name of the next entry in a pax header.
pub(super) fn pax_name(header: &[u8]) -> Result<Option<PathBuf>, Unreadable> {
    let mut name = None;
    for record in tar::PaxExtensions::new(header) {
        let record = record.map_err(Unreadable::Tar)?;
        match record.key_bytes() {
            b"path" => name = Some(bytes_to_path(record.value_bytes())),
            // Files larger than the 8 GiB that a plain header can state.
            b"size" => return Err(Unreadable::Large),
            key if key.starts_with(b"GNU.sparse.") => return Err(Unreadable::Sparse),
            _ => {}
        }
    }
    Ok(name)
}

pub(super) fn bytes_to_path(bytes: &[u8]) -> PathBuf {
    OsStr::from_bytes(bytes).into()
}
