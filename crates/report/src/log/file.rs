//! The log of a run: JSON Lines, to which each judgement is appended as soon as it is known.
//!
//! The first line lists the submissions and the conditions of the run. Each line is written to the
//! file immediately, so that it survives a crash of this process, and reaches the disk within
//! [`SYNC_INTERVAL`] if more lines follow. Readers ignore an incomplete last line.
//!
//! The log is stored next to a report and is removed after a complete run, because the report then
//! contains the same data. Without a report, the log is an unnamed temporary file, whose only
//! purpose is to save memory.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use mousetrap_model::{LogLine, SubmissionOutcome};
use mousetrap_util::file_lock::{is_still_at_path, lock};
use mousetrap_util::replace::create_temporary_sibling;
use tempfile::NamedTempFile;

/// Maximum time until a line reaches the disk, provided that more lines follow.
const SYNC_INTERVAL: Duration = Duration::from_secs(5);

/// Suffix that is added to the name of a report to form the name of its log.
const LOG_SUFFIX: &str = ".log.jsonl";

/// Returns the path of the log that belongs to a report file.
pub fn log_path(report: &Path) -> PathBuf {
    let mut name = report.as_os_str().to_owned();
    name.push(LOG_SUFFIX);
    name.into()
}

/// The byte offset and the length of a line, without its line terminator.
#[derive(Clone, Copy, Debug)]
pub struct LineSpan {
    pub(crate) start: u64,
    pub(crate) length: usize,
}

/// The log of the current run.
#[derive(Debug)]
pub(crate) struct Log {
    /// The log file, from which the model reads judgements.
    pub(crate) file: Arc<File>,
    length: u64,
    last_sync: Instant,
}

impl Log {
    pub(crate) fn new(file: File) -> Self {
        Self {
            file: Arc::new(file),
            length: 0,
            last_sync: Instant::now(),
        }
    }

    /// Appends a line and returns its location in the file.
    pub(crate) fn append(&mut self, line: &LogLine) -> io::Result<LineSpan> {
        let mut bytes = serde_json::to_vec(line)?;
        let span = LineSpan {
            start: self.length,
            length: bytes.len(),
        };
        bytes.push(b'\n');
        self.file.write_all_at(&bytes, span.start)?;
        self.length += bytes.len() as u64;
        if self.last_sync.elapsed() >= SYNC_INTERVAL {
            self.file.sync_data()?;
            self.last_sync = Instant::now();
        }
        Ok(span)
    }

    /// Removes the log at this path, unless the log belongs to another run.
    pub(crate) fn remove(&self, path: &Path) -> io::Result<()> {
        if is_still_at_path(&self.file, path)? {
            fs::remove_file(path)?;
        }
        Ok(())
    }
}

/// Reads the outcome of a submission from a line of a log.
pub(crate) fn read_outcome(file: &File, line: LineSpan) -> io::Result<SubmissionOutcome> {
    let mut text = vec![0; line.length];
    file.read_exact_at(&mut text, line.start)?;
    match serde_json::from_slice(&text)? {
        LogLine::Submission { outcome, .. } => Ok(outcome),
        _ => Err(io::Error::other(
            "a line of the log no longer contains the outcome that was written there; another program has changed the file",
        )),
    }
}

/// The exclusive right to write a log. A run acquires this lock before reading the log of an
/// earlier run, and releases the lock when it ends. The earlier log stays locked until the new log,
/// which is also locked, has replaced it.
#[derive(Debug)]
pub struct LogLock {
    path: PathBuf,
    /// The locked log of an earlier run, if there is one.
    earlier: Option<File>,
}

impl LogLock {
    /// Locks the log at a path.
    ///
    /// # Errors
    /// Returns an error if another run has locked the log.
    pub fn new(path: &Path) -> io::Result<Self> {
        Ok(Self {
            path: path.to_owned(),
            earlier: lock(path).map_err(|_| already_locked_error())?,
        })
    }

    /// Returns the path of the log.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Creates a log in a temporary file. After the content of the earlier log has been copied to
    /// this file, [`replace_earlier_log`](Self::replace_earlier_log) renames the file to the path
    /// of the log.
    pub(crate) fn create(&self) -> io::Result<(Log, NamedTempFile)> {
        let file = create_temporary_sibling(&self.path)?;
        Ok((Log::new(file.as_file().try_clone()?), file))
    }

    /// Locks the new log and replaces the earlier log with it.
    pub(crate) fn replace_earlier_log(&self, log: NamedTempFile) -> io::Result<()> {
        log.as_file().sync_data()?;
        // Not every file system supports locks.
        let _ = log.as_file().try_lock();
        if self.earlier.is_some() {
            log.persist(&self.path)?;
            return Ok(());
        }
        match log.persist_noclobber(&self.path) {
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
                Err(already_locked_error())
            }
            published => Ok(published.map(drop)?),
        }
    }
}

fn already_locked_error() -> io::Error {
    io::Error::other("another run is writing this log and its reports; wait until it ends")
}
