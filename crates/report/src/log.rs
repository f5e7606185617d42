//! The log of a run: JSON Lines, to which the judgement of each submission is
//! appended as soon as it is known, with all that any report says of it.
//!
//! The first line says what is judged and under which conditions. A case that was
//! failed is written down once, before the first judgement that speaks of it. Each
//! line is handed to the system at once, so that it survives the end of this
//! process, and [`SYNCED`] later at the latest put on the disk. A last line
//! that is torn is as good as not there.
//!
//! A report beside which it lies holds the same once a run has ended; then it goes.
//! Without a report it has no name, and only keeps results out of memory. As a format
//! of reports it holds the same lines, for who merges the parts of a run.

mod earlier;
mod lines;
mod shards;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::{FileExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::ser::CompactFormatter;
use tempfile::NamedTempFile;

pub use earlier::Earlier;
pub(crate) use earlier::Outcome;
pub(crate) use lines::{Ended, Head, Line};
pub use shards::{MergeError, Shards};

use lines::{Finished, Text};

use crate::{Model, State, json};
use mousetrap_base::held::is_at;
use mousetrap_judge::{CaseResult, Record, SubmissionResult};
use mousetrap_model::CaseId;
use mousetrap_model::Verdict;

/// The version of the lines; it grows when one changes its meaning.
const FORMAT: u32 = 1;

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

/// By problem and name.
type Texts = BTreeMap<(String, String), Text>;

/// Where a line is: its first byte, and how many there are.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    at: u64,
    length: usize,
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
    texts: Texts,
}

impl Log {
    fn on(file: File) -> Self {
        let written = Written {
            end: 0,
            synced: Instant::now(),
            texts: Texts::new(),
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

    fn state(&self) -> MutexGuard<'_, Written> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Appends a line.
    pub(crate) fn append(&self, line: &Line<'_>) -> io::Result<Place> {
        let mut bytes = serde_json::to_vec(line)?;
        let length = bytes.len();
        bytes.push(b'\n');
        let mut state = self.state();
        let at = state.end;
        self.file.write_all_at(&bytes, at)?;
        state.end += bytes.len() as u64;
        if state.synced.elapsed() >= SYNCED {
            self.file.sync_data()?;
            state.synced = Instant::now();
        }
        Ok(Place { at, length })
    }

    /// Appends the judgement of a submission.
    pub(crate) fn append_finished(
        &self,
        submission: usize,
        problem: &str,
        result: &SubmissionResult,
        cases: &[CaseResult],
    ) -> io::Result<Place> {
        for text in Text::of(problem, cases) {
            if !self.state().texts.contains_key(&text.key()) {
                self.append(&Line::Case(text.clone()))?;
                self.state().texts.insert(text.key(), text);
            }
        }
        let record = Record::new(result, cases);
        self.append(&Line::Finished { submission, record })
    }

    /// Puts what is written on the disk.
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
    pub(crate) fn read(
        &self,
        place: Place,
        problem: &str,
    ) -> io::Result<(SubmissionResult, Vec<CaseResult>)> {
        read(&self.file, place, problem, &self.state().texts)
    }
}

fn read(
    file: &File,
    place: Place,
    problem: &str,
    texts: &Texts,
) -> io::Result<(SubmissionResult, Vec<CaseResult>)> {
    let mut line = vec![0; place.length];
    file.read_exact_at(&mut line, place.at)?;
    let line: Finished = serde_json::from_slice(&line)?;
    let failing = |id: &CaseId, verdict, reply| {
        let text = texts.get(&(problem.to_owned(), id.0.clone()))?;
        (verdict != Verdict::Accepted).then(|| text.failing(reply))
    };
    let contradicts = || io::Error::from(io::ErrorKind::InvalidData);
    line.finished.record.read(failing).ok_or_else(contradicts)
}

/// Writes what is known of a run as the lines of its log.
pub(crate) fn write(model: &Model, out: &mut dyn io::Write) -> io::Result<()> {
    let mut put = |line: &Line<'_>| json::line(line, CompactFormatter, out);
    put(&Line::Run(Head::new(model)))?;
    let mut cases = BTreeSet::new();
    let paths = model.submissions.iter().map(|one| &one.info.path);
    let numbers: BTreeMap<_, _> = paths.zip(0..).collect();
    for (index, submission) in model.each().enumerate() {
        let same_as = submission.same_as.as_ref();
        if let Some(&first) = same_as.and_then(|first| numbers.get(first)) {
            put(&Line::Same {
                submission: index,
                first,
            })?;
            continue;
        }
        match &submission.state {
            State::Finished(result) => {
                for text in Text::of(&submission.info.problem, &submission.cases) {
                    if cases.insert(text.key()) {
                        put(&Line::Case(text))?;
                    }
                }
                put(&Line::Finished {
                    submission: index,
                    record: Record::new(result, &submission.cases),
                })?;
            }
            State::Skipped(skip) => put(&Line::Skipped {
                submission: index,
                skip: Cow::Borrowed(skip),
            })?,
            State::Failed(error) => put(&Line::Failed {
                submission: index,
                error: error.into(),
            })?,
            State::Waiting | State::Compiling | State::Running => {}
        }
    }
    match model.ending {
        Some(ending) => put(&Line::Ended(Ended {
            interrupted: ending.interrupted,
            wall_us: ending.wall.map_or(0, |wall| wall.as_micros() as u64),
            reporting_us: model.reporting.map(|time| time.as_micros() as u64),
            facts: Some(model.facts.clone()),
        })),
        None => Ok(()),
    }
}
