//! Files that commands write: their formats, and which existing files they may replace.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use crate::cli::failure::Failure;
use mousetrap_report::{Format, Report, ReportFile, resolve_path};
use mousetrap_util::printable::escape_path;
use mousetrap_util::regular_file::{self, MAX_REPORT_SIZE};
use mousetrap_util::replace::{check_replaceable, replace_file};

/// Returns the reports to write to these files. The extension of a file determines its format.
pub(crate) fn report_files(paths: &[PathBuf]) -> Result<Vec<ReportFile>, Failure> {
    let output = |path: &PathBuf| match Format::from_path(path) {
        Some(format) => Ok(ReportFile {
            format,
            path: path.clone(),
        }),
        None => Err(Failure::usage_error(format!(
            "{}: unknown report format; use the extension .json, .jsonl, .xml, .html, .md, .csv \
             or .txt",
            escape_path(path)
        ))),
    };
    paths.iter().map(output).collect()
}

/// Returns whether both paths name the same existing file.
pub(crate) fn is_same_file(one: &Path, other: &Path) -> bool {
    let file = |path| Some(fs::metadata(path).ok()?).map(|it| (it.dev(), it.ino()));
    file(one).is_some() && file(one) == file(other)
}

/// Returns the path of a report that would overwrite another report of the same run.
pub(crate) fn find_duplicate_path(files: &[ReportFile]) -> Option<&Path> {
    let mut seen = BTreeSet::new();
    let again = |file: &&ReportFile| !seen.insert(resolve_path(&file.path));
    files.iter().find(again).map(|file| file.path.as_path())
}

/// Checks, before a long run, that its output file may be written. A non-empty file may be replaced
/// only if `is_output` recognises its text as the output of an earlier run.
pub(crate) fn check_writable(path: &Path, is_output: fn(&str) -> bool) -> Result<(), Failure> {
    let directory = path.parent().unwrap_or(path);
    let is_new = !directory.as_os_str().is_empty() && !directory.exists();
    check_replaceable(path, is_output).map_err(|error| describe_write_failure(path, &error))?;
    if is_new {
        errln!("{}: created this directory", escape_path(directory));
    }
    Ok(())
}

/// Reads a JSON report of `mousetrap judge`.
pub(crate) fn read_report(path: &Path) -> Result<Report, Failure> {
    let name = escape_path(path);
    let text = regular_file::read_text(path, MAX_REPORT_SIZE)
        .map_err(|error| Failure::usage_error(format!("{name}: cannot be read: {error}")))?;
    Report::parse(&text).map_err(|error| {
        Failure::usage_error(format!(
            "{name}: {error}; write a report with `mousetrap judge --output FILE.json`"
        ))
    })
}

/// Replaces the content of a file with this text.
pub(crate) fn write_text(path: &Path, text: &str) -> Result<(), Failure> {
    replace_file(path, text).map_err(|error| describe_write_failure(path, &error))
}

fn describe_write_failure(path: &Path, error: &io::Error) -> Failure {
    let path = escape_path(path);
    Failure::usage_error(format!(
        "{path}: cannot write: {error}; choose another path"
    ))
}
