//! Takes the judge's events, in the thread that shows them.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::judge::Event;
use crate::report::{Facts, Format, Look, Model, Progress, render};

/// How often report files are rewritten while a run lasts.
const BETWEEN_WRITES: Duration = Duration::from_secs(1);

/// Keeps the model of a run, its progress display and its report files up to
/// date.
///
/// ```no_run
/// # use mousetrap::report::{Progress, Recorder};
/// # let (_judge, events) = std::sync::mpsc::channel();
/// let mut recorder = Recorder::new(Progress::stderr(), Vec::new());
/// for event in events {
///     recorder.record(event)?;
/// }
/// let model = recorder.finish()?;
/// # Ok::<(), mousetrap::report::WriteError>(())
/// ```
#[derive(Debug)]
pub struct Recorder {
    model: Model,
    progress: Progress,
    files: Vec<ReportFile>,
    redact: bool,
    written: Option<Instant>,
}

/// A file that a run is reported to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportFile {
    /// What it holds.
    pub format: Format,
    /// Where it is; replaced by rename, so that it is whole at any time.
    pub path: PathBuf,
}

/// A report that cannot be written.
#[derive(Debug, Error)]
#[error("{}: cannot write the report: {source}; choose another place with --output", path.display())]
pub struct WriteError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub source: io::Error,
}

impl Recorder {
    /// A recorder of a run that is about to start.
    pub fn new(progress: Progress, files: Vec<ReportFile>) -> Self {
        Self {
            model: Model::default(),
            progress,
            files,
            redact: false,
            written: None,
        }
    }

    /// Keeps what is known of the machine and its toolchains.
    pub fn set_facts(&mut self, facts: Facts) {
        self.model.facts = facts;
    }

    /// Leaves out of the files what tells of a hidden case; see
    /// [`Model::redacted`].
    #[must_use]
    pub const fn redacted(mut self, redact: bool) -> Self {
        self.redact = redact;
        self
    }

    /// Takes in one event. Report files are written when the run starts, so
    /// that a place that cannot be written to is known before the work is
    /// done, and at most once a second as submissions are judged.
    ///
    /// # Errors
    /// A report file that cannot be written.
    pub fn record(&mut self, event: Event) -> Result<(), WriteError> {
        self.progress.show(&event, &self.model);
        let telling = match event {
            Event::SetAside { .. } | Event::RunStarted { .. } => true,
            Event::Skipped { .. } | Event::Finished { .. } | Event::Failed { .. } => self
                .written
                .is_none_or(|written| written.elapsed() >= BETWEEN_WRITES),
            _ => false,
        };
        self.model.apply(event);
        if telling {
            self.write()?;
        }
        Ok(())
    }

    /// Ends the display and writes the files a last time.
    ///
    /// # Errors
    /// A report file that cannot be written.
    pub fn finish(mut self) -> Result<Model, WriteError> {
        self.progress.clear();
        self.write()?;
        Ok(self.model)
    }

    fn write(&mut self) -> Result<(), WriteError> {
        let redacted = self.redact.then(|| self.model.redacted());
        let model = redacted.as_ref().unwrap_or(&self.model);
        for ReportFile { format, path } in &self.files {
            let text = render(*format, model, Look::PLAIN);
            replace(path, &text).map_err(|source| WriteError {
                path: path.clone(),
                source,
            })?;
        }
        self.written = Some(Instant::now());
        Ok(())
    }
}

/// Puts `text` into a file that is never seen half-written. What is not a
/// regular file, such as `/dev/stdout` or a pipe, is written to directly.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|meta| !meta.is_file()) {
        return fs::write(path, text);
    }
    // The target of a link is replaced, not the link.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut file = tempfile::Builder::new()
        .prefix(".mousetrap-report-")
        .permissions(permissions(&path))
        .tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.persist(&path)?;
    Ok(())
}

/// Those of the file as it is, else what the umask leaves of `rw-rw-rw-`.
fn permissions(path: &Path) -> fs::Permissions {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(path).map_or_else(
        |_| fs::Permissions::from_mode(0o666),
        |meta| meta.permissions(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Report, sample};

    fn read(path: &Path) -> Report {
        serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
    }

    #[test]
    fn a_report_file_is_valid_from_start_to_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.json");
        let file = ReportFile {
            format: Format::Json,
            path: path.clone(),
        };
        let mut recorder = Recorder::new(Progress::Quiet, vec![file]);
        for event in sample::events(true) {
            recorder.record(event).unwrap();
            assert!(read(&path).interrupted);
        }
        let model = recorder.finish().unwrap();
        assert_eq!(read(&path), Report::new(&model));
        let names: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
        assert_eq!(names.len(), 1, "no temporary file is left");
    }

    #[test]
    fn an_impossible_place_is_named_before_the_work_is_done() {
        let file = ReportFile {
            format: Format::Json,
            path: "/nowhere/run.json".into(),
        };
        let mut recorder = Recorder::new(Progress::Quiet, vec![file]);
        let error = recorder.record(sample::events(true).remove(0)).unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("/nowhere/run.json: cannot write")
        );
    }
}
