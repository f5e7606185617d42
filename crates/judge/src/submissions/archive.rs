//! Reading submissions from archives. An archive is untrusted, so its entries are read into memory
//! one by one, with limits, and nothing is unpacked to the disk.

use std::collections::BTreeSet;
use std::io::{self, Read, Seek};
use std::path::{Component, Path, PathBuf};

use thiserror::Error;
use zip::ZipArchive;
use zip::result::ZipError;

use crate::submissions::files::{
    self, EntryKind, FoundEntry, MAX_SOURCE_SIZE, is_documentation, is_ignored_name, is_report,
};
use mousetrap_model::Message;
use mousetrap_util::Bytes;
use mousetrap_util::regular_file;

/// Maximum packed and unpacked size of an archive.
const MAX_ARCHIVE_SIZE: Bytes = Bytes::mib(256);

/// Maximum number of entries of an archive.
const MAX_ARCHIVE_ENTRIES: usize = 10_000;

/// Maximum length of an entry's name.
const MAX_NAME_LENGTH: Bytes = Bytes(1024);

/// The reason why an archive cannot be read, or cannot be read beyond some entry.
#[derive(Debug, Error)]
enum ArchiveError {
    #[error("unsupported archive format; unpack the archive, or convert it to a .zip file")]
    UnsupportedFormat,
    #[error("cannot be read: {0}; check its permissions")]
    Unreadable(io::Error),
    #[error("cannot be unpacked: {}; create it again", describe_zip_error(.0))]
    Zip(#[from] ZipError),
    #[error("the archive contains no submission; add the source file to it")]
    Empty,
    #[error("the archive contains more than {MAX_ARCHIVE_ENTRIES} files; split it")]
    TooManyEntries,
    #[error("the archive or its content is larger than {MAX_ARCHIVE_SIZE}; split the archive")]
    TooLarge,
    #[error("the archive contains a file name longer than {MAX_NAME_LENGTH}; shorten the name")]
    NameTooLong,
    #[error("entries overlap, as in a zip bomb; create the archive again")]
    OverlappingEntries,
}

/// Describes why a zip archive cannot be read. Details of an invalid archive are left out, because
/// they can contain names of entries, which are untrusted.
fn describe_zip_error(error: &ZipError) -> String {
    match error {
        ZipError::InvalidArchive(_) => "it is truncated, or not a zip archive".to_owned(),
        other => other.to_string(),
    }
}

/// Extensions of unsupported archive formats.
const UNSUPPORTED_EXTENSIONS: [&str; 7] = ["7z", "rar", "tar", "tgz", "gz", "xz", "bz2"];

/// Returns whether a path has the extension of an archive.
pub(crate) fn is_archive(path: &Path) -> bool {
    is_zip(path) || has_extension(path, &UNSUPPORTED_EXTENSIONS)
}

fn is_zip(path: &Path) -> bool {
    has_extension(path, &["zip"])
}

fn has_extension(path: &Path, known: &[&str]) -> bool {
    path.extension()
        .is_some_and(|extension| known.iter().any(|it| extension.eq_ignore_ascii_case(it)))
}

/// Returns the archive at or above a path, such as `class.zip` for `class.zip/anna/ans.py`.
pub(crate) fn containing_archive(path: &Path) -> Option<&Path> {
    path.ancestors()
        .find(|path| is_archive(path) && path.is_file())
}

/// Returns the entries of an archive, sorted by name. A link to the archive is followed only if
/// the user named the link.
pub(crate) fn read_entries(archive: &Path, named: bool) -> Vec<FoundEntry> {
    let mut contents = ArchiveContents {
        archive,
        known: BTreeSet::new(),
        unpacked: 0,
        entries: Vec::new(),
    };
    let mut read = contents.read_all_entries(named);
    let mut entries = contents.entries.iter();
    if read.is_ok() && entries.all(|entry| matches!(entry.kind, EntryKind::LeftOut)) {
        // An archive without submissions is reported, so that its author notices the mistake.
        read = Err(ArchiveError::Empty);
    }
    if let Err(reason) = read {
        let refused = FoundEntry::new(archive, refused_entry(reason.to_string()));
        contents.entries.push(refused);
    }
    let mut entries = contents.entries;
    entries.sort_by(|one, other| one.path.cmp(&other.path));
    entries
}

/// The entries of an archive that have been read.
struct ArchiveContents<'a> {
    archive: &'a Path,
    known: BTreeSet<PathBuf>,
    /// Total unpacked size of the entries that have been read.
    unpacked: u64,
    entries: Vec<FoundEntry>,
}

const LINK_REFUSAL_REASON: &str = "links in archives are not followed; add the file itself";
const ENCRYPTED_REFUSAL_REASON: &str = "is encrypted; create the archive without a password";
const NESTING_REFUSAL_REASON: &str =
    "archives in archives are not opened; unpack the outer archive";
const OUTSIDE_PATH_REFUSAL_REASON: &str =
    "the path leads outside the archive; create the archive in the directory of its files";
const DUPLICATE_REFUSAL_REASON: &str = "occurs twice in the archive; remove one of the two files";

/// Marks an entry as refused for this reason.
fn refused_entry(reason: impl Into<Message>) -> EntryKind {
    EntryKind::Refused(reason.into())
}

impl ArchiveContents<'_> {
    /// Reads all entries. If an error occurs, keeps the entries that were read before it.
    fn read_all_entries(&mut self, named: bool) -> Result<(), ArchiveError> {
        if !is_zip(self.archive) {
            return Err(ArchiveError::UnsupportedFormat);
        }
        let open = if named {
            regular_file::open
        } else {
            regular_file::open_nofollow
        };
        let file = open(self.archive).map_err(ArchiveError::Unreadable)?;
        if file.metadata().map_err(ArchiveError::Unreadable)?.len() > MAX_ARCHIVE_SIZE.0 {
            return Err(ArchiveError::TooLarge);
        }
        let mut archive = ZipArchive::new(io::BufReader::new(file))?;
        if archive.has_overlapping_entries()? {
            return Err(ArchiveError::OverlappingEntries);
        }
        for index in 0..archive.len() {
            let raw = archive.by_index_raw(index)?;
            // Old Windows tools use backslashes as path separators.
            let name = PathBuf::from(raw.name()?.replace('\\', "/"));
            let reason: Option<Message> = match () {
                () if raw.is_dir() => continue,
                () if raw.is_symlink() => Some(LINK_REFUSAL_REASON.into()),
                () if raw.encrypted() => Some(ENCRYPTED_REFUSAL_REASON.into()),
                () => files::size_refusal_reason(raw.size() as usize),
            };
            drop(raw);
            if self.known.len() >= MAX_ARCHIVE_ENTRIES {
                return Err(ArchiveError::TooManyEntries);
            }
            if name.as_os_str().len() as u64 > MAX_NAME_LENGTH.0 {
                return Err(ArchiveError::NameTooLong);
            }
            let Some(inside) = normalized_name(&name) else {
                let name = name.file_name().unwrap_or_default();
                self.add_entry(Path::new(name), refused_entry(OUTSIDE_PATH_REFUSAL_REASON));
                continue;
            };
            if let Some(litter) = ignored_prefix(&inside) {
                if self.known.insert(litter.to_owned()) {
                    self.add_entry(litter, EntryKind::LeftOut);
                }
                continue;
            }
            if is_documentation(&inside) {
                continue;
            }
            let is_new = self.known.insert(inside.clone());
            let kind = match reason {
                _ if !is_new => refused_entry(DUPLICATE_REFUSAL_REASON),
                Some(reason) => refused_entry(reason),
                None if is_archive(&inside) => refused_entry(NESTING_REFUSAL_REASON),
                None => self.check_content(read_content(&mut archive, index))?,
            };
            self.add_entry(&inside, kind);
        }
        Ok(())
    }

    /// Checks the unpacked content of an entry.
    fn check_content(&mut self, content: io::Result<Vec<u8>>) -> Result<EntryKind, ArchiveError> {
        let content = match content {
            Err(error) => return Ok(refused_entry(format!("cannot be unpacked: {error}"))),
            Ok(content) => content,
        };
        self.unpacked += content.len() as u64;
        if self.unpacked > MAX_ARCHIVE_SIZE.0 {
            return Err(ArchiveError::TooLarge);
        }
        Ok(match files::size_refusal_reason(content.len()) {
            Some(reason) => refused_entry(reason),
            None if is_report(&String::from_utf8_lossy(&content)) => EntryKind::LeftOut,
            None => EntryKind::Packed(content),
        })
    }

    fn add_entry(&mut self, inside: &Path, kind: EntryKind) {
        let entry = FoundEntry::new(self.archive.join(inside), kind);
        self.entries.push(entry);
    }
}

/// Returns the content of an entry, up to one byte more than the maximum size of a source.
fn read_content(archive: &mut ZipArchive<impl Read + Seek>, index: usize) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    let entry = archive.by_index(index)?;
    entry
        .take(MAX_SOURCE_SIZE.0 + 1)
        .read_to_end(&mut content)?;
    Ok(content)
}

/// Returns an entry's name without `.` components, or `None` if the path is empty, is absolute or
/// contains `..`.
fn normalized_name(name: &Path) -> Option<PathBuf> {
    let parts = name.components().filter(|part| *part != Component::CurDir);
    let is_inside = |part: &Component<'_>| matches!(part, Component::Normal(_));
    let inside = parts.map(|part| is_inside(&part).then_some(part));
    let inside: PathBuf = inside.collect::<Option<_>>()?;
    inside.file_name().is_some().then_some(inside)
}

/// Returns the path up to its first component with an ignored name, or `None` if there is no such
/// component.
fn ignored_prefix(inside: &Path) -> Option<&Path> {
    let is_ignored_name = |path: &&Path| {
        path.file_name()
            .is_some_and(|name| is_ignored_name(&name.to_string_lossy()))
    };
    inside.ancestors().filter(is_ignored_name).last()
}

#[cfg(test)]
mod tests;
