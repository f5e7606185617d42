//! Takes the judge's events, in the thread that shows them.

use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::feedback::Feedback;
use crate::{Facts, Format, Model, Progress, TerminalStyle, render};
use mousetrap_base::printable::named;
use mousetrap_base::replace::{is_stream, replace_file};
use mousetrap_judge::Event;

/// How often report files are rewritten while a run lasts.
const BETWEEN_WRITES: Duration = Duration::from_secs(1);

/// Keeps the model of a run, its progress display and its report files up to
/// date.
///
/// ```no_run
/// # use mousetrap_report::{Progress, Recorder};
/// # let (_judge, events) = std::sync::mpsc::channel();
/// let mut recorder = Recorder::new(Progress::stderr(), Vec::new());
/// for event in events {
///     recorder.record(event)?;
/// }
/// let model = recorder.finish()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Recorder {
    model: Model,
    progress: Progress,
    files: Vec<ReportFile>,
    feedback: Option<Feedback>,
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
#[error(
    "{}: cannot write the report: {source}; choose another place",
    named(path)
)]
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
            feedback: None,
            redact: false,
            written: None,
        }
    }

    /// Keeps what is known of the machine and its toolchains.
    pub fn set_facts(&mut self, facts: Facts) {
        self.model.facts = facts;
    }

    /// Leaves out of the files and the display what gives a hidden case away; see
    /// [`Model::redacted`].
    #[must_use]
    pub const fn redacted(mut self, redact: bool) -> Self {
        self.redact = redact;
        self
    }

    /// Writes a file for each submission as well.
    #[must_use]
    pub fn with_feedback(mut self, feedback: Option<Feedback>) -> Self {
        self.feedback = feedback;
        self
    }

    /// Takes in one event. Report files are written when the run starts, so
    /// that a place that cannot be written to is known before the work is
    /// done, and at most once a second as submissions are judged.
    ///
    /// # Errors
    /// A report file that cannot be written.
    pub fn record(&mut self, event: Event) -> Result<(), WriteError> {
        self.progress.show(&event, &self.model, self.redact);
        let shows = match event {
            Event::SetAside { .. } | Event::RunStarted { .. } => true,
            Event::Skipped { .. } | Event::Finished { .. } | Event::Failed { .. } => self
                .written
                .is_none_or(|written| written.elapsed() >= BETWEEN_WRITES),
            _ => false,
        };
        self.model.apply(event);
        if shows {
            self.write(false)?;
        }
        Ok(())
    }

    /// Ends the display and writes the files a last time.
    ///
    /// # Errors
    /// A report file that cannot be written.
    pub fn finish(mut self) -> Result<Model, WriteError> {
        self.progress.clear();
        self.write(true)?;
        Ok(self.model)
    }

    /// Writes the files; what is not a file, such as a pipe, only at the end,
    /// since it cannot be replaced.
    fn write(&mut self, at_end: bool) -> Result<(), WriteError> {
        let redacted = self.redact.then(|| self.model.redacted());
        let model = redacted.as_ref().unwrap_or(&self.model);
        for ReportFile { format, path } in &self.files {
            if !at_end && is_stream(path) {
                continue;
            }
            let text = render(*format, model, TerminalStyle::PLAIN);
            replace_file(path, text).map_err(|source| WriteError {
                path: path.clone(),
                source,
            })?;
        }
        if let Some(feedback) = self.feedback.as_ref().filter(|_| at_end) {
            feedback.write(model)?;
        }
        self.written = Some(Instant::now());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::{Report, sample};

    fn read(path: &Path) -> Report {
        serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
    }

    #[test]
    fn a_report_file_is_valid_from_start_to_end() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("run.json");
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
        let names: Vec<_> = fs::read_dir(directory.path()).unwrap().collect();
        assert_eq!(names.len(), 1, "no temporary file is left");
    }

    #[test]
    fn an_impossible_place_is_named_before_the_work_is_done() {
        let file = ReportFile {
            format: Format::Json,
            path: "/proc/nowhere/run.json".into(),
        };
        let mut recorder = Recorder::new(Progress::Quiet, vec![file]);
        let error = recorder.record(sample::events(true).remove(0)).unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("/proc/nowhere/run.json: cannot write")
        );
    }
}
