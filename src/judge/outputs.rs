//! Files that a command writes at its end: their formats, and which files they may replace.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use crate::cli::failure::Failure;
use mousetrap_report::{Format, Report, ReportFile, resolved};
use mousetrap_util::printable::named;
use mousetrap_util::regular_file::{self, MAX_REPORT};
use mousetrap_util::replace::{may_replace_file, replace_file};

/// The format to print and the files to write. Formats and files go together in the order
/// given; a file without a format has that of its name. A format without a file is printed,
/// and a file that is standard output as well.
pub(crate) fn outputs(
    formats: &[Format],
    paths: &[PathBuf],
) -> Result<(Format, Vec<ReportFile>), Failure> {
    let (mut files, mut printed) = (Vec::new(), Vec::new());
    for (index, path) in paths.iter().enumerate() {
        let format = match (formats.get(index).copied(), Format::of_file(path)) {
            // No file name stands for a mark sheet.
            (Some(Format::Marks), _) => Format::Marks,
            (Some(format), Some(by_name)) if format != by_name => {
                return Err(Failure::usage(format!(
                    "--output {} is named like {by_name}, but its --format is {format}; \
                     rename it, or leave --format out (it may stand for another --output: \
                     they go together in the order given)",
                    named(path)
                )));
            }
            (Some(format), _) | (None, Some(format)) => format,
            (None, None) => {
                return Err(Failure::usage(format!(
                    "{}: this name does not tell a format; add --format, or end it in \
                     .json, .jsonl, .xml, .html, .md, .csv or .txt",
                    named(path)
                )));
            }
        };
        if is_standard_output(path) {
            printed.push(format);
        } else {
            files.push(ReportFile {
                format,
                path: path.clone(),
            });
        }
    }
    printed.extend(formats.iter().skip(paths.len()));
    match printed[..] {
        [] => Ok((Format::Table, files)),
        [format] => Ok((format, files)),
        _ => Err(Failure::usage(
            "only one format can be printed; give each other --format an --output",
        )),
    }
}

/// Returns whether the file is standard output under another name.
fn is_standard_output(path: &Path) -> bool {
    is_same_file(Path::new("/dev/stdout"), path)
}

/// Returns whether both paths name one existing file.
pub(crate) fn is_same_file(one: &Path, other: &Path) -> bool {
    let file = |path| Some(fs::metadata(path).ok()?).map(|it| (it.dev(), it.ino()));
    file(one).is_some() && file(one) == file(other)
}

/// Returns the path of a report that would replace another report of the same run.
pub(crate) fn named_twice(files: &[ReportFile]) -> Option<&Path> {
    let mut seen = BTreeSet::new();
    // Any number of reports may go to /dev/null.
    let is_file = |path: &Path| fs::metadata(path).map_or(true, |facts| facts.is_file());
    let again = |file: &&ReportFile| is_file(&file.path) && !seen.insert(resolved(&file.path));
    files.iter().find(again).map(|file| file.path.as_path())
}

/// Says before the work whether the file can be written after it. What
/// stands there is replaced only where it comes from an earlier run, as
/// `is_own` sees by its beginning.
pub(crate) fn may_write(path: &Path, is_own: fn(&str) -> bool) -> Result<(), Failure> {
    let directory = path.parent().unwrap_or(path);
    let is_new = !directory.as_os_str().is_empty() && !directory.exists();
    may_replace_file(path, is_own).map_err(|error| refused(path, &error))?;
    if is_new {
        errln!("{}: made this directory", named(directory));
    }
    Ok(())
}

/// As [`may_write`], of a page of Markdown.
pub(crate) fn may_write_markdown(path: &Path, is_own: fn(&str) -> bool) -> Result<(), Failure> {
    match Format::of_file(path) {
        None | Some(Format::Markdown) => may_write(path, is_own),
        Some(by_name) => Err(Failure::usage(format!(
            "{} is named like {by_name}, but this report is Markdown; end the name in .md",
            named(path)
        ))),
    }
}

/// Reads a JSON report of `mousetrap judge`.
pub(crate) fn read_report(path: &Path) -> Result<Report, Failure> {
    let name = named(path);
    let text = regular_file::read_text(path, MAX_REPORT)
        .map_err(|error| Failure::usage(format!("{name}: cannot be read: {error}")))?;
    Report::parse(&text).map_err(|error| {
        Failure::usage(match SetterReport::of(&text) {
            Some(other) => format!(
                "{name}: this is a report of {}; a JSON report of mousetrap judge is required; \
                 write one with: mousetrap judge --output FILE.json",
                other.command()
            ),
            None => format!(
                "{name}: not a JSON report: {error}; write one with: mousetrap judge --output \
                 FILE.json"
            ),
        })
    })
}

/// A JSON report of a command for authors of suites.
#[derive(Clone, Copy)]
pub(crate) enum SetterReport {
    Mutants,
    Stress,
}

impl SetterReport {
    /// Recognises a report by a field that only its kind has.
    pub(crate) fn of(text: &str) -> Option<Self> {
        let value: serde_json::Value = serde_json::from_str(text).ok()?;
        let kinds = [("survivors", Self::Mutants), ("stressed", Self::Stress)];
        let mut kinds = kinds.into_iter();
        let kind = kinds.find(|(field, _)| value.get(field).is_some());
        kind.map(|(_, kind)| kind)
    }

    /// The command that writes such reports.
    const fn command(self) -> &'static str {
        match self {
            Self::Mutants => "mousetrap strength source",
            Self::Stress => "mousetrap stress",
        }
    }
}

/// Replaces the file.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    replace_file(path, text).map_err(|error| refused(path, &error))
}

fn refused(path: &Path, error: &io::Error) -> Failure {
    let path = named(path);
    Failure::usage(format!(
        "{path}: cannot be written: {error}; choose another place"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planned(formats: &[Format], paths: &[&str]) -> Result<(Format, Vec<Format>), String> {
        let paths: Vec<PathBuf> = paths.iter().map(PathBuf::from).collect();
        outputs(formats, &paths)
            .map(|(printed, files)| (printed, files.iter().map(|file| file.format).collect()))
            .map_err(|failure| failure.error().to_string())
    }

    #[test]
    fn formats_and_files_go_together_in_order() {
        use Format::{Html, Json, Junit, Table};
        assert_eq!(planned(&[], &[]), Ok((Table, vec![])));
        assert_eq!(planned(&[Json], &[]), Ok((Json, vec![])));
        assert_eq!(planned(&[Json], &["x"]), Ok((Table, vec![Json])));
        assert_eq!(planned(&[Json, Junit], &["x"]), Ok((Junit, vec![Json])));
        assert_eq!(
            planned(&[Json], &["x", "run.html"]),
            Ok((Table, vec![Json, Html]))
        );
        // Nothing else is printed into that.
        assert_eq!(
            planned(&[Json, Html], &["/dev/stdout", "x"]),
            Ok((Json, vec![Html]))
        );
    }

    #[test]
    fn a_file_without_a_format_or_a_second_format_without_a_file_is_refused() {
        assert!(
            planned(&[], &["x"])
                .unwrap_err()
                .starts_with("x: this name")
        );
        assert!(planned(&[Format::Json, Format::Csv], &[]).is_err());
        assert!(planned(&[Format::Json, Format::Csv], &["/dev/stdout"]).is_err());
    }
}
