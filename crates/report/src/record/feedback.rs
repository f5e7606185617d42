//! A report on each submission alone, for its author.

use std::io;
use std::path::{Path, PathBuf};

use super::output::{ReportFile, WriteError, resolved};
use crate::text::names::{is_spelled, plain_name};
use crate::{Audience, Format, Model, Standing, View, render};
use mousetrap_util::regular_file::{self, MAX_REPORT};
use mousetrap_util::replace::{may_replace_file, replace_file};

/// The files that give each author the report on one submission.
#[derive(Clone, Debug)]
pub struct Feedback {
    directory: PathBuf,
    format: Format,
}

impl Feedback {
    /// Files in a directory, which is created if necessary.
    pub const fn new(directory: PathBuf, format: Format) -> Self {
        Self { directory, format }
    }

    /// Checks before the work that the files on these submissions can be written, besides
    /// the other reports of the run.
    ///
    /// # Errors
    /// The path of a file that must not be replaced.
    pub fn check<'a>(
        &self,
        submissions: impl Iterator<Item = &'a Path>,
        reports: &[ReportFile],
    ) -> Result<(), WriteError> {
        for submission in submissions {
            let path = self.place(submission);
            self.spare(&path, submission)
                .and_then(|()| apart(&path, reports))
                .map_err(|source| WriteError { path, source })?;
        }
        Ok(())
    }

    /// Writes the files of a run that has ended. A submission that was not judged keeps the
    /// file of an earlier run.
    pub(crate) fn write(&self, model: &Model, is_redacted: bool) -> Result<(), WriteError> {
        let view = View {
            audience: Audience::Author,
            is_redacted,
            ..View::default()
        };
        let submissions = model.submissions.iter().enumerate();
        let judged = submissions
            .filter(|(_, one)| one.standing() != Standing::NotJudged)
            .map(|(index, one)| (&one.info.path, model.of_submission(index)));
        let refused = model.header.refused.iter();
        let refused = refused.map(|one| (&one.path, model.of_refused(one)));
        for (submission, part) in judged.chain(refused) {
            let path = self.place(submission);
            let text = render(self.format, &part, &view);
            self.spare(&path, submission)
                .and_then(|()| replace_file(&path, text))
                .map_err(|source| WriteError { path, source })?;
        }
        Ok(())
    }

    fn place(&self, submission: &Path) -> PathBuf {
        let name = plain_name(submission);
        self.directory
            .join(format!("{name}.{}", self.format.ending()))
    }

    /// Refuses to replace anything but a report on this submission.
    fn spare(&self, path: &Path, submission: &Path) -> io::Result<()> {
        if path.is_symlink() {
            return Err(io::Error::other("there is a symbolic link"));
        }
        may_replace_file(path, mousetrap_judge::is_report)?;
        let text = regular_file::read(path, MAX_REPORT).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        if text.is_empty() || self.may_be_on(&text, submission) {
            Ok(())
        } else {
            Err(io::Error::other("there is a report on something else"))
        }
    }

    /// Returns whether a report in the place for this submission names it.
    fn may_be_on(&self, report: &str, submission: &Path) -> bool {
        // A digest stands for one path; these formats name only what failed.
        let is_silent = matches!(self.format, Format::Github | Format::Markdown);
        if is_silent || !is_spelled(&plain_name(submission)) {
            return true;
        }
        let is_part = |c: char| c.is_alphanumeric() || "._-/".contains(c);
        let is_named = |name: &str| {
            report.match_indices(name).any(|(start, _)| {
                let before = report[..start].trim_end_matches("./");
                let after = &report[start + name.len()..];
                !before.ends_with(is_part) && !after.starts_with(is_part)
            })
        };
        let submission = submission.strip_prefix(".").unwrap_or(submission);
        // Tables show only the file name of a solution in its own directory.
        let short = submission.file_name().and_then(|name| name.to_str());
        let short = short.filter(|_| self.format == Format::Table);
        [submission.to_str(), short]
            .into_iter()
            .flatten()
            .any(is_named)
    }
}

/// Refuses a place that another report of the run goes to.
fn apart(path: &Path, reports: &[ReportFile]) -> io::Result<()> {
    let place = resolved(path);
    if reports.iter().any(|one| resolved(&one.path) == place) {
        return Err(io::Error::other("another report of this run goes there"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;
    use crate::tests::sample;
    use crate::{Progress, Recorder};
    use mousetrap_util::Choice as _;

    fn feedback(directory: &Path, format: Format) -> Feedback {
        Feedback::new(directory.to_owned(), format)
    }

    fn check(
        feedback: &Feedback,
        submissions: &[&str],
        reports: &[ReportFile],
    ) -> Result<(), String> {
        let submissions = submissions.iter().map(Path::new);
        feedback
            .check(submissions, reports)
            .map_err(|error| error.to_string())
    }

    fn run(feedback: Feedback, redact: bool, interrupted: bool) -> Result<Model, WriteError> {
        let recorder = Recorder::new(Progress::Quiet, Vec::new());
        let mut recorder = recorder.redacted(redact).with_feedback(Some(feedback));
        for event in sample::events(interrupted) {
            recorder.record(event)?;
        }
        recorder.finish()
    }

    #[test]
    fn everybody_gets_a_report_on_nobody_else() {
        let directory = tempfile::tempdir().unwrap();
        let place = directory.path().join("feedback");
        let feedback = feedback(&place, Format::Html);
        run(feedback.clone(), false, false).unwrap();
        let mut names: Vec<String> = fs::read_dir(&place)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(names.len(), 10, "{names:?}");
        let read = |name: &str| fs::read_to_string(place.join(name)).unwrap();
        let page = read("solutions-1728-accepted-greedy_race.py.html");
        let verdict =
            "<span class=\"verdict\">should be AC, but is WA on hidden/walls-001: expected true";
        assert!(page.contains(verdict));
        assert!(page.contains("windows-1252"));
        for other in ["topological_sort", "mine.py", "Similar", "class/"] {
            assert!(!page.contains(other), "{other}");
        }
        for class in [
            "Find",
            "<svg",
            "cores",
            "--no-cache",
            "(cached)",
            "<table id=",
        ] {
            assert!(!page.contains(class), "{class}");
        }
        let refused = read("class-empty.py.html");
        assert!(refused.contains("there is no code in it"));
        assert!(!refused.contains("<table") && !refused.contains("<script"));
        // And again, over what it wrote itself.
        run(feedback, true, false).unwrap();
        let page = read("solutions-1728-accepted-greedy_race.py.html");
        assert!(page.contains("should be AC, but is WA") && !page.contains("walls"));
        assert!(!page.contains("<details") && !page.contains("<script"));
    }

    #[test]
    fn a_page_is_replaced_by_one_on_the_same_submission_only() {
        for &format in Format::ALL {
            let directory = tempfile::tempdir().unwrap();
            let feedback = feedback(directory.path(), format);
            let model = run(feedback.clone(), false, false).unwrap();
            let submissions = model.submissions.iter().map(|one| &one.info.path);
            for path in submissions.chain(model.header.refused.iter().map(|one| &one.path)) {
                check(&feedback, &[path.to_str().unwrap()], &[]).unwrap();
            }
        }
        let directory = tempfile::tempdir().unwrap();
        let feedback = feedback(directory.path(), Format::Html);
        let page = |path: &str| {
            format!("<!doctype html>\n<title>Mousetrap report</title>\n<th title=\"{path}\">")
        };
        for (other, is_own) in [
            ("answer.py", true),
            ("./answer.py", true),
            ("x/answer.py", false),
        ] {
            fs::write(directory.path().join("answer.py.html"), page(other)).unwrap();
            let checked = check(&feedback, &["answer.py"], &[]);
            assert_eq!(checked.is_ok(), is_own, "{other}: {checked:?}");
        }
    }

    #[test]
    fn what_was_not_judged_leaves_the_page_of_an_earlier_run() {
        let directory = tempfile::tempdir().unwrap();
        let feedback = feedback(directory.path(), Format::Json);
        let model = run(feedback.clone(), false, true).unwrap();
        let not_judged: Vec<_> = model.standing(Standing::NotJudged).collect();
        assert!(!not_judged.is_empty());
        for submission in not_judged {
            let path = feedback.place(&submission.info.path);
            assert!(!path.exists(), "{}", path.display());
        }
    }

    #[test]
    fn a_place_for_something_else_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let feedback = feedback(directory.path(), Format::Html);
        let place = directory.path().join("class-ben.py.html");
        let refused = |reports: &[ReportFile], why: &str| {
            let error = check(&feedback, &["class/ben.py"], reports).unwrap_err();
            assert!(
                error.contains("class-ben.py.html") && error.contains(why),
                "{error}"
            );
        };
        let report = |path: PathBuf| ReportFile {
            format: Format::Html,
            path,
        };
        check(
            &feedback,
            &["class/ben.py"],
            &[report(directory.path().join("class.html"))],
        )
        .unwrap();
        refused(
            &[report(directory.path().join("./class-ben.py.html"))],
            "another report",
        );
        fs::write(&place, "my notes").unwrap();
        refused(&[], "would be lost");
        assert_eq!(fs::read_to_string(&place).unwrap(), "my notes");
        fs::remove_file(&place).unwrap();
        symlink("elsewhere", &place).unwrap();
        refused(&[], "symbolic link");
        assert!(!directory.path().join("elsewhere").exists());
    }
}
