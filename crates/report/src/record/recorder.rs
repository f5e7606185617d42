//! Records the judge's events in the model of a run, in its progress display, its log and its
//! report files.

use std::collections::BTreeMap;
use std::fs::File;
use std::sync::Arc;

use super::output::{FeedbackDirectory, ReportFile, WriteError};
use crate::formats::first_log_line;
use crate::log::{LineSpan, Log, LogLock};
use crate::texts::Texts;
use crate::{CommandOptions, EarlierLog, Model, OutcomeClass, Progress, View, write};
use mousetrap_model::{Event, LogLine, MachineFacts, RunHeader, SubmissionOutcome};
use mousetrap_util::replace::{is_stream, replace_and_lock_file};

/// The options of a recorder. With the default options, a recorder only updates the model.
#[derive(Debug, Default)]
pub struct RecorderOptions {
    /// The progress display.
    pub progress: Progress,
    /// The options and files of the run, which are not part of any event.
    pub header: RunHeader,
    /// The options that suggested commands must include.
    pub command_options: CommandOptions,
    /// The report files to write.
    pub files: Vec<ReportFile>,
    /// The directory for feedback pages, one per submission.
    pub feedback: Option<FeedbackDirectory>,
    /// Whether the display and the reports must keep hidden cases secret; see
    /// [`Model::redacted`].
    pub is_redacted: bool,
    /// The texts of HTML pages in the chosen language; see [`View::texts`].
    pub texts: &'static Texts,
    /// The lock on the log that this run writes.
    pub log: Option<LogLock>,
    /// The log of the interrupted run to resume.
    pub earlier: Option<EarlierLog>,
}

/// Keeps the model of a run, its progress display, its log and its report files up to date.
///
/// ```no_run
/// # use mousetrap_report::{Progress, Recorder, RecorderOptions, machine_facts};
/// # let (_judge, events) = std::sync::mpsc::channel();
/// let mut recorder = Recorder::new(RecorderOptions {
///     progress: Progress::stderr(),
///     ..RecorderOptions::default()
/// });
/// for event in events {
///     recorder.record(&event)?;
/// }
/// let model = recorder.finish(machine_facts())?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Recorder {
    pub(super) model: Model,
    options: RecorderOptions,
    log: Option<Log>,
    /// The report files, which are kept open and locked so that no other run replaces them.
    locked_files: Vec<File>,
}

impl Recorder {
    /// Creates a recorder for a run that is about to start.
    pub fn new(mut options: RecorderOptions) -> Self {
        let model = Model {
            header: std::mem::take(&mut options.header),
            command_options: std::mem::take(&mut options.command_options),
            ..Model::default()
        };
        Self {
            model,
            options,
            log: None,
            locked_files: Vec::new(),
        }
    }

    /// Records one event. When the run starts, the report files are written for the first time, so
    /// that errors are noticed before any work is done. From then on, data is only appended to the
    /// log.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written.
    pub fn record(&mut self, event: &Event) -> Result<(), WriteError> {
        self.model.apply(event);
        let options = &mut self.options;
        (options.progress).show(event, &self.model, options.is_redacted);
        match event {
            Event::RunStarted { .. } => {
                self.begin_log()?;
                self.write_reports(false)
            }
            Event::Outcome(submission, _) => self.log_outcome(*submission),
            _ => Ok(()),
        }
    }

    /// Creates the log and copies the judgements of the interrupted run to it.
    fn begin_log(&mut self) -> Result<(), WriteError> {
        let Some(lock) = &self.options.log else {
            // If no temporary file can be created, all cases stay in memory.
            self.set_log(tempfile::tempfile().map(Log::new).ok());
            return Ok(());
        };
        let path = lock.path().to_owned();
        let at_log = || WriteError::io_error_mapper(&path);
        let (mut log, file) = lock.create().map_err(at_log())?;
        log.append(&first_log_line(&self.model)).map_err(at_log())?;
        self.set_log(Some(log));
        if let Some(earlier) = self.options.earlier.take() {
            let mut judged: BTreeMap<String, usize> = BTreeMap::new();
            for submission in 0..self.model.submissions.len() {
                let digest = self.model.submissions[submission].info.digest.clone();
                let outcome = if let Some(&first) = judged.get(&digest) {
                    SubmissionOutcome::SameAs(first)
                } else if let Some(outcome) = earlier.find_judgement(&digest).map_err(at_log())? {
                    judged.insert(digest, submission);
                    outcome
                } else {
                    continue;
                };
                self.record(&Event::Outcome(submission, outcome))?;
            }
            let all = self.model.submissions.len();
            self.options.progress.print_judged_count(judged.len(), all);
        }
        let lock = self.options.log.as_ref();
        lock.map_or(Ok(()), |lock| {
            lock.replace_earlier_log(file).map_err(at_log())
        })
    }

    fn set_log(&mut self, log: Option<Log>) {
        self.model.log = log.as_ref().map(|log| Arc::clone(&log.file));
        self.log = log;
    }

    /// Appends the outcome of a submission to the log, and keeps in memory only the data that
    /// tables show.
    fn log_outcome(&mut self, index: usize) -> Result<(), WriteError> {
        let submission = &self.model.submissions[index];
        let outcome = submission.outcome_for_report();
        let is_judged = matches!(outcome, SubmissionOutcome::Judged(_));
        if let Some(line) = self.append_to_log(&LogLine::Submission { index, outcome })?
            && is_judged
        {
            self.model.submissions[index].free_data_kept_in_log(line);
        }
        Ok(())
    }

    /// Appends a line to the log, if there is a log, and returns the location of the line.
    fn append_to_log(&mut self, line: &LogLine) -> Result<Option<LineSpan>, WriteError> {
        let Some(log) = &mut self.log else {
            return Ok(None);
        };
        match (log.append(line), &self.options.log) {
            (Ok(span), _) => Ok(Some(span)),
            // Errors are ignored, because the only purpose of a temporary log is to save memory.
            (Err(_), None) => Ok(None),
            (Err(source), Some(lock)) => Err(WriteError::io_error_mapper(lock.path())(source)),
        }
    }

    /// Removes the progress display, and writes the end of the log and the report files. `facts`
    /// describes the machine and its toolchains.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written.
    pub fn finish(mut self, facts: MachineFacts) -> Result<Model, WriteError> {
        self.options.progress.clear();
        let mut logged = Ok(None);
        if let Some(ending) = &mut self.model.ending {
            ending.facts = facts;
            let ending = LogLine::Ended(ending.clone());
            logged = self.append_to_log(&ending);
        }
        self.write_reports(true)?;
        logged?;
        if let (Some(log), Some(lock)) = (&self.log, &self.options.log) {
            let mut failed = self.model.submissions_in_class(OutcomeClass::Failed);
            // Keeps the log of an incomplete run, so that the run can be resumed.
            let _ = if self.model.is_interrupted() || failed.next().is_some() {
                log.file.sync_data()
            } else {
                log.remove(lock.path())
            };
        }
        Ok(self.model)
    }

    /// Writes the report files. A report that goes to a pipe or another stream is written only at
    /// the end of the run, because it cannot be replaced later.
    fn write_reports(&mut self, at_end: bool) -> Result<(), WriteError> {
        let redacted = self.options.is_redacted.then(|| self.model.redacted());
        let model = redacted.as_ref().unwrap_or(&self.model);
        let view = View {
            texts: self.options.texts,
            ..View::default()
        };
        let mut locked_files = Vec::new();
        for ReportFile { format, path } in &self.options.files {
            if !at_end && is_stream(path) {
                continue;
            }
            let file = replace_and_lock_file(path, |file| write(*format, model, &view, file));
            locked_files.extend(file.map_err(WriteError::io_error_mapper(path))?);
        }
        self.locked_files = locked_files;
        match &self.options.feedback {
            Some(feedback) if at_end => feedback.write(model, &view),
            _ => Ok(()),
        }
    }
}
