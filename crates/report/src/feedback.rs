//! A report of its own for each submission, to be given to its author.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use crate::names::plain_names;
use crate::recorder::WriteError;
use crate::{Format, Model, TerminalStyle, render};
use mousetrap_base::replace::{may_replace_file, replace_file};

/// How much of a file tells whether it is a report.
const BEGINNING: u64 = 4096;

/// The files that give each author the report on one submission, and on
/// nobody else's.
#[derive(Clone, Debug)]
pub struct Feedback {
    /// Where they are.
    directory: PathBuf,
    /// What they hold.
    format: Format,
    /// The directories that the user named; names begin below them.
    named: Vec<PathBuf>,
    /// A file for each submission, then for each refused file.
    files: Vec<PathBuf>,
}

impl Feedback {
    /// Files in a directory, which is made if need be, on submissions in the
    /// directories that the user `named`.
    pub fn new(directory: PathBuf, format: Format, named: Vec<PathBuf>) -> Self {
        Self {
            directory,
            format,
            named,
            files: Vec::new(),
        }
    }

    /// Names the files of a run that starts, and says before the work whether
    /// they can be written.
    pub(super) fn prepare(&mut self, model: &Model) -> Result<(), WriteError> {
        let submissions = model.submissions.iter().map(|one| &one.info.path);
        let paths = submissions.chain(model.refused.iter().map(|refused| &refused.path));
        let names = plain_names(paths.map(|path| self.below(path)));
        let ending = self.format.ending();
        let files = names.into_iter().map(|name| format!("{name}.{ending}"));
        let files: Vec<PathBuf> = files.map(|name| self.directory.join(name)).collect();
        for path in &files {
            may_replace_file(path)
                .and_then(|()| spare(path))
                .map_err(|source| WriteError {
                    path: path.clone(),
                    source,
                })?;
        }
        self.files = files;
        Ok(())
    }

    /// The path without the directory that the user named.
    fn below<'a>(&self, path: &'a Path) -> &'a Path {
        let inside = self
            .named
            .iter()
            .filter_map(|named| path.strip_prefix(named).ok());
        inside
            .filter(|inside| !inside.as_os_str().is_empty())
            .min_by_key(|inside| inside.as_os_str().len())
            .unwrap_or(path)
    }

    /// Writes the files of a run that has ended.
    pub(super) fn write(&self, model: &Model) -> Result<(), WriteError> {
        for (index, path) in self.files.iter().enumerate() {
            let part = match index.checked_sub(model.submissions.len()) {
                None => model.of_submission(index),
                Some(refused) => model.of_refused(refused),
            };
            let text = render(self.format, &part, TerminalStyle::PLAIN);
            replace_file(path, text).map_err(|source| WriteError {
                path: path.clone(),
                source,
            })?;
        }
        Ok(())
    }
}

/// Refuses to replace what is not a report.
fn spare(path: &Path) -> io::Result<()> {
    let mut beginning = Vec::new();
    match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
        Ok(file) => file.take(BEGINNING).read_to_end(&mut beginning)?,
    };
    if mousetrap_judge::is_report(&String::from_utf8_lossy(&beginning)) {
        Ok(())
    } else {
        Err(io::Error::other("there is a file that is not a report"))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::{Progress, Recorder, sample};

    fn run(directory: &Path, redact: bool) -> Result<(), WriteError> {
        let named = vec!["solutions".into(), "class".into()];
        let feedback = Feedback::new(directory.to_owned(), Format::Html, named);
        let recorder = Recorder::new(Progress::Quiet, Vec::new());
        let mut recorder = recorder.redacted(redact).with_feedback(Some(feedback));
        let mut events = sample::events(false).into_iter();
        let recorded = events.try_for_each(|event| recorder.record(event));
        recorder.finish()?;
        recorded
    }

    #[test]
    fn everybody_gets_a_report_on_nobody_else() {
        let directory = tempfile::tempdir().unwrap();
        let place = directory.path().join("feedback");
        run(&place, false).unwrap();
        let mut names: Vec<String> = fs::read_dir(&place)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(names.len(), 11, "{names:?}");
        let read = |name: &str| fs::read_to_string(place.join(name)).unwrap();
        let page = read("1728-accepted-greedy_race.py.html");
        assert!(page.contains("expected true, got false"));
        assert!(page.contains("windows-1252"));
        for other in ["topological_sort", "mine.py", "Similar", "class/"] {
            assert!(!page.contains(other), "{other}");
        }
        assert!(read("empty.py.html").contains("there is no code in it"));
        // And again, over what it wrote itself.
        run(&place, true).unwrap();
        let page = read("1728-accepted-greedy_race.py.html");
        assert!(page.contains("expected AC, got WA") && !page.contains("walls"));
    }

    #[test]
    fn what_is_not_a_report_is_not_replaced() {
        let directory = tempfile::tempdir().unwrap();
        let mine = directory.path().join("913-accepted-queue.rs.html");
        fs::write(&mine, "my notes").unwrap();
        let error = run(directory.path(), false).unwrap_err().to_string();
        assert!(
            error.contains("queue.rs.html") && error.contains("not a report"),
            "{error}"
        );
        assert_eq!(fs::read_to_string(&mine).unwrap(), "my notes");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }
}
