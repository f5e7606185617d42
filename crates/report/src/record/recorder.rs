//! Takes the judge's events, in the thread that shows them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::output::{ReportFile, WriteError};
use crate::log::{Log, first_line};
use crate::record::claim::Claim;
use crate::record::feedback::Feedback;
use crate::{Earlier, Model, Progress, Standing, TerminalStyle, write};
use mousetrap_model::{Event, Facts, Judgement, LogLine, RunEnding, RunHeader, SubmissionOutcome};
use mousetrap_util::replace::{hold_file_by, is_stream};
use rustix::time::{ClockId, clock_gettime};

/// How often report files are rewritten while a run lasts, if they are short.
const BETWEEN_WRITES: Duration = Duration::from_secs(1);

/// How much longer than writing them took, otherwise: the longer they grow, the
/// less often they are written. The log has what they do not have yet.
const SHARE: u32 = 100;

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
    redact: bool,
    /// The files as they were written last, which no other run replaces meanwhile.
    held: Vec<File>,
    /// When the files were written, and how long that took.
    written: Option<(Instant, Duration)>,
    /// CPU time of this thread that reports have taken.
    spent: Duration,
    /// Where the log is to lie.
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
            redact: false,
            held: Vec::new(),
            written: None,
            spent: Duration::ZERO,
            log: None,
            earlier: None,
        }
    }

    /// Sets what is known about the machine and its toolchains. The last call must come
    /// before [`Event::RunFinished`].
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

    /// Sets what is judged, and how, as far as no event says it.
    #[must_use]
    pub fn with_header(mut self, header: RunHeader) -> Self {
        self.model.header = header;
        self
    }

    /// Keeps the log of the run in this place.
    #[must_use]
    pub fn logged(mut self, place: Option<Claim>) -> Self {
        self.log = place;
        self
    }

    /// Goes on with a run that was cut short.
    #[must_use]
    pub fn after(mut self, earlier: Earlier) -> Self {
        self.earlier = Some(earlier);
        self
    }

    /// Takes in one event. Report files are written when the run starts, so
    /// that a place that cannot be written to is known before the work is
    /// done, and now and then as submissions are judged.
    ///
    /// # Errors
    /// A report file that cannot be written.
    pub fn record(&mut self, event: Event) -> Result<(), WriteError> {
        self.progress.show(&event, &self.model, self.redact);
        let shows = match event {
            // What a report holds of an earlier run stays until that is taken over.
            Event::FilesFound { .. } => self.earlier.is_none(),
            Event::RunStarted { .. } => true,
            Event::Skipped { .. }
            | Event::SameAs { .. }
            | Event::Judged { .. }
            | Event::Failed { .. } => self.written.is_none_or(|(written, took)| {
                written.elapsed() >= BETWEEN_WRITES.max(took * SHARE)
            }),
            _ => false,
        };
        self.log_before(&event)?;
        let over = match &event {
            Event::Judged { submission, .. } => Some(*submission),
            _ => None,
        };
        let begins = matches!(event, Event::RunStarted { .. });
        self.model.apply(event);
        let before = thread_time();
        if begins {
            self.begin()?;
        }
        if let Some(over) = over {
            self.put_away(over)?;
        }
        if shows {
            self.write(false)?;
        }
        self.spent += thread_time().saturating_sub(before);
        Ok(())
    }

    /// Begins the log, with what an earlier run has judged.
    fn begin(&mut self) -> Result<(), WriteError> {
        let Some(path) = self.log.as_ref().map(|claim| claim.path().to_owned()) else {
            // Without one everything stays in memory.
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
            let mut taken = 0;
            for &index in &judged {
                let info = &self.model.submissions[index].info;
                taken += info.case_count as u64;
                let judgement = earlier.read(&info.digest).map_err(wrong)?;
                self.adopt(index, judgement)?;
            }
            let all = self.model.submissions.len();
            self.progress.take_over(judged.len(), all, taken);
            for event in self.same(&judged) {
                self.progress.show(&event, &self.model, self.redact);
                self.log_before(&event)?;
                self.model.apply(event);
            }
        }
        file.as_file().sync_data().map_err(wrong)?;
        let claim = self.log.as_ref();
        claim
            .map_or(Ok(()), |claim| claim.publish(file))
            .map_err(wrong)
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

    /// CPU time that reports have taken elsewhere.
    pub(crate) fn add_reporting(&mut self, time: Duration) {
        self.spent += time;
    }

    /// Which submissions are the same as one of these.
    fn same(&self, firsts: &BTreeSet<usize>) -> Vec<Event> {
        let source = |index: usize| &self.model.submissions[index].info.digest;
        let known = firsts.iter().map(|&first| (source(first), first));
        let known: BTreeMap<_, _> = known.collect();
        let numbered = 0..self.model.submissions.len();
        let same = numbered.filter_map(|submission| {
            let first = *known.get(source(submission))?;
            (first != submission).then_some(Event::SameAs { submission, first })
        });
        same.collect()
    }

    /// Logs an outcome without cases, and the end of the run.
    fn log_before(&self, event: &Event) -> Result<(), WriteError> {
        let outcome = |index: usize, outcome| LogLine::Submission { index, outcome };
        let line = match event {
            Event::SameAs { submission, first } => {
                outcome(*submission, SubmissionOutcome::SameAs(*first))
            }
            Event::Skipped { submission, skip } => {
                outcome(*submission, SubmissionOutcome::Skipped(skip.clone()))
            }
            Event::Failed { submission, error } => {
                outcome(*submission, SubmissionOutcome::Failed(error.clone()))
            }
            Event::RunFinished { interrupted, wall } => LogLine::Ended(RunEnding {
                interrupted: *interrupted,
                wall: Some(*wall),
                reporting_cpu: None,
                facts: self.model.facts.clone(),
            }),
            _ => return Ok(()),
        };
        match &self.model.log {
            Some(log) => self.or_unnamed(log.append(&line)).map(drop),
            None => Ok(()),
        }
    }

    /// Logs the judgement of a submission, and keeps in memory what tables show of it.
    fn put_away(&mut self, index: usize) -> Result<(), WriteError> {
        let submission = &self.model.submissions[index];
        let (Some(log), Some(_)) = (&self.model.log, submission.judgement()) else {
            return Ok(());
        };
        let place = self.or_unnamed(log.append_outcome(index, submission.reported_outcome()))?;
        if place.is_some() {
            self.model.submissions[index] = submission.condensed(place, false);
        }
        Ok(())
    }

    /// A log without a name only saves memory: nothing is lost without it.
    fn or_unnamed<T>(&self, done: io::Result<T>) -> Result<Option<T>, WriteError> {
        match (done, &self.log) {
            (Ok(done), _) => Ok(Some(done)),
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
        if let Some(ending) = &mut self.model.ending {
            // Whole microseconds, as in reports.
            ending.reporting_cpu = Some(Duration::from_micros(self.spent.as_micros() as u64));
        }
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
        let began = Instant::now();
        let redacted = self.redact.then(|| self.model.redacted());
        let model = redacted.as_ref().unwrap_or(&self.model);
        let mut held = Vec::new();
        for ReportFile { format, path } in &self.files {
            if !at_end && is_stream(path) {
                continue;
            }
            let file = hold_file_by(path, |file| {
                write(*format, model, TerminalStyle::PLAIN, file)
            });
            held.extend(file.map_err(|source| WriteError {
                path: path.clone(),
                source,
            })?);
        }
        self.held = held;
        if let Some(feedback) = self.feedback.as_ref().filter(|_| at_end) {
            feedback.write(model)?;
        }
        self.written = Some((Instant::now(), began.elapsed()));
        Ok(())
    }
}

/// CPU time of this thread.
fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
