//! Reads submissions in archives. An archive is untrusted, so it is read into memory, entry
//! by entry, with limits; nothing is unpacked onto the disk.

mod tar_headers;
mod unreadable;

use std::collections::BTreeSet;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use flate2::read::MultiGzDecoder;
use zip::ZipArchive;

use mousetrap_model::Message;

use self::tar_headers::{bytes_to_path, extension, pax_name};
use self::unreadable::{MAX_ENTRIES, MAX_NAME, MAX_SIZE, Unreadable};
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

/// The type of an archive entry.
enum Kind {
    File,
    Large,
    Link,
    Encrypted,
    Other,
}

impl Contents<'_> {
    /// Reads the archive. Returns an error if the rest cannot be read.
    fn read(&mut self, named: bool) -> Result<(), Unreadable> {
        let Some(format) = Format::of(self.archive) else {
            return Ok(());
        };
        if matches!(format, Format::Foreign) {
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
            Format::Zip => self.zip(file),
            Format::Tar => self.tar(file),
            Format::TarGz => self.tar(MultiGzDecoder::new(file)),
            Format::Foreign => Ok(()),
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
            let kind = match () {
                () if raw.is_dir() => continue,
                () if raw.is_symlink() => Kind::Link,
                () if raw.encrypted() => Kind::Encrypted,
                () if raw.size() > LARGEST.0 => Kind::Large,
                () => Kind::File,
            };
            drop(raw);
            self.entry(&name, &kind, || {
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
                let kind = match entry.header().entry_type() {
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
                    EntryType::Regular | EntryType::Continuous if entry.size() > LARGEST.0 => {
                        Kind::Large
                    }
                    EntryType::Regular | EntryType::Continuous => Kind::File,
                    EntryType::Symlink | EntryType::Link => Kind::Link,
                    _ => Kind::Other,
                };
                let name = long_name
                    .take()
                    .unwrap_or_else(|| bytes_to_path(&entry.path_bytes()));
                self.entry(&name, &kind, || {
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

    /// Adds an entry that is not a directory. Returns an error if the rest cannot be read.
    fn entry(
        &mut self,
        name: &Path,
        kind: &Kind,
        content: impl FnOnce() -> io::Result<Vec<u8>>,
    ) -> Result<(), Unreadable> {
        if self.known.len() >= MAX_ENTRIES {
            return Err(Unreadable::Many);
        }
        if name.as_os_str().len() as u64 > MAX_NAME.0 {
            return Err(Unreadable::Name);
        }
        let Some(inside) = inside(name) else {
            let reason = "a name that leads out of the archive; pack it again from inside its \
                          directory";
            self.refuse(
                &self.archive.join(name.file_name().unwrap_or_default()),
                reason,
            );
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
        if !self.known.insert(inside) {
            self.refuse(&path, "stands in the archive twice; keep one");
            return Ok(());
        }
        match kind {
            Kind::Link => self.refuse(
                &path,
                "a link in an archive is not followed; put the file itself there",
            ),
            Kind::Encrypted => self.refuse(&path, "is encrypted; pack it without a password"),
            Kind::Other => self.refuse(&path, "not a source file; put a file there"),
            Kind::File if is_archive(&path) => self.refuse(
                &path,
                "an archive in an archive is not opened; unpack the outer one",
            ),
            Kind::Large => self.refuse(&path, files::too_large()),
            Kind::File => match content() {
                Err(error) => self.refuse(&path, format!("cannot be unpacked: {error}")),
                Ok(content) => {
                    self.unpacked += content.len() as u64;
                    if self.unpacked > MAX_SIZE.0 {
                        return Err(Unreadable::Large);
                    }
                    if content.len() as u64 > LARGEST.0 {
                        self.refuse(&path, files::too_large());
                        return Ok(());
                    }
                    let is_report = is_report(&String::from_utf8_lossy(&content));
                    self.seen.push(if is_report {
                        Seen::LeftOut(files::shown(&path))
                    } else {
                        Seen::Packed { path, content }
                    });
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

#[cfg(test)]
mod tests;
