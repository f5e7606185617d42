//! Records the judge's events in the model of a run, its display, log and report files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::sync::Arc;

use super::output::{ReportFile, WriteError};
use crate::log::{Log, Place, first_line};
use crate::record::claim::Claim;
use crate::record::feedback::Feedback;
use crate::{Earlier, Model, Progress, RepeatedOptions, Standing, View, write};
use mousetrap_model::{Event, Facts, Judgement, LogLine, RunHeader, SubmissionOutcome};
use mousetrap_util::replace::{hold_file_by, is_stream};

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
    pub(super) model: Model,
    progress: Progress,
    files: Vec<ReportFile>,
    feedback: Option<Feedback>,
    is_redacted: bool,
    /// The files as they were written last; while they are open, no other run replaces them.
    held: Vec<File>,
    /// The right to write the log.
    log: Option<Claim>,
    earlier: Option<Earlier>,
}

impl Recorder {
    /// A recorder of a run that is about to start.
    pub fn new(progress: Progress, files: Vec<ReportFile>) -> Self {
        Self {
            model: Model::default(),
            progress,
            files,
            feedback: None,
            is_redacted: false,
            held: Vec::new(),
            log: None,
            earlier: None,
        }
    }

    /// Sets what is known about the machine and its toolchains. The last call must come
    /// before [`Event::RunFinished`].
    pub fn set_facts(&mut self, facts: Facts) {
        self.model.facts = facts;
    }

    /// Leaves out of the files and the display what reveals a hidden case; see
    /// [`View::is_redacted`].
    #[must_use]
    pub const fn redacted(mut self, is_redacted: bool) -> Self {
        self.is_redacted = is_redacted;
        self
    }

    /// Writes a file for each submission as well.
    #[must_use]
    pub fn with_feedback(mut self, feedback: Option<Feedback>) -> Self {
        self.feedback = feedback;
        self
    }

    /// Sets the options and files of the run that no event names.
    #[must_use]
    pub fn with_header(mut self, header: RunHeader) -> Self {
        self.model.header = header;
        self
    }

    /// Writes the log of the run to this file.
    #[must_use]
    pub fn logged(mut self, place: Option<Claim>) -> Self {
        self.log = place;
        self
    }

    /// Sets the options that suggested commands repeat.
    #[must_use]
    pub fn with_repeated(mut self, options: RepeatedOptions) -> Self {
        self.model.repeated = options;
        self
    }

    /// Continues a run that was cut short.
    #[must_use]
    pub fn after(mut self, earlier: Earlier) -> Self {
        self.earlier = Some(earlier);
        self
    }

    /// Takes in one event. Report files are written when the run starts, so that a file
    /// that cannot be written is noticed before the work is done. While submissions are
    /// judged, only the log grows.
    ///
    /// # Errors
    /// A report file that cannot be written.
    pub fn record(&mut self, event: Event) -> Result<(), WriteError> {
        let starts = matches!(event, Event::RunStarted { .. });
        self.take(event)?;
        if starts {
            self.write(false)?;
        }
        Ok(())
    }

    /// Folds an event into the model, shows it and logs it.
    fn take(&mut self, event: Event) -> Result<(), WriteError> {
        let taken = event.clone();
        self.model.apply(event);
        self.progress.show(&taken, &self.model, self.is_redacted);
        match taken {
            Event::RunStarted { .. } => self.begin(),
            Event::Skipped { submission, .. }
            | Event::SameAs { submission, .. }
            | Event::Judged { submission, .. }
            | Event::Failed { submission, .. } => self.put_away(submission),
            Event::RunFinished { .. } => {
                let ending = self.model.ending.clone().map(LogLine::Ended);
                ending.map_or(Ok(()), |ending| self.append(&ending).map(drop))
            }
            _ => Ok(()),
        }
    }

    /// Begins the log, with the judgements of an earlier run.
    fn begin(&mut self) -> Result<(), WriteError> {
        let Some(path) = self.log.as_ref().map(|claim| claim.path().to_owned()) else {
            // If there can be no file without a name, everything stays in memory.
            self.model.log = Log::unnamed().ok().map(Arc::new);
            return Ok(());
        };
        let wrong = |source| WriteError {
            path: path.clone(),
            source,
        };
        let (log, file) = Log::beside(&path).map_err(wrong)?;
        log.append(&first_line(&self.model)).map_err(wrong)?;
        self.model.log = Some(Arc::new(log));
        if let Some(earlier) = self.earlier.take() {
            let infos = self.model.submissions.iter().map(|one| &one.info);
            let judged = earlier.judged(infos.map(|info| info.digest.as_str()));
            let mut cases = 0;
            for &index in &judged {
                let info = &self.model.submissions[index].info;
                cases += info.case_count as u64;
                let judgement = earlier.read(&info.digest).map_err(wrong)?;
                self.adopt(index, judgement)?;
            }
            let all = self.model.submissions.len();
            self.progress.resume(judged.len(), all, cases);
            for event in self.same(&judged) {
                self.take(event)?;
            }
        }
        file.as_file().sync_data().map_err(wrong)?;
        let claim = self.log.as_ref();
        let published = claim.map_or(Ok(()), |claim| claim.publish(file));
        published.map_err(wrong)
    }

    /// Adds a judgement of an earlier run.
    pub(crate) fn adopt(
        &mut self,
        submission: usize,
        judgement: Box<Judgement>,
    ) -> Result<(), WriteError> {
        self.model.apply(Event::Judged {
            submission,
            judgement,
        });
        self.put_away(submission)
    }

    /// Returns the events for the submissions that are identical to one of these.
    fn same(&self, firsts: &BTreeSet<usize>) -> Vec<Event> {
        let digest = |index: usize| &self.model.submissions[index].info.digest;
        let known = firsts.iter().map(|&first| (digest(first), first));
        let known: BTreeMap<_, _> = known.collect();
        let numbered = 0..self.model.submissions.len();
        let same = numbered.filter_map(|submission| {
            let first = *known.get(digest(submission))?;
            (first != submission).then_some(Event::SameAs { submission, first })
        });
        same.collect()
    }

    /// Logs the outcome of a submission, and keeps in memory what tables show of it.
    fn put_away(&mut self, index: usize) -> Result<(), WriteError> {
        let submission = &self.model.submissions[index];
        let outcome = submission.reported_outcome();
        let is_judged = matches!(outcome, SubmissionOutcome::Judged(_));
        let place = self.append(&LogLine::Submission { index, outcome })?;
        if is_judged && place.is_some() {
            self.model.submissions[index].condense(place);
        }
        Ok(())
    }

    /// Appends a line to the log, if there is one, and returns its place.
    fn append(&self, line: &LogLine) -> Result<Option<Place>, WriteError> {
        let Some(log) = &self.model.log else {
            return Ok(None);
        };
        match (log.append(line), &self.log) {
            (Ok(place), _) => Ok(Some(place)),
            // A log without a name only saves memory: nothing is lost without it.
            (Err(_), None) => Ok(None),
            (Err(source), Some(claim)) => Err(WriteError {
                path: claim.path().to_owned(),
                source,
            }),
        }
    }

    /// Ends the display and writes the files a last time.
    ///
    /// # Errors
    /// A report file that cannot be written.
    pub fn finish(mut self) -> Result<Model, WriteError> {
        self.progress.clear();
        self.write(true)?;
        if let (Some(log), Some(claim)) = (&self.model.log, &self.log) {
            let failed = self.model.standing(Standing::Failed).next().is_some();
            // The files hold all of it now; else it is there to go on with.
            let _ = if self.model.interrupted() || failed {
                log.sync()
            } else {
                log.remove(claim.path())
            };
        }
        Ok(self.model)
    }

    /// Writes the files; what is not a file, such as a pipe, only at the end,
    /// since it cannot be replaced.
    pub(super) fn write(&mut self, at_end: bool) -> Result<(), WriteError> {
        let view = View {
            is_redacted: self.is_redacted,
            ..View::default()
        };
        let mut held = Vec::new();
        for ReportFile { format, path } in &self.files {
            if !at_end && is_stream(path) {
                continue;
            }
            let file = hold_file_by(path, |file| write(*format, &self.model, &view, file));
            held.extend(file.map_err(|source| WriteError {
                path: path.clone(),
                source,
            })?);
        }
        self.held = held;
        if let Some(feedback) = self.feedback.as_ref().filter(|_| at_end) {
            feedback.write(&self.model, self.is_redacted)?;
        }
        Ok(())
    }
}
