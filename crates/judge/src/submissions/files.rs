//! Reads source files. The files are untrusted: nothing here follows a link that the
//! user did not name, waits for a pipe, or reads more than the maximum source size.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use mousetrap_model::{Message, RefusedFile};
use mousetrap_util::Bytes;
use mousetrap_util::missing_file::similar_path;
use mousetrap_util::printable::named;
use mousetrap_util::regular_file::kind_name;
use mousetrap_util::replace::BEGINNING;

/// Maximum size of a source file.
pub(crate) const LARGEST: Bytes = Bytes::mib(1);

/// Files and directories that systems and tools create by themselves.
const LITTER: [&str; 4] = ["__MACOSX", "__pycache__", "Thumbs.db", "desktop.ini"];

/// Extensions of backups that editors and other tools create.
const BACKUPS: [&str; 4] = ["bak", "orig", "rej", "swp"];

/// Refuses the file or directory `path` for this reason.
pub(crate) fn refused(path: &Path, reason: impl Into<Message>) -> RefusedFile {
    RefusedFile {
        path: shown(path),
        reason: reason.into(),
    }
}

pub(crate) fn unreadable(path: &Path, error: &io::Error) -> RefusedFile {
    refused(
        path,
        format!("cannot be read: {error}; check its permissions"),
    )
}

/// An entry found at a path that the user named, or below it.
#[derive(Debug)]
pub(crate) enum Seen {
    /// A file that may be a submission.
    File {
        path: PathBuf,
        /// Whether the user named the file, instead of a directory that contains it.
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
    /// A file that is not meant to be judged.
    LeftOut(PathBuf),
    /// Something that cannot be judged.
    Refused(RefusedFile),
}

impl Seen {
    /// Returns the path of the entry.
    pub(crate) fn path(&self) -> &Path {
        match self {
            Self::File { path, .. }
            | Self::Packed { path, .. }
            | Self::Archive(path)
            | Self::LeftOut(path) => path,
            Self::Refused(refused) => &refused.path,
        }
    }
}

/// Returns whether a file is documentation: a README, or any Markdown file.
pub(crate) fn is_documentation(path: &Path) -> bool {
    let is = |part: Option<&OsStr>, wanted| part.is_some_and(|it| it.eq_ignore_ascii_case(wanted));
    let is_text = path.extension().is_none() || is(path.extension(), "txt");
    is(path.extension(), "md") || is(path.file_stem(), "readme") && is_text
}

/// Returns whether a file of this name is not meant to be judged: it is hidden, a
/// backup, or was created by a system or tool.
pub(crate) fn is_litter(name: &str) -> bool {
    let extension = Path::new(name).extension().unwrap_or_default();
    name.starts_with('.')
        || name.ends_with('~')
        || name.starts_with('#') && name.ends_with('#')
        || LITTER.contains(&name)
        || BACKUPS
            .iter()
            .any(|ending| extension.eq_ignore_ascii_case(ending))
}

/// Returns the content of a source file, which must be a regular file of at most
/// [`LARGEST`] bytes.
pub(crate) fn read(path: &Path, named: bool) -> Result<Vec<u8>, RefusedFile> {
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
        io::ErrorKind::NotFound => refused(path, missing(path)),
        _ => unreadable(path, &error),
    })?;
    let check = |facts: &Metadata| {
        let kind = facts.file_type();
        if !kind.is_file() {
            let reason = format!("{}, not a source file; put a file there", kind_name(kind));
            return Err(refused(path, reason));
        }
        let reason = why_refused(facts.len() as usize);
        reason.map_or(Ok(()), |reason| Err(refused(path, reason)))
    };
    check(&facts)?;
    let unreadable = |error: io::Error| unreadable(path, &error);
    // The file may have become a pipe, a link, or too large since it was checked.
    let file = open(path, named).map_err(unreadable)?;
    check(&file.metadata().map_err(unreadable)?)?;
    let mut content = Vec::new();
    let mut limited = file.take(LARGEST.0 + 1);
    limited.read_to_end(&mut content).map_err(unreadable)?;
    match why_refused(content.len()) {
        Some(reason) => Err(refused(path, reason)),
        None => Ok(content),
    }
}

/// Returns why a source of `length` bytes is refused, or `None` if it is not.
pub fn why_refused(length: usize) -> Option<Message> {
    (length as u64 > LARGEST.0).then(too_large)
}

/// Returns the reason for refusing a source that is too large.
pub const fn too_large() -> Message {
    Message::SourceTooLarge { limit: LARGEST }
}

/// Opens a file. Does not wait for the other end if the file is a pipe.
pub(crate) fn open(path: &Path, follow: bool) -> io::Result<File> {
    let follow = if follow { 0 } else { libc::O_NOFOLLOW };
    OpenOptions::new()
        .read(true)
        .custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY | follow)
        .open(path)
}

/// Returns whether the file is a report of an earlier run of `mousetrap judge`, by its
/// first bytes.
pub(crate) fn holds_report(path: &Path) -> bool {
    let beginning = open(path, false).and_then(|file| {
        let mut beginning = Vec::new();
        file.take(BEGINNING).read_to_end(&mut beginning)?;
        Ok(beginning)
    });
    beginning.is_ok_and(|beginning| is_report(&String::from_utf8_lossy(&beginning)))
}

/// Returns whether a text begins like a report. A test in
/// `crates/report/src/formats/format.rs` checks that it recognizes every format.
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
        || first.starts_with("student,913_file,913_points,")
        || first.starts_with("path,problem,language,expected,status,")
        || first == "{" && text.contains("\n  \"format\": ") && text.contains("\n  \"summary\": {")
        || first == "<!doctype html>" && text.contains("<title>Mousetrap report</title>")
        || first.starts_with("<?xml") && text.contains("<testsuites name=\"mousetrap\"")
}

/// Returns the reason why a file that does not exist is refused.
fn missing(path: &Path) -> String {
    let similar = similar_path(path).map_or_else(String::new, |similar| {
        format!("; did you mean \"{}\"?", named(shown(&similar)))
    });
    format!("there is no such file{similar}")
}

/// Returns the canonical path of the file's directory and the file's own name. Two paths
/// of one file have the same identity; a link to the file has another one.
pub(crate) fn identity(path: &Path) -> PathBuf {
    // The parent of a bare name is "", which means the current directory.
    let parent = path.parent().map(|parent| Path::new(".").join(parent));
    let parent = parent.and_then(|parent| fs::canonicalize(parent).ok());
    match (parent, path.file_name()) {
        (Some(parent), Some(name)) => parent.join(name),
        _ => path.to_owned(),
    }
}

/// Returns the path relative to the current directory, if it lies below it.
pub(crate) fn shown(path: &Path) -> PathBuf {
    let here = std::env::current_dir().ok();
    let inside = here
        .as_deref()
        .and_then(|here| path.strip_prefix(here).ok());
    let path = inside.unwrap_or(path);
    path.strip_prefix(".").unwrap_or(path).to_owned()
}
