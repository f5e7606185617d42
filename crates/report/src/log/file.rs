//! The log of a run: JSON Lines, to which the judgement of each submission is
//! appended as soon as it is known, with all that any report says of it.
//!
//! The first line says what is judged and under which conditions. Each line is handed to
//! the system at once, so that it survives the end of this process, and is on the disk after
//! [`SYNCED`] at the latest. An incomplete last line is ignored.
//!
//! A report beside which it lies holds the same once a run has ended; then it goes.
//! Without a report it has no name, and only keeps results out of memory. As a format
//! of reports it holds the same lines, for who merges the parts of a run.

use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::{FileExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tempfile::NamedTempFile;

use crate::Model;
use crate::json::SafeJson;
use mousetrap_model::{Judgement, LogLine, SubmissionOutcome};
use mousetrap_util::held::is_at;

/// Version of the log and of the JSON report. It grows when a field changes its meaning or
/// is removed, not when one is added.
pub(crate) const FORMAT: u32 = 2;

/// How long after it was written a line is put on the disk at the latest, while
/// others come.
const SYNCED: Duration = Duration::from_secs(5);

/// What stands at the end of the name of a log, after that of a report.
const ENDING: &str = ".log.jsonl";

/// Where the log of a run that writes this report is.
pub fn log_path(report: &Path) -> PathBuf {
    let mut name = report.as_os_str().to_owned();
    name.push(ENDING);
    name.into()
}

/// Where a line is: its first byte, and how many there are.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub(crate) at: u64,
    pub(crate) length: usize,
}

/// The log of a run that goes on.
#[derive(Debug)]
pub struct Log {
    file: File,
    state: Mutex<Written>,
}

#[derive(Debug)]
struct Written {
    end: u64,
    synced: Instant,
}

impl Log {
    fn on(file: File) -> Self {
        let written = Written {
            end: 0,
            synced: Instant::now(),
        };
        Self {
            file,
            state: Mutex::new(written),
        }
    }

    /// One without a name.
    pub(crate) fn unnamed() -> io::Result<Self> {
        tempfile::tempfile().map(Self::on)
    }

    /// One that is to be published in this place, once it holds what an earlier one
    /// did. With the file under its name until then.
    pub(crate) fn beside(path: &Path) -> io::Result<(Self, NamedTempFile)> {
        let directory = path.parent().filter(|parent| *parent != Path::new(""));
        let directory = directory.unwrap_or(Path::new("."));
        fs::create_dir_all(directory)?;
        let file = tempfile::Builder::new()
            .prefix(".mousetrap-")
            .permissions(Permissions::from_mode(0o666))
            .tempfile_in(directory)?;
        Ok((Self::on(file.as_file().try_clone()?), file))
    }

    /// Appends a line.
    pub(crate) fn append(&self, line: &LogLine) -> io::Result<Place> {
        let mut bytes = serde_json::to_vec(line)?;
        let length = bytes.len();
        bytes.push(b'\n');
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let at = state.end;
        self.file.write_all_at(&bytes, at)?;
        state.end += bytes.len() as u64;
        if state.synced.elapsed() >= SYNCED {
            self.file.sync_data()?;
            state.synced = Instant::now();
        }
        Ok(Place { at, length })
    }

    /// Flushes the log to the disk.
    pub(crate) fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }

    /// Removes it, unless another run has put its own there.
    pub(crate) fn remove(&self, path: &Path) -> io::Result<()> {
        if is_at(&self.file, path)? {
            fs::remove_file(path)?;
        }
        Ok(())
    }

    /// The judgement in a line.
    pub(crate) fn read(&self, place: Place) -> io::Result<Box<Judgement>> {
        read(&self.file, place)
    }
}

pub(crate) fn read(file: &File, place: Place) -> io::Result<Box<Judgement>> {
    let mut line = vec![0; place.length];
    file.read_exact_at(&mut line, place.at)?;
    match serde_json::from_slice(&line)? {
        LogLine::Submission {
            outcome: SubmissionOutcome::Judged(judgement),
            ..
        } => Ok(judgement),
        _ => Err(io::Error::other(
            "a line of the log is no longer a judgement: another program has changed the file",
        )),
    }
}

/// The first line of the log of a run.
pub(crate) fn first_line(model: &Model) -> LogLine {
    LogLine::Run {
        format: FORMAT,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        header: Box::new(model.header.clone()),
        submissions: model
            .submissions
            .iter()
            .map(|one| one.info.clone())
            .collect(),
    }
}

/// Writes a run, as far as it is known, as the lines of its log.
pub(crate) fn write(model: &Model, out: &mut dyn io::Write) -> io::Result<()> {
    let mut write = |line: &LogLine| -> io::Result<()> {
        serde_json::to_writer(SafeJson(out), line)?;
        out.write_all(b"\n")
    };
    write(&first_line(model))?;
    for (index, submission) in model.each().enumerate() {
        let outcome = submission.reported_outcome();
        if outcome != SubmissionOutcome::NotJudged {
            write(&LogLine::Submission { index, outcome })?;
        }
    }
    let ending = model.ending.clone();
    ending.map_or(Ok(()), |ending| write(&LogLine::Ended(ending)))
}
