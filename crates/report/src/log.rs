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
//! Without a report it has no name, and only keeps results out of memory.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, Permissions, TryLockError};
use std::io::{self, BufRead as _, BufReader};
use std::os::unix::fs::{FileExt as _, MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;

use crate::{Model, State, Submission};
use mousetrap_base::printable::named;
use mousetrap_judge::{CaseResult, Failing, Record, SubmissionResult, UNCHECKED, Verdict};
use mousetrap_suite::CaseId;

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

/// A line.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Line<'a> {
    /// What is judged, and how.
    Run(Head),
    /// A case that somebody failed.
    Case(Text),
    /// A submission has its verdict.
    Finished { submission: usize, record: Record },
    /// A submission is the same as another.
    Same { submission: usize, first: usize },
    /// A submission cannot be judged here.
    Skipped {
        submission: usize,
        reason: &'a str,
        remedy: &'a str,
    },
    /// The judge failed on a submission.
    Failed { submission: usize, error: &'a str },
    /// The run has ended.
    Ended { interrupted: bool, wall_us: u64 },
}

/// A line that is read again.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Known {
    run: Option<Head>,
    case: Option<Text>,
    finished: Option<Index>,
}

#[derive(Debug, Deserialize)]
struct Index {
    submission: usize,
}

#[derive(Debug, Deserialize)]
struct Finished {
    finished: Whole,
}

#[derive(Debug, Deserialize)]
struct Whole {
    record: Record,
}

/// What is judged, and how.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Head {
    log: u32,
    /// What decides judgements beside the submissions.
    conditions: BTreeMap<String, String>,
    jobs: usize,
    isolation: String,
    clock: String,
    refused: Vec<(String, String)>,
    left_out: Vec<String>,
    submissions: Vec<Entry>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    path: String,
    /// Stands for language, form, problem and text.
    source: String,
    problem: String,
    language: String,
    form: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    encoding: Option<String>,
    expected: Verdict,
    is_placed: bool,
    cases: usize,
}

/// What a case says that was failed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Text {
    problem: String,
    id: String,
    input: String,
    leetcode: String,
    max_plies: Option<u32>,
    drawing: String,
    answer: String,
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

/// Refuses a log that a run is writing.
///
/// # Errors
/// That it is.
pub fn alone(log: &Path) -> io::Result<()> {
    match File::open(log).map(|log| log.try_lock()) {
        Ok(Err(TryLockError::WouldBlock)) => Err(io::Error::other(
            "another run is writing this log and its reports; wait for its end",
        )),
        _ => Ok(()),
    }
}

impl Head {
    /// That of a run which is about to start.
    pub(crate) fn new(model: &Model, conditions: BTreeMap<String, String>) -> Self {
        let entry = |submission: &Submission| {
            let info = &submission.info;
            Entry {
                path: text(&info.path),
                source: info.source.clone(),
                problem: info.problem.to_owned(),
                language: info.language.clone(),
                form: format!("{:?}", info.form).to_lowercase(),
                encoding: info.encoding.clone(),
                expected: info.expected,
                is_placed: info.is_placed,
                cases: info.cases,
            }
        };
        let refused = model.refused.iter();
        Self {
            log: FORMAT,
            conditions,
            jobs: model.jobs,
            isolation: model.isolation.clone(),
            clock: model.clock.to_string(),
            refused: refused
                .map(|refused| (text(&refused.path), refused.reason.clone()))
                .collect(),
            left_out: model.left_out.iter().map(|path| text(path)).collect(),
            submissions: model.submissions.iter().map(entry).collect(),
        }
    }
}

fn text(path: &Path) -> String {
    path.to_str().map_or_else(|| named(path), str::to_owned)
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

    /// One that is to have this name, once it holds what an earlier one did. With
    /// the file under its name until then.
    pub(crate) fn beside(path: &Path) -> io::Result<(Self, NamedTempFile)> {
        let directory = path.parent().filter(|parent| *parent != Path::new(""));
        let directory = directory.unwrap_or(Path::new("."));
        fs::create_dir_all(directory)?;
        alone(path)?;
        let file = tempfile::Builder::new()
            .prefix(".mousetrap-")
            .permissions(Permissions::from_mode(0o666))
            .tempfile_in(directory)?;
        // For others to see; where locks are unknown, nobody does.
        let _ = file.as_file().try_lock();
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
        for case in cases {
            let Some(failing) = &case.failing else {
                continue;
            };
            let key = (problem.to_owned(), case.id.0.clone());
            if !self.state().texts.contains_key(&key) {
                let text = Text::new(problem, &case.id, failing);
                self.append(&Line::Case(text.clone()))?;
                self.state().texts.insert(key, text);
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
        let (own, there) = (self.file.metadata()?, fs::metadata(path)?);
        if (own.dev(), own.ino()) == (there.dev(), there.ino()) {
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

impl Text {
    fn new(problem: &str, id: &CaseId, failing: &Failing) -> Self {
        Self {
            problem: problem.to_owned(),
            id: id.0.clone(),
            input: failing.input.clone(),
            leetcode: failing.leetcode.clone(),
            max_plies: failing.max_plies,
            drawing: failing.drawing.clone(),
            answer: failing.answer.clone(),
        }
    }

    fn failing(&self, reply: Option<String>) -> Failing {
        Failing {
            input: self.input.clone(),
            leetcode: self.leetcode.clone(),
            max_plies: self.max_plies,
            drawing: self.drawing.clone(),
            answer: self.answer.clone(),
            reply,
        }
    }
}

/// The log of a run that was cut short.
#[derive(Debug)]
pub struct Earlier {
    file: File,
    conditions: BTreeMap<String, String>,
    /// Of each source that has its verdict, where that is.
    judged: BTreeMap<String, Place>,
    texts: Texts,
    /// The files that have their verdict.
    paths: Vec<String>,
}

impl Earlier {
    /// Reads a log, as far as it is whole.
    ///
    /// # Errors
    /// Those of the file system, and a file that is not a log.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut lines = BufReader::new(File::open(path)?);
        let mut head = None;
        let (mut judged, mut texts) = (BTreeMap::new(), Texts::new());
        let (mut at, mut line) = (0, Vec::new());
        while lines.read_until(b'\n', &mut line)? > 0 && line.ends_with(b"\n") {
            let Ok(known) = serde_json::from_slice::<Known>(&line) else {
                break;
            };
            let length = line.len() - 1;
            match (known, &head) {
                (Known { run: Some(run), .. }, None) if run.log == FORMAT => head = Some(run),
                (_, None) => break,
                (
                    Known {
                        case: Some(text), ..
                    },
                    _,
                ) => {
                    texts.insert((text.problem.clone(), text.id.clone()), text);
                }
                (
                    Known {
                        finished: Some(Index { submission }),
                        ..
                    },
                    Some(head),
                ) => {
                    if let Some(entry) = head.submissions.get(submission) {
                        judged.insert(entry.source.clone(), Place { at, length });
                    }
                }
                _ => {}
            }
            at += line.len() as u64;
            line.clear();
        }
        let head = head.ok_or_else(|| io::Error::other("it is not a log of this version"))?;
        let entries = head.submissions.into_iter();
        let entries = entries.filter(|entry| judged.contains_key(&entry.source));
        Ok(Self {
            file: lines.into_inner(),
            conditions: head.conditions,
            paths: entries.map(|entry| entry.path).collect(),
            judged,
            texts,
        })
    }

    /// What decides judgements and has changed since, by name.
    pub fn differs(&self, conditions: &BTreeMap<String, String>) -> Vec<String> {
        let differ = conditions.iter().filter(|(name, value)| {
            // A language that comes new with other submissions is no difference.
            let before = self.conditions.get(*name);
            before.is_some_and(|before| before != *value)
        });
        differ.map(|(name, _)| name.clone()).collect()
    }

    /// How many files have their verdict that are not among these.
    pub fn others<'a>(&self, paths: impl Iterator<Item = &'a Path>) -> usize {
        let paths: BTreeSet<String> = paths.map(text).collect();
        let others = self.paths.iter().filter(|path| !paths.contains(*path));
        others.count()
    }

    /// Which of these sources have their verdict; of those that are the same the
    /// first.
    pub fn judged<'a>(&self, sources: impl Iterator<Item = &'a str>) -> BTreeSet<usize> {
        let mut seen = BTreeSet::new();
        let numbered = sources.enumerate();
        let judged = numbered
            .filter(|(_, source)| seen.insert(*source) && self.judged.contains_key(*source));
        judged.map(|(index, _)| index).collect()
    }

    /// The judgement of a source.
    pub(crate) fn read(
        &self,
        source: &str,
        problem: &str,
    ) -> io::Result<(SubmissionResult, Vec<CaseResult>)> {
        let place = self.judged.get(source).copied();
        let place = place.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
        read(&self.file, place, problem, &self.texts)
    }
}

impl Submission {
    /// What stays in memory of one that is in the log: what tables say, and with
    /// `texts` what is shown of a failure.
    pub(crate) fn condensed(&self, place: Option<Place>, texts: bool) -> Self {
        let telling = [self.first_failing(), self.slowest(), self.largest()];
        let is_telling = |case: &CaseResult| {
            let mut telling = telling.into_iter().flatten();
            telling.any(|one| std::ptr::eq(one, case)) || texts && case.verdict != Verdict::Accepted
        };
        let first = telling[0];
        let mut cases: Vec<CaseResult> = Vec::new();
        for case in self.cases.iter().filter(|case| is_telling(case)) {
            let in_full = texts && first.is_some_and(|first| std::ptr::eq(first, case));
            cases.push(if in_full {
                case.clone()
            } else {
                CaseResult {
                    id: case.id.clone(),
                    detail: case.detail.clone(),
                    stdout: String::new(),
                    stderr: String::new(),
                    failing: None,
                    ..*case
                }
            });
        }
        let mut state = self.state.clone();
        if let State::Finished(result) = &mut state
            && !texts
        {
            let lines = result.compiler.lines();
            result.compiler = lines.filter(|line| line.starts_with(UNCHECKED)).collect();
        }
        Self {
            info: self.info.clone(),
            state,
            cases,
            hidden: self.hidden,
            counts: self.counts.or_else(|| Some(self.counted())),
            place,
            same_as: self.same_as.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(lines: &[&str]) -> io::Result<Earlier> {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("log");
        fs::write(&path, lines.concat()).unwrap();
        Earlier::open(&path)
    }

    const HEAD: &str = r#"{"run":{"log":1,"conditions":{"options":"a"},"jobs":1,"isolation":"","clock":"","refused":[],"left_out":[],"submissions":[{"path":"a.py","source":"s","problem":"913","language":"python","form":"function","expected":"Accepted","is_placed":false,"cases":1}]}}"#;
    const DONE: &str = r#"{"finished":{"submission":0,"record":{"verdict":"Accepted","granted":0,"limits":[],"cases":[]}}}"#;

    #[test]
    fn a_torn_last_line_is_as_good_as_not_there() {
        let judged = |lines: &[&str]| {
            let earlier = written(lines).unwrap();
            earlier.judged(["x", "s", "s"].into_iter())
        };
        assert_eq!(judged(&[HEAD, "\n", DONE, "\n"]), BTreeSet::from([1]));
        for torn in [DONE, &DONE[..40], "\u{0}\u{0}\u{0}\n", ""] {
            assert_eq!(judged(&[HEAD, "\n", torn]), BTreeSet::new(), "{torn:?}");
        }
        for other in [&HEAD[..40], "", "class Solution:\n", "{}\n", DONE] {
            assert!(written(&[other]).is_err(), "{other:?}");
        }
    }

    #[test]
    fn what_has_changed_is_named() {
        let earlier = written(&[HEAD, "\n"]).unwrap();
        let now = |value: &str| {
            let options = ("options".to_owned(), value.to_owned());
            earlier.differs(&[options, ("C++".to_owned(), "12".to_owned())].into())
        };
        assert!(now("a").is_empty());
        assert_eq!(now("b"), ["options"]);
    }
}
