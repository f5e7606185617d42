//! The files below the paths that a user names, and what stands in them. They
//! are strangers' files: nothing here follows a link that the user did not
//! name, waits for a pipe, or reads more than a source may have.

use std::ffi::OsStr;
use std::fs::{self, File, FileType, OpenOptions};
use std::io::{self, Read as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use crate::archive;
use mousetrap_base::Bytes;
use mousetrap_base::missing_file::similar_path;
use mousetrap_base::printable::named;
use mousetrap_base::regular_file::kind_name;
use mousetrap_base::replace::BEGINNING;
use mousetrap_base::toml_file::closest;
use mousetrap_model::{Message, RefusedFile};

/// Largest source that is read.
pub(super) const LARGEST: Bytes = Bytes::mib(1);

/// What systems and tools leave in directories by themselves.
const LITTER: [&str; 4] = ["__MACOSX", "__pycache__", "Thumbs.db", "desktop.ini"];

/// Endings of the backups that editors and other tools make.
const BACKUPS: [&str; 4] = ["bak", "orig", "rej", "swp"];

/// The file or directory `path` cannot be judged for this reason.
pub(super) fn refused(path: &Path, reason: impl Into<Message>) -> RefusedFile {
    RefusedFile {
        path: shown(path),
        reason: reason.into(),
    }
}

fn unreadable(path: &Path, error: &io::Error) -> RefusedFile {
    refused(
        path,
        format!("cannot be read: {error}; check its permissions"),
    )
}

/// Something that was found below a path.
#[derive(Debug)]
pub(super) enum Seen {
    /// A file that may be a submission.
    File {
        path: PathBuf,
        /// Whether the user named it; else it was found in a directory.
        named: bool,
    },
    /// A file in an archive.
    Packed {
        /// The archive and the name in it: `class.zip/anna/ans.py`.
        path: PathBuf,
        content: Vec<u8>,
    },
    /// An archive in a directory. Its entries follow.
    Archive(PathBuf),
    /// Neither a source nor meant to be one.
    LeftOut(PathBuf),
    /// Something that cannot be judged.
    Refused(RefusedFile),
}

impl Seen {
    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        match self {
            Self::File { path, .. }
            | Self::Packed { path, .. }
            | Self::Archive(path)
            | Self::LeftOut(path) => path,
            Self::Refused(refused) => &refused.path,
        }
    }
}

/// What there is at a path that the user names, in order of names. It may lead
/// into an archive.
pub(super) fn below(path: &Path) -> Vec<Seen> {
    let mut seen = Vec::new();
    if path.is_dir() {
        walk(path, &mut seen);
    } else if let Some(archive) = archive::around(path) {
        seen = archive::entries(archive, true);
        let is_meant = |seen: &Seen| shown(seen.path()).starts_with(shown(path));
        if seen.iter().any(is_meant) {
            seen.retain(is_meant);
        } else {
            // What is wrong with the whole is wrong with the part.
            seen.retain(|seen| seen.path() == shown(archive));
        }
        if seen.is_empty() {
            let entries = archive::entries(archive, true);
            seen.push(Seen::Refused(refused(
                path,
                missing_entry(path, archive, &entries),
            )));
        }
    } else {
        let path = path.to_owned();
        seen.push(Seen::File { path, named: true });
    }
    seen
}

/// Everything below `directory` but its documentation. It could hold links to any file of this
/// machine, and a compiler would print it; a link is followed only where the
/// user names it.
fn walk(directory: &Path, seen: &mut Vec<Seen>) {
    let entries = fs::read_dir(directory).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let mut entries = match entries {
        Ok(entries) => entries,
        Err(error) => return seen.push(Seen::Refused(unreadable(directory, &error))),
    };
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if is_documentation(&path) {
            continue;
        }
        match entry.file_type() {
            _ if is_litter(&entry.file_name().to_string_lossy()) => {
                seen.push(Seen::LeftOut(shown(&path)));
            }
            Err(error) => seen.push(Seen::Refused(unreadable(&path, &error))),
            Ok(kind) if kind.is_symlink() => seen.push(Seen::Refused(refused(
                &path,
                "a link in a directory of submissions is not followed; put the file itself there, \
                 or name the link",
            ))),
            Ok(kind) if kind.is_dir() => walk(&path, seen),
            Ok(kind) if kind.is_file() && archive::is_archive(&path) => {
                seen.push(Seen::Archive(shown(&path)));
                seen.extend(archive::entries(&path, false));
            }
            Ok(_) => seen.push(Seen::File { path, named: false }),
        }
    }
}

/// Whether a file says something about those beside it.
pub(super) fn is_documentation(path: &Path) -> bool {
    let is = |part: Option<&OsStr>, wanted| part.is_some_and(|it| it.eq_ignore_ascii_case(wanted));
    let is_text = path.extension().is_none() || is(path.extension(), "txt");
    is(path.extension(), "md") || is(path.file_stem(), "readme") && is_text
}

/// Whether a file of this name is not meant to be judged: hidden, a backup, or
/// what a system leaves everywhere.
pub(super) fn is_litter(name: &str) -> bool {
    let extension = Path::new(name).extension().unwrap_or_default();
    name.starts_with('.')
        || name.ends_with('~')
        || name.starts_with('#') && name.ends_with('#')
        || LITTER.contains(&name)
        || BACKUPS
            .iter()
            .any(|ending| extension.eq_ignore_ascii_case(ending))
}

/// The content of a source file, which is a regular file of a sane size.
pub(super) fn read(path: &Path, named: bool) -> Result<Vec<u8>, RefusedFile> {
    let facts = if named {
        fs::metadata(path)
    } else {
        fs::symlink_metadata(path)
    };
    let facts = facts.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound if path.is_symlink() => refused(
            path,
            "a link to a file that does not exist; put the file itself there",
        ),
        io::ErrorKind::NotFound => refused(path, missing("", similar_path(path))),
        _ => unreadable(path, &error),
    })?;
    let refuse_kind = |kind: FileType| {
        let reason = format!("{}, not a source file; put a file there", kind_name(kind));
        Err(refused(path, reason))
    };
    let too_large = || Err(refused(path, too_large()));
    if !facts.is_file() {
        return refuse_kind(facts.file_type());
    }
    if Bytes(facts.len()) > LARGEST {
        return too_large();
    }
    let unreadable = |error: io::Error| unreadable(path, &error);
    // Between the look at it and now it may have become a pipe, a link, or long.
    let file = open(path, named).map_err(unreadable)?;
    let kind = file.metadata().map_err(unreadable)?.file_type();
    if !kind.is_file() {
        return refuse_kind(kind);
    }
    let mut content = Vec::new();
    file.take(LARGEST.0 + 1)
        .read_to_end(&mut content)
        .map_err(unreadable)?;
    if content.len() as u64 > LARGEST.0 {
        return too_large();
    }
    Ok(content)
}

/// Why a source of so many bytes is refused, where it is.
pub fn why_refused(length: usize) -> Option<Message> {
    (length as u64 > LARGEST.0).then(too_large)
}

/// Why a source that is larger than may be is refused.
pub fn too_large() -> Message {
    Message::SourceTooLarge { limit: LARGEST }
}

/// Opens a file without waiting for whoever holds the other end of a pipe.
pub(super) fn open(path: &Path, follow: bool) -> io::Result<File> {
    let follow = if follow { 0 } else { libc::O_NOFOLLOW };
    OpenOptions::new()
        .read(true)
        .custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY | follow)
        .open(path)
}

/// Returns whether the first bytes of a file are those of a report of `mousetrap judge`.
pub(super) fn holds_report(path: &Path) -> bool {
    let beginning = open(path, false).and_then(|file| {
        let mut beginning = Vec::new();
        file.take(BEGINNING).read_to_end(&mut beginning)?;
        Ok(beginning)
    });
    beginning.is_ok_and(|beginning| is_report(&String::from_utf8_lossy(&beginning)))
}

/// Returns whether a text begins like a report of this version or of format 1. A test in
/// `report::format` checks that reports of every format are recognized.
pub fn is_report(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    let words = || first.split_whitespace();
    // A table without rows has only the summary line. Markdown has it at the top.
    let is_summary = [" as expected, ", " accepted, "]
        .iter()
        .any(|right| first.contains(right))
        && first.contains(" not, ")
        && first.contains(" skipped");
    is_summary
        || words().take(3).eq(["problem", "solution", "language"])
        || first.starts_with("{\"run\":{\"format\":")
        || first.starts_with("{\"run\":{\"log\":1,")
        || first.starts_with("student,913_file,913_points,")
        || first.starts_with("path,problem,language,form,expected,status,")
        || first == "{"
            && text.contains("\n  \"format\": ")
            && (text.contains("\n  \"summary\": {") || text.contains("\n  \"isolation\": "))
        || first == "<!doctype html>" && text.contains("<title>Mousetrap report</title>")
        || first.starts_with("<?xml") && text.contains("<testsuites name=\"mousetrap\"")
        || first.starts_with("::notice title=mousetrap::")
}

/// Returns the reason why `path`, which leads into `archive`, is refused.
fn missing_entry(path: &Path, archive: &Path, entries: &[Seen]) -> String {
    let archive = shown(archive);
    let name = |path: &Path| {
        let path = shown(path);
        let name = path.strip_prefix(&archive).unwrap_or(&path);
        name.to_string_lossy().into_owned()
    };
    let names: Vec<String> = entries.iter().map(|entry| name(entry.path())).collect();
    let known: Vec<&str> = names.iter().map(String::as_str).collect();
    let similar = closest(&name(path), &known);
    missing(" in the archive", similar.map(|name| archive.join(name)))
}

/// Returns the reason why a file that does not exist is refused.
fn missing(place: &str, similar: Option<PathBuf>) -> String {
    let similar = similar.map_or_else(String::new, |similar| {
        format!("; did you mean \"{}\"?", named(shown(&similar)))
    });
    format!("there is no such file{place}{similar}")
}

/// What two ways to name a file have in common; another link to it is another
/// file.
pub(super) fn identity(path: &Path) -> PathBuf {
    // Of a bare name the parent is "", which is here.
    let parent = path.parent().map(|parent| Path::new(".").join(parent));
    let parent = parent.and_then(|parent| fs::canonicalize(parent).ok());
    match (parent, path.file_name()) {
        (Some(parent), Some(name)) => parent.join(name),
        _ => path.to_owned(),
    }
}

/// The path as the user would name it from here.
pub(super) fn shown(path: &Path) -> PathBuf {
    let here = std::env::current_dir().ok();
    let inside = here
        .as_deref()
        .and_then(|here| path.strip_prefix(here).ok());
    let path = inside.unwrap_or(path);
    path.strip_prefix(".").unwrap_or(path).to_owned()
}
