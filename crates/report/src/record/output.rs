//! The files that a run writes: reports, and a feedback page for the author of each submission.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::text::names::file_name;
use crate::{Audience, Format, Model, OutcomeClass, View, render};
use mousetrap_util::printable::escape_path;
use mousetrap_util::replace::{check_replaceable, replace_file};

/// A report file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportFile {
    /// The format of the report.
    pub format: Format,
    /// The path of the file. The file is replaced atomically, by renaming, so that it never
    /// contains an incomplete report.
    pub path: PathBuf,
}

/// The error for a report that cannot be written.
#[derive(Debug, Error)]
#[error(
    "{}: cannot write the report: {source}; choose another path",
    escape_path(path)
)]
pub struct WriteError {
    /// The path of the report.
    pub path: PathBuf,
    /// The error from the operating system.
    pub source: io::Error,
}

impl WriteError {
    /// Returns a closure for `map_err` that wraps an I/O error on this path in a `WriteError`.
    pub(super) fn io_error_mapper(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self { path, source }
    }
}

/// Resolves the symbolic links in the path of a file, even if the file does not exist. A path in a
/// directory that does not exist is returned unchanged.
pub fn resolve_path(path: &Path) -> PathBuf {
    let in_directory = || {
        let directory = path.parent().filter(|parent| *parent != Path::new(""));
        let directory = fs::canonicalize(directory.unwrap_or(Path::new("."))).ok()?;
        Some(directory.join(path.file_name()?))
    };
    let resolved = fs::canonicalize(path).ok().or_else(in_directory);
    resolved.unwrap_or_else(|| path.to_owned())
}

/// The directory for feedback pages: one HTML page per submission, for its author.
#[derive(Clone, Debug)]
pub struct FeedbackDirectory(pub PathBuf);

impl FeedbackDirectory {
    /// Checks, before the run, that the pages about the submissions at these paths can be written.
    ///
    /// # Errors
    /// Returns an error if a file at the path of a page must not or cannot be replaced.
    pub fn check_writable<'a>(
        &self,
        paths: impl Iterator<Item = &'a Path>,
    ) -> Result<(), WriteError> {
        for submission in paths {
            let path = self.page_path(submission);
            ensure_is_report(&path).map_err(WriteError::io_error_mapper(&path))?;
        }
        Ok(())
    }

    /// Writes the pages after the run. If a submission was not judged, the page from an earlier run
    /// is kept.
    pub(crate) fn write(&self, model: &Model, view: &View) -> Result<(), WriteError> {
        let view = View {
            audience: Audience::Author,
            ..view.clone()
        };
        let submissions = model.submissions.iter().enumerate();
        let judged = submissions
            .filter(|(_, one)| one.outcome_class() != OutcomeClass::NotJudged)
            .map(|(index, one)| (&one.info.path, model.restricted_to_submission(index)));
        let refused = model.header.refused.iter();
        let refused = refused.map(|one| (&one.path, model.restricted_to_refused_file(one)));
        for (submission, part) in judged.chain(refused) {
            let path = self.page_path(submission);
            let text = render(Format::Html, &part, &view);
            ensure_is_report(&path)
                .and_then(|()| replace_file(&path, text))
                .map_err(WriteError::io_error_mapper(&path))?;
        }
        Ok(())
    }

    fn page_path(&self, submission: &Path) -> PathBuf {
        self.0.join(file_name(submission) + ".html")
    }
}

/// Returns an error if the file exists but is not a report.
fn ensure_is_report(path: &Path) -> io::Result<()> {
    if path.is_symlink() {
        return Err(io::Error::other(
            "reports are not written through symbolic links",
        ));
    }
    check_replaceable(path, mousetrap_judge::is_report)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;
    use crate::RecorderOptions;
    use crate::tests::sample;
    use mousetrap_model::MachineFacts;

    fn record_sample_run(feedback: FeedbackDirectory, is_redacted: bool) {
        let options = RecorderOptions {
            header: sample::header(),
            feedback: Some(feedback),
            is_redacted,
            ..RecorderOptions::default()
        };
        let recorder = sample::record(options, sample::events(false));
        recorder.finish(MachineFacts::default()).unwrap();
    }

    #[test]
    fn feedback_page_shows_no_other_submission() {
        let directory = tempfile::tempdir().unwrap();
        let place = directory.path().join("feedback");
        let feedback = FeedbackDirectory(place.clone());
        record_sample_run(feedback.clone(), false);
        // One of the nine submissions is not judged, and there are two refused files.
        assert_eq!(fs::read_dir(&place).unwrap().count(), 10);
        let read = |name: &str| fs::read_to_string(place.join(name)).unwrap();
        let page = read("solutions-1728-accepted-greedy_race.py.html");
        let verdict = "<strong>Wrong answer</strong><p>on hidden/walls-001</p>";
        assert!(page.contains(verdict) && page.contains("windows-1252"));
        let others = "topological_sort|mine.py|Similar|class/|Find|<svg|cores|--no-cache|\
            (cached)|<table id=";
        for other in others.split('|') {
            assert!(!page.contains(other), "{other}");
        }
        let refused = read("class-empty.py.html");
        assert!(refused.contains("there is no code in it"));
        assert!(!refused.contains("<table") && !refused.contains("<script"));
        // A second run replaces the pages of the first run.
        record_sample_run(feedback, true);
        let page = read("solutions-1728-accepted-greedy_race.py.html");
        assert!(page.contains("should be AC, but is WA") && !page.contains("walls"));
        assert!(!page.contains("<details") && !page.contains("<script"));
    }

    #[test]
    fn page_is_not_written_through_a_symbolic_link() {
        let directory = tempfile::tempdir().unwrap();
        let feedback = FeedbackDirectory(directory.path().to_owned());
        symlink("elsewhere", directory.path().join("class-ben.py.html")).unwrap();
        let submissions = [Path::new("class/ben.py")].into_iter();
        let error = feedback.check_writable(submissions).unwrap_err();
        assert!(error.to_string().contains("symbolic link"), "{error}");
    }
}
