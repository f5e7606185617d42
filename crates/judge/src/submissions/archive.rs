//! Reads submissions in archives. An archive is untrusted, so it is read into memory, entry
//! by entry, with limits; nothing is unpacked onto the disk.

mod unreadable;

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Component, Path, PathBuf};

use flate2::read::MultiGzDecoder;
use zip::ZipArchive;

use mousetrap_model::Message;

use self::unreadable::{MAX_ENTRIES, MAX_EXTENSION, MAX_NAME, MAX_SIZE, Unreadable};
use crate::submissions::files::{
    self, LARGEST, Seen, is_documentation, is_litter, is_report, refused,
};

/// Extensions of archives in unsupported formats.
const FOREIGN: [&str; 9] = [
    ".7z", ".rar", ".tar.bz2", ".tar.xz", ".tar.zst", ".tbz2", ".txz", ".gz", ".xz",
];

/// The format of an archive, by its extension.
#[derive(Clone, Copy, Debug)]
enum Format {
    Zip,
    Tar,
    TarGz,
    Foreign,
}

impl Format {
    fn of(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_string_lossy().to_lowercase();
        let ends = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
        if ends(&[".zip"]) {
            Some(Self::Zip)
        } else if ends(&[".tar"]) {
            Some(Self::Tar)
        } else if ends(&[".tar.gz", ".tgz"]) {
            Some(Self::TarGz)
        } else {
            ends(&FOREIGN).then_some(Self::Foreign)
        }
    }
}

/// Returns whether a file is an archive, by its name.
pub(crate) fn is_archive(path: &Path) -> bool {
    Format::of(path).is_some()
}

/// Returns the archive that a path names or leads into, as in `class.zip/anna/ans.py`.
pub(crate) fn around(path: &Path) -> Option<&Path> {
    path.ancestors()
        .find(|place| is_archive(place) && place.is_file())
}

/// Returns the entries of an archive, in order of names. A link to the archive is followed
/// only if the user named it.
pub(crate) fn entries(archive: &Path, named: bool) -> Vec<Seen> {
    let mut contents = Contents {
        archive,
        known: BTreeSet::new(),
        unpacked: 0,
        seen: Vec::new(),
    };
    let is_left_out = |seen: &Seen| matches!(seen, Seen::LeftOut(_));
    let wrong = match contents.read(named) {
        Err(reason) => Some(reason),
        // The author must learn that the archive cannot be read.
        Ok(()) => (contents.seen.iter().all(is_left_out)).then_some(Unreadable::Empty),
    };
    if let Some(reason) = wrong {
        let refused = refused(archive, reason.to_string());
        contents.seen.push(Seen::Refused(refused));
    }
    contents
        .seen
        .sort_by(|one, other| one.path().cmp(other.path()));
    contents.seen
}

/// The entries of an archive that have been read.
struct Contents<'a> {
    archive: &'a Path,
    known: BTreeSet<PathBuf>,
    /// Unpacked size of all entries so far.
    unpacked: u64,
    seen: Vec<Seen>,
}

const LINK: &str = "a link in an archive is not followed; put the file itself there";
const ENCRYPTED: &str = "is encrypted; pack it without a password";
const NOT_A_FILE: &str = "not a source file; put a file there";
const NESTED: &str = "an archive in an archive is not opened; unpack the outer one";
const OUTSIDE: &str =
    "a name that leads out of the archive; pack it again from inside its directory";
const TWICE: &str = "stands in the archive twice; keep one";

impl Contents<'_> {
    /// Reads the archive. Returns an error if the rest cannot be read.
    fn read(&mut self, named: bool) -> Result<(), Unreadable> {
        let format = Format::of(self.archive);
        if matches!(format, Some(Format::Foreign)) {
            return Err(Unreadable::Foreign);
        }
        let file = files::open(self.archive, named).map_err(Unreadable::Closed)?;
        let facts = file.metadata().map_err(Unreadable::Closed)?;
        if !facts.is_file() {
            return Err(Unreadable::NotRegular);
        }
        if facts.len() > MAX_SIZE.0 {
            return Err(Unreadable::Large);
        }
        let file = io::BufReader::new(file);
        match format {
            Some(Format::Zip) => self.zip(file),
            Some(Format::Tar) => self.tar(file),
            Some(Format::TarGz) => self.tar(MultiGzDecoder::new(file)),
            Some(Format::Foreign) | None => Ok(()),
        }
    }

    fn zip(&mut self, file: impl Read + io::Seek) -> Result<(), Unreadable> {
        let mut archive = ZipArchive::new(file)?;
        if archive.has_overlapping_entries()? {
            return Err(Unreadable::Overlap);
        }
        for index in 0..archive.len() {
            let raw = archive.by_index_raw(index)?;
            // Old tools for Windows use backslashes as separators.
            let name = PathBuf::from(raw.name()?.replace('\\', "/"));
            let refusal = match () {
                () if raw.is_dir() => continue,
                () if raw.is_symlink() => Some(LINK.into()),
                () if raw.encrypted() => Some(ENCRYPTED.into()),
                () => files::why_refused(raw.size() as usize),
            };
            drop(raw);
            self.entry(&name, refusal, || {
                let entry = archive.by_index(index);
                let entry = entry.map_err(|error| io::Error::other(error.to_string()))?;
                let mut content = Vec::new();
                entry.take(LARGEST.0 + 1).read_to_end(&mut content)?;
                Ok(content)
            })?;
        }
        Ok(())
    }

    fn tar(&mut self, reader: impl Read) -> Result<(), Unreadable> {
        use tar::EntryType;
        let mut archive = tar::Archive::new(reader.take(MAX_SIZE.0));
        let mut read = || -> Result<(), Unreadable> {
            let mut long_name = None;
            // Unless it returns raw entries, the tar crate reads extended headers of any size
            // into memory.
            for entry in archive.entries().map_err(Unreadable::Tar)?.raw(true) {
                let mut entry = entry.map_err(Unreadable::Tar)?;
                let refusal = match entry.header().entry_type() {
                    EntryType::GNULongName => {
                        let name = extension(&mut entry)?;
                        let end = name.iter().position(|&byte| byte == 0);
                        long_name = Some(bytes_to_path(&name[..end.unwrap_or(name.len())]));
                        continue;
                    }
                    EntryType::XHeader => {
                        long_name = pax_name(&extension(&mut entry)?)?.or(long_name);
                        continue;
                    }
                    EntryType::GNULongLink | EntryType::XGlobalHeader => continue,
                    EntryType::GNUSparse => return Err(Unreadable::Sparse),
                    EntryType::Directory => {
                        long_name = None;
                        continue;
                    }
                    EntryType::Regular | EntryType::Continuous => {
                        files::why_refused(entry.size() as usize)
                    }
                    EntryType::Symlink | EntryType::Link => Some(LINK.into()),
                    _ => Some(NOT_A_FILE.into()),
                };
                let name = long_name
                    .take()
                    .unwrap_or_else(|| bytes_to_path(&entry.path_bytes()));
                self.entry(&name, refusal, || {
                    let mut content = Vec::new();
                    let entry: &mut dyn Read = &mut entry;
                    entry.take(LARGEST.0 + 1).read_to_end(&mut content)?;
                    Ok(content)
                })?;
            }
            Ok(())
        };
        let done = read();
        if archive.into_inner().limit() == 0 {
            return Err(Unreadable::Large);
        }
        done
    }

    /// Adds an entry that is not a directory, or the reason for refusing it. Returns an error
    /// if the rest cannot be read.
    fn entry(
        &mut self,
        name: &Path,
        refusal: Option<Message>,
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
            self.refuse(&self.archive.join(name), OUTSIDE);
            return Ok(());
        };
        if let Some(litter) = litter(&inside) {
            if self.known.insert(litter.clone()) {
                let path = files::shown(&self.archive.join(litter));
                self.seen.push(Seen::LeftOut(path));
            }
            return Ok(());
        }
        let path = self.archive.join(&inside);
        if is_documentation(&path) {
            return Ok(());
        }
        let is_new = self.known.insert(inside);
        match refusal {
            _ if !is_new => self.refuse(&path, TWICE),
            Some(reason) => self.refuse(&path, reason),
            None if is_archive(&path) => self.refuse(&path, NESTED),
            None => match content() {
                Err(error) => self.refuse(&path, format!("cannot be unpacked: {error}")),
                Ok(content) => {
                    self.unpacked += content.len() as u64;
                    if self.unpacked > MAX_SIZE.0 {
                        return Err(Unreadable::Large);
                    }
                    if let Some(reason) = files::why_refused(content.len()) {
                        self.refuse(&path, reason);
                    } else if is_report(&String::from_utf8_lossy(&content)) {
                        self.seen.push(Seen::LeftOut(files::shown(&path)));
                    } else {
                        self.seen.push(Seen::Packed { path, content });
                    }
                }
            },
        }
        Ok(())
    }

    fn refuse(&mut self, path: &Path, reason: impl Into<Message>) {
        self.seen.push(Seen::Refused(refused(path, reason)));
    }
}

/// Returns the name of an entry without `.`, or `None` if it leads out of the archive.
fn inside(name: &Path) -> Option<PathBuf> {
    let mut inside = PathBuf::new();
    for part in name.components() {
        match part {
            Component::Normal(part) => inside.push(part),
            Component::CurDir => {}
            Component::RootDir | Component::ParentDir | Component::Prefix(_) => return None,
        }
    }
    inside.file_name()?;
    Some(inside)
}

/// Returns the first file or directory in an entry's path that is not meant to be judged.
fn litter(inside: &Path) -> Option<PathBuf> {
    let mut way = PathBuf::new();
    for part in inside {
        way.push(part);
        if is_litter(&part.to_string_lossy()) {
            return Some(way);
        }
    }
    None
}

/// Returns the content of a tar header that extends the next header.
fn extension<R: Read>(entry: &mut tar::Entry<'_, R>) -> Result<Vec<u8>, Unreadable> {
    if entry.size() > MAX_EXTENSION.0 {
        return Err(Unreadable::Extension);
    }
    let mut content = Vec::new();
    entry.read_to_end(&mut content).map_err(Unreadable::Tar)?;
    Ok(content)
}

/// Returns the name of the next entry in a pax header.
fn pax_name(header: &[u8]) -> Result<Option<PathBuf>, Unreadable> {
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

fn bytes_to_path(bytes: &[u8]) -> PathBuf {
    OsStr::from_bytes(bytes).into()
}

#[cfg(test)]
mod tests;
