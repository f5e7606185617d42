//! Reading source files, which are untrusted. This module follows only links that the user named,
//! never waits for a pipe, and never reads more than the maximum source size.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, ErrorKind, Read as _};
use std::path::{Path, PathBuf};

use mousetrap_model::{Message, RefusedFile};
use mousetrap_util::Bytes;
use mousetrap_util::regular_file;
use mousetrap_util::replace::SNIFF_LENGTH;

/// Maximum size of a source file.
pub(crate) const MAX_SOURCE_SIZE: Bytes = Bytes::mib(1);

/// Names of files and directories that operating systems and tools create automatically.
const IGNORED_NAMES: [&str; 4] = ["__MACOSX", "__pycache__", "Thumbs.db", "desktop.ini"];

/// Extensions of backup files that editors and other tools create.
const BACKUP_EXTENSIONS: [&str; 4] = ["bak", "orig", "rej", "swp"];

/// Creates a [`RefusedFile`] for a file or directory that is refused for this reason.
pub(crate) fn refused_file(path: &Path, reason: impl Into<Message>) -> RefusedFile {
    RefusedFile {
        path: display_path(path),
        reason: reason.into(),
    }
}

/// Returns the reason for refusing a file or directory that cannot be read.
pub(crate) fn unreadable_reason(error: &io::Error) -> Message {
    format!("cannot be read: {error}; check its permissions").into()
}

/// A file or directory that the user named, or that was found inside a directory or archive that
/// the user named.
#[derive(Debug)]
pub(crate) struct FoundEntry {
    /// The path of the file or directory. For a file in an archive, this is the archive's path
    /// followed by the path inside the archive, such as `class.zip/anna/ans.py`.
    pub path: PathBuf,
    pub kind: EntryKind,
}

impl FoundEntry {
    pub(crate) fn new(path: impl Into<PathBuf>, kind: EntryKind) -> Self {
        let path = path.into();
        Self { path, kind }
    }
}

#[derive(Debug)]
pub(crate) enum EntryKind {
    /// A file that may be a submission.
    File {
        /// Whether the user named the file, instead of a directory that contains it.
        named: bool,
    },
    /// A file in an archive, with its content.
    Packed(Vec<u8>),
    /// An archive that was found in a directory. The entries that follow are the files in the
    /// archive.
    Archive,
    /// A file that is not meant to be judged.
    LeftOut,
    /// A file or directory that cannot be judged. Contains the reason.
    Refused(Message),
}

/// Returns whether a file is documentation, which means a README or a Markdown file.
pub(crate) fn is_documentation(path: &Path) -> bool {
    let is = |part: Option<&OsStr>, wanted| part.is_some_and(|it| it.eq_ignore_ascii_case(wanted));
    let is_text = path.extension().is_none() || is(path.extension(), "txt");
    is(path.extension(), "md") || is(path.file_stem(), "readme") && is_text
}

/// Returns whether a file with this name is not meant to be judged, because it is hidden, a
/// backup, or created by an operating system or a tool.
pub(crate) fn is_ignored_name(name: &str) -> bool {
    let extension = Path::new(name).extension().unwrap_or_default();
    name.starts_with('.')
        || name.ends_with('~')
        || name.starts_with('#') && name.ends_with('#')
        || IGNORED_NAMES.contains(&name)
        || BACKUP_EXTENSIONS
            .iter()
            .any(|ending| extension.eq_ignore_ascii_case(ending))
}

/// Reads a source file, which must be a regular file of at most [`MAX_SOURCE_SIZE`] bytes. A link
/// is followed only if the user named it.
pub(crate) fn read_source(path: &Path, named: bool) -> Result<Vec<u8>, RefusedFile> {
    let read = if named {
        regular_file::read
    } else {
        regular_file::read_nofollow
    };
    read(path, MAX_SOURCE_SIZE).map_err(|error| match error.kind() {
        ErrorKind::FileTooLarge => refused_file(path, too_large_reason()),
        ErrorKind::NotFound | ErrorKind::InvalidInput => refused_file(path, error.to_string()),
        _ => refused_file(path, unreadable_reason(&error)),
    })
}

/// Returns the reason for refusing a source of `length` bytes, or `None` if the source is small
/// enough.
pub fn size_refusal_reason(length: usize) -> Option<Message> {
    (length as u64 > MAX_SOURCE_SIZE.0).then(too_large_reason)
}

/// Returns the reason for refusing a source that is too large.
pub const fn too_large_reason() -> Message {
    Message::SourceTooLarge {
        limit: MAX_SOURCE_SIZE,
    }
}

/// Returns whether the first bytes of a file show that it is a report of an earlier run.
pub(crate) fn is_report_file(path: &Path) -> bool {
    let beginning = regular_file::open_nofollow(path).and_then(|file| {
        let mut beginning = Vec::new();
        file.take(SNIFF_LENGTH).read_to_end(&mut beginning)?;
        Ok(beginning)
    });
    beginning.is_ok_and(|beginning| is_report(&String::from_utf8_lossy(&beginning)))
}

/// The titles of HTML reports and feedback pages in each language.
const HTML_REPORT_TITLES: [&str; 2] = [
    "<title>Mousetrap report</title>",
    "<title>Mousetrap 评测报告</title>",
];

/// Returns whether a text is a report of an earlier run, judging by its first lines. A test in
/// `crates/report/src/formats/format.rs` checks that every report format is recognized.
pub fn is_report(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    let words = || first.split_whitespace();
    // A table without rows consists only of the summary line, and Markdown begins with that line.
    let is_summary = [" as expected, ", " accepted, "]
        .iter()
        .any(|right| first.contains(right))
        && first.contains(" submission")
        && first.contains(" skipped");
    is_summary
        || words().take(3).eq(["problem", "solution", "language"])
        || first.starts_with("{\"run\":{\"format\":")
        || first.starts_with("student,913_file,913_points,")
        || first.starts_with("path,problem,language,expected,status,")
        || first == "{" && text.contains("\n  \"format\": ") && text.contains("\n  \"summary\": {")
        || first == "<!doctype html>" && HTML_REPORT_TITLES.iter().any(|title| text.contains(title))
        || first.starts_with("<?xml") && text.contains("<testsuites name=\"mousetrap\"")
}

/// Canonicalizes the directory of a path, but leaves the file name unchanged. All paths to a file
/// are thus converted to the same path, but a link to the file keeps its own path.
pub(crate) fn path_in_canonical_directory(path: &Path) -> PathBuf {
    // The parent of a file name without a directory is "", which stands for the current directory.
    let parent = path.parent().map(|parent| Path::new(".").join(parent));
    let parent = parent.and_then(|parent| fs::canonicalize(parent).ok());
    match (parent, path.file_name()) {
        (Some(parent), Some(name)) => parent.join(name),
        _ => path.to_owned(),
    }
}

/// Makes a path inside the current directory relative to it, and leaves other paths unchanged.
pub(crate) fn display_path(path: &Path) -> PathBuf {
    let here = std::env::current_dir().ok();
    let inside = here
        .as_deref()
        .and_then(|here| path.strip_prefix(here).ok());
    let path = inside.unwrap_or(path);
    path.strip_prefix(".").unwrap_or(path).to_owned()
}
