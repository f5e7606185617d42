//! Reads source files. The files are untrusted: nothing here follows a link that the
//! user did not name, waits for a pipe, or reads more than the maximum source size.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, ErrorKind, Read as _};
use std::path::{Path, PathBuf};

use mousetrap_model::{Message, RefusedFile};
use mousetrap_util::Bytes;
use mousetrap_util::regular_file;
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
        path: display_path(path),
        reason: reason.into(),
    }
}

/// Returns the reason for refusing a file or directory that cannot be read.
pub(crate) fn unreadable(error: &io::Error) -> Message {
    format!("cannot be read: {error}; check its permissions").into()
}

/// An entry found at a path that the user named, or below it.
#[derive(Debug)]
pub(crate) struct PathEntry {
    /// In an archive, the path of the archive and the name in it: `class.zip/anna/ans.py`.
    pub path: PathBuf,
    pub kind: EntryKind,
}

#[derive(Debug)]
pub(crate) enum EntryKind {
    /// A file that may be a submission.
    File {
        /// Whether the user named the file, instead of a directory that contains it.
        named: bool,
    },
    /// A file in an archive, with this content.
    Packed(Vec<u8>),
    /// An archive in a directory. Its entries follow.
    Archive,
    /// A file that is not meant to be judged.
    LeftOut,
    /// Something that cannot be judged, for this reason.
    Refused(Message),
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
/// [`LARGEST`] bytes. A link is followed only if the user named it.
pub(crate) fn read(path: &Path, named: bool) -> Result<Vec<u8>, RefusedFile> {
    let read = if named {
        regular_file::read
    } else {
        regular_file::read_unlinked
    };
    read(path, LARGEST).map_err(|error| match error.kind() {
        ErrorKind::FileTooLarge => refused(path, too_large()),
        ErrorKind::NotFound | ErrorKind::InvalidInput => refused(path, error.to_string()),
        _ => refused(path, unreadable(&error)),
    })
}

/// Returns why a source of `length` bytes is refused, or `None` if it is not.
pub fn why_refused(length: usize) -> Option<Message> {
    (length as u64 > LARGEST.0).then(too_large)
}

/// Returns the reason for refusing a source that is too large.
pub const fn too_large() -> Message {
    Message::SourceTooLarge { limit: LARGEST }
}

/// Returns whether the file is a report of an earlier run of `mousetrap judge`, by its
/// first bytes.
pub(crate) fn holds_report(path: &Path) -> bool {
    let beginning = regular_file::open_unlinked(path).and_then(|file| {
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
pub(crate) fn display_path(path: &Path) -> PathBuf {
    let here = std::env::current_dir().ok();
    let inside = here
        .as_deref()
        .and_then(|here| path.strip_prefix(here).ok());
    let path = inside.unwrap_or(path);
    path.strip_prefix(".").unwrap_or(path).to_owned()
}
