//! Reads submissions in archives. An archive is untrusted, so it is read into memory, entry
//! by entry, with limits; nothing is unpacked onto the disk.

use std::collections::BTreeSet;
use std::io::{self, Read as _};
use std::path::{Component, Path, PathBuf};

use thiserror::Error;
use zip::ZipArchive;
use zip::result::ZipError;

use crate::submissions::files::{
    self, EntryKind, LARGEST, PathEntry, is_documentation, is_litter, is_report,
};
use mousetrap_model::Message;
use mousetrap_util::Bytes;
use mousetrap_util::regular_file;

/// Maximum size of an archive, packed and unpacked.
const MAX_SIZE: Bytes = Bytes::mib(256);

/// Maximum number of entries.
const MAX_ENTRIES: usize = 10_000;

/// Maximum length of the name of an entry.
const MAX_NAME: Bytes = Bytes(1024);

/// The reason why the rest of an archive cannot be read.
#[derive(Debug, Error)]
enum Unreadable {
    #[error("an archive of a format that is not read; unpack it, or make it a .zip")]
    Foreign,
    #[error("cannot be read: {0}; check its permissions")]
    Closed(io::Error),
    #[error("not a complete zip archive: {}; create it again", damage(.0))]
    Zip(#[from] ZipError),
    #[error("the archive contains no submission; put the source file there")]
    Empty,
    #[error("more than {MAX_ENTRIES} files, the maximum in an archive; split it")]
    Many,
    #[error("more than {MAX_SIZE}, the maximum for an archive and for its content; split it")]
    Large,
    #[error("a name is longer than {MAX_NAME}, the maximum in an archive; shorten it")]
    Name,
    #[error("entries overlap, as in a zip bomb; pack it again")]
    Overlap,
}

/// Returns why a zip archive cannot be read, without the names of its entries.
fn damage(error: &ZipError) -> String {
    match error {
        ZipError::InvalidArchive(_) => "it is cut short, or another kind of file".to_owned(),
        other => other.to_string(),
    }
}

/// Extensions of archives in unsupported formats.
const FOREIGN: [&str; 7] = ["7z", "rar", "tar", "tgz", "gz", "xz", "bz2"];

/// Returns whether a file is an archive, by its name.
pub(crate) fn is_archive(path: &Path) -> bool {
    is_zip(path) || has_extension(path, &FOREIGN)
}

fn is_zip(path: &Path) -> bool {
    has_extension(path, &["zip"])
}

fn has_extension(path: &Path, known: &[&str]) -> bool {
    path.extension()
        .is_some_and(|extension| known.iter().any(|it| extension.eq_ignore_ascii_case(it)))
}

/// Returns the archive that a path names or leads into, as in `class.zip/anna/ans.py`.
pub(crate) fn archive_of(path: &Path) -> Option<&Path> {
    path.ancestors()
        .find(|path| is_archive(path) && path.is_file())
}

/// Returns the entries of an archive, in order of names. A link to the archive is followed
/// only if the user named it.
pub(crate) fn entries(archive: &Path, named: bool) -> Vec<PathEntry> {
    let mut contents = Contents {
        archive,
        known: BTreeSet::new(),
        unpacked: 0,
        entries: Vec::new(),
    };
    let mut read = contents.read(named);
    let mut entries = contents.entries.iter();
    if read.is_ok() && entries.all(|entry| matches!(entry.kind, EntryKind::LeftOut)) {
        // The author must learn that the archive cannot be read.
        read = Err(Unreadable::Empty);
    }
    if let Err(reason) = read {
        let (path, kind) = (archive.to_owned(), refusal(reason.to_string()));
        contents.entries.push(PathEntry { path, kind });
    }
    let mut entries = contents.entries;
    entries.sort_by(|one, other| one.path.cmp(&other.path));
    entries
}

/// The entries of an archive that have been read.
struct Contents<'a> {
    archive: &'a Path,
    known: BTreeSet<PathBuf>,
    /// Unpacked size of all entries so far.
    unpacked: u64,
    entries: Vec<PathEntry>,
}

const LINK: &str = "a link in an archive is not followed; put the file itself there";
const ENCRYPTED: &str = "is encrypted; pack it without a password";
const NESTED: &str = "an archive in an archive is not opened; unpack the outer one";
const OUTSIDE: &str =
    "a name that leads out of the archive; pack it again from inside its directory";
const TWICE: &str = "stands in the archive twice; keep one";

/// Refuses an entry for this reason.
fn refusal(reason: impl Into<Message>) -> EntryKind {
    EntryKind::Refused(reason.into())
}

impl Contents<'_> {
    /// Reads the archive. Returns an error if the rest cannot be read.
    fn read(&mut self, named: bool) -> Result<(), Unreadable> {
        if !is_zip(self.archive) {
            return Err(Unreadable::Foreign);
        }
        let open = if named {
            regular_file::open
        } else {
            regular_file::open_unlinked
        };
        let file = open(self.archive).map_err(Unreadable::Closed)?;
        if file.metadata().map_err(Unreadable::Closed)?.len() > MAX_SIZE.0 {
            return Err(Unreadable::Large);
        }
        let mut archive = ZipArchive::new(io::BufReader::new(file))?;
        if archive.has_overlapping_entries()? {
            return Err(Unreadable::Overlap);
        }
        for index in 0..archive.len() {
            let raw = archive.by_index_raw(index)?;
            // Old tools for Windows use backslashes as separators.
            let name = PathBuf::from(raw.name()?.replace('\\', "/"));
            let reason = match () {
                () if raw.is_dir() => continue,
                () if raw.is_symlink() => Some(LINK.into()),
                () if raw.encrypted() => Some(ENCRYPTED.into()),
                () => files::why_refused(raw.size() as usize),
            };
            drop(raw);
            self.entry(&name, reason, || {
                let entry = archive.by_index(index);
                let entry = entry.map_err(|error| io::Error::other(error.to_string()))?;
                let mut content = Vec::new();
                entry.take(LARGEST.0 + 1).read_to_end(&mut content)?;
                Ok(content)
            })?;
        }
        Ok(())
    }

    /// Adds an entry that is not a directory, or the reason for refusing it. Returns an error
    /// if the rest cannot be read.
    fn entry(
        &mut self,
        name: &Path,
        reason: Option<Message>,
        content: impl FnOnce() -> io::Result<Vec<u8>>,
    ) -> Result<(), Unreadable> {
        if self.known.len() >= MAX_ENTRIES {
            return Err(Unreadable::Many);
        }
        if name.as_os_str().len() as u64 > MAX_NAME.0 {
            return Err(Unreadable::Name);
        }
        let Some(inside) = inside(name) else {
            let name = name.file_name().unwrap_or_default();
            self.add(Path::new(name), refusal(OUTSIDE));
            return Ok(());
        };
        if let Some(litter) = litter(&inside) {
            if self.known.insert(litter.to_owned()) {
                self.add(litter, EntryKind::LeftOut);
            }
            return Ok(());
        }
        if is_documentation(&inside) {
            return Ok(());
        }
        let is_new = self.known.insert(inside.clone());
        let kind = match reason {
            _ if !is_new => refusal(TWICE),
            Some(reason) => refusal(reason),
            None if is_archive(&inside) => refusal(NESTED),
            None => self.unpack(content())?,
        };
        self.add(&inside, kind);
        Ok(())
    }

    /// Checks the content of an entry.
    fn unpack(&mut self, content: io::Result<Vec<u8>>) -> Result<EntryKind, Unreadable> {
        let content = match content {
            Err(error) => return Ok(refusal(format!("cannot be unpacked: {error}"))),
            Ok(content) => content,
        };
        self.unpacked += content.len() as u64;
        if self.unpacked > MAX_SIZE.0 {
            return Err(Unreadable::Large);
        }
        Ok(match files::why_refused(content.len()) {
            Some(reason) => refusal(reason),
            None if is_report(&String::from_utf8_lossy(&content)) => EntryKind::LeftOut,
            None => EntryKind::Packed(content),
        })
    }

    fn add(&mut self, inside: &Path, kind: EntryKind) {
        let path = self.archive.join(inside);
        self.entries.push(PathEntry { path, kind });
    }
}

/// Returns the name of an entry without `.`, or `None` if it leads out of the archive.
fn inside(name: &Path) -> Option<PathBuf> {
    let parts = name.components().filter(|part| *part != Component::CurDir);
    let is_inside = |part: &Component<'_>| matches!(part, Component::Normal(_));
    let inside = parts.map(|part| is_inside(&part).then_some(part));
    let inside: PathBuf = inside.collect::<Option<_>>()?;
    inside.file_name().is_some().then_some(inside)
}

/// Returns the first file or directory in an entry's path that is not meant to be judged.
fn litter(inside: &Path) -> Option<&Path> {
    let is_litter = |path: &&Path| {
        path.file_name()
            .is_some_and(|name| is_litter(&name.to_string_lossy()))
    };
    inside.ancestors().filter(is_litter).last()
}

#[cfg(test)]
mod tests;
