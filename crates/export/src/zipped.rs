//! An export as one zip file.

use std::io::{Cursor, Write as _};

use zip::result::ZipResult;
use zip::write::{SimpleFileOptions, ZipWriter};
use zip::{CompressionMethod, DateTime};

use super::package::File;

/// The files as a zip archive. The same files give the same bytes: they are
/// stored as they are and carry no time of day.
///
/// # Errors
/// More than a zip file holds.
pub fn zip(files: &[File]) -> ZipResult<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::default());
    for (path, text) in files {
        archive.start_file_from_path(path, options)?;
        archive.write_all(text.as_bytes())?;
    }
    Ok(archive.finish()?.into_inner())
}
