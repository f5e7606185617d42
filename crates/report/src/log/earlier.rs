//! The log of an earlier run.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _};
use std::path::Path;

use super::file::{Place, read};
use crate::text::units::counted;
use mousetrap_model::{
    Judgement, LogLine, RunEnding, RunHeader, SubmissionInfo, SubmissionOutcome, path_text,
};
use mousetrap_util::differing_conditions;
use mousetrap_util::printable::named;
use mousetrap_util::regular_file::{self, MAX_REPORT};

/// The log of a run that has ended, or was cut short.
#[derive(Debug)]
pub struct Earlier {
    file: File,
    pub(crate) header: RunHeader,
    pub(crate) submissions: Vec<SubmissionInfo>,
    /// By index of the submission.
    pub(crate) outcomes: BTreeMap<usize, LoggedOutcome>,
    pub(crate) ending: Option<RunEnding>,
    /// The submissions that have their verdict, by digest.
    judged: BTreeMap<String, usize>,
}

/// The outcome of a submission, or where the log has its judgement.
#[derive(Debug)]
pub(crate) enum LoggedOutcome {
    Judged(Place),
    Other(SubmissionOutcome),
}

/// The beginning of the first line of a log.
pub const BEGINNING: &str = r#"{"run":{"format":"#;

impl Earlier {
    /// Reads a log. An incomplete last line is ignored.
    ///
    /// # Errors
    /// Those of the file system, [`io::ErrorKind::UnexpectedEof`] if the first line is
    /// incomplete, a file that is not a log, and a log that is damaged before its end.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut lines = BufReader::new(regular_file::open(path)?);
        let mut log: Option<Self> = None;
        let (mut at, mut line) = (0, Vec::new());
        for number in 1.. {
            line.clear();
            let mut limited = (&mut lines).take(MAX_REPORT.0);
            limited.read_until(b'\n', &mut line)?;
            if !line.ends_with(b"\n") {
                break;
            }
            match (serde_json::from_slice(&line), &mut log) {
                (
                    Ok(LogLine::Run {
                        header,
                        submissions,
                        ..
                    }),
                    None,
                ) => {
                    log = Some(Self {
                        file: lines.get_ref().try_clone()?,
                        header: *header,
                        submissions,
                        outcomes: BTreeMap::new(),
                        ending: None,
                        judged: BTreeMap::new(),
                    });
                }
                (Ok(known), Some(log)) => {
                    let length = line.len() - 1;
                    log.add(known, number, Place { at, length })?;
                }
                (Err(_), Some(_)) if has_line(&mut lines)? => {
                    let how = format!("line {number} is none of a log, and others follow");
                    return Err(damaged(&how));
                }
                _ => break,
            }
            at += line.len() as u64;
        }
        if let Some(log) = log {
            return Ok(log);
        }
        let is_begun = line.is_empty() || line.starts_with(BEGINNING.as_bytes());
        Err(if is_begun && !line.ends_with(b"\n") {
            io::ErrorKind::UnexpectedEof.into()
        } else {
            io::Error::other("it is not a log, as `--output FILE.jsonl` writes it")
        })
    }

    /// Adds a line after the first.
    fn add(&mut self, line: LogLine, number: usize, place: Place) -> io::Result<()> {
        let error = |rule: &str| Err(damaged_line(number, rule));
        if self.ending.is_some() {
            return error("it follows the end of the run");
        }
        let (index, outcome) = match line {
            LogLine::Run { .. } => return error("it is a second header"),
            LogLine::Ended(ending) => {
                self.ending = Some(ending);
                return Ok(());
            }
            LogLine::Submission { index, outcome } => (index, outcome),
        };
        let Some(info) = self.submissions.get(index) else {
            let all = counted(self.submissions.len(), "submission");
            return error(&format!(
                "it has an outcome of submission {index}, but line 1 has only {all}"
            ));
        };
        let outcome = match outcome {
            SubmissionOutcome::Judged(judgement) => {
                if !judgement.is_consistent(info.case_count) {
                    let name = named(&info.path);
                    return error(&format!(
                        "the verdict of {name} does not follow from those of its cases"
                    ));
                }
                self.judged.insert(info.digest.clone(), index);
                LoggedOutcome::Judged(place)
            }
            other => LoggedOutcome::Other(other),
        };
        if self.outcomes.insert(index, outcome).is_some() {
            return error(&format!("it has a second outcome of submission {index}"));
        }
        Ok(())
    }

    /// Returns the names of the conditions that have changed since; see
    /// [`differing_conditions`].
    pub fn differs(&self, conditions: &BTreeMap<String, String>) -> Vec<String> {
        let differ = differing_conditions(&self.header.conditions, conditions);
        differ.into_iter().map(str::to_owned).collect()
    }

    /// Returns the files that have their verdict and are not among these.
    pub fn others<'a>(&self, paths: impl Iterator<Item = &'a Path>) -> Vec<&Path> {
        // The log has text in place of names that are not UTF-8.
        let paths: BTreeSet<String> = paths.map(path_text).collect();
        let judged = self.submissions.iter();
        let judged = judged.filter(|info| self.judged.contains_key(&info.digest));
        let judged = judged.map(|info| &*info.path);
        let is_other = |path: &&Path| !paths.contains(&path_text(path));
        judged.filter(is_other).collect()
    }

    /// Returns the indices of the sources that have their verdict; of identical sources, the
    /// first.
    pub fn judged<'a>(&self, digests: impl Iterator<Item = &'a str>) -> BTreeSet<usize> {
        let mut seen = BTreeSet::new();
        let judged = digests
            .enumerate()
            .filter(|(_, digest)| seen.insert(*digest) && self.judged.contains_key(*digest));
        judged.map(|(index, _)| index).collect()
    }

    /// The judgement in this place.
    pub(crate) fn read_at(&self, place: Place) -> io::Result<Box<Judgement>> {
        read(&self.file, place)
    }

    /// The judgement of the submission with this digest.
    pub(crate) fn read(&self, digest: &str) -> io::Result<Box<Judgement>> {
        let judged = self.judged.get(digest);
        match judged.and_then(|index| self.outcomes.get(index)) {
            Some(&LoggedOutcome::Judged(place)) => self.read_at(place),
            _ => Err(io::ErrorKind::NotFound.into()),
        }
    }
}

/// The error for a line of a log that breaks this rule.
pub(super) fn damaged_line(number: usize, rule: &str) -> io::Error {
    damaged(&format!("line {number}: {rule}"))
}

pub(super) fn damaged(how: &str) -> io::Error {
    io::Error::other(format!("it is damaged: {how}"))
}

/// Returns whether any of the remaining lines is a line of a log.
fn has_line(rest: &mut impl io::BufRead) -> io::Result<bool> {
    let mut line = Vec::new();
    while rest.take(MAX_REPORT.0).read_until(b'\n', &mut line)? > 0 {
        if serde_json::from_slice::<LogLine>(&line).is_ok() {
            return Ok(true);
        }
        line.clear();
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn written(lines: &[&str]) -> io::Result<Earlier> {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("log");
        fs::write(&path, lines.concat()).unwrap();
        Earlier::open(&path)
    }

    const HEAD: &str = r#"{"run":{"format":2,"version":"0.1.0","conditions":{"options":"a"},"jobs":1,"isolation":"","clock":"tree","submissions":[{"path":"a.py","digest":"s","problem":"913","language":"python","language_name":"Python","form":"function","case_count":1}]}}"#;
    const DONE: &str = r#"{"submission":{"index":0,"outcome":{"judged":{"verdict":"AC","startup_allowance_us":0,"cases":[{"case":"a/b","verdict":"AC","usage":{"cpu_us":1,"wall_us":1,"memory_bytes":1},"limits":{"cpu_us":1,"wall_us":1,"memory_bytes":1,"output_bytes":1}}]}}}}"#;

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
        for other in ["class Solution:\n", "{}\n", DONE, "\n", "a"] {
            let kind = written(&[other]).unwrap_err().kind();
            assert_eq!(kind, io::ErrorKind::Other, "{other:?}");
        }
    }

    #[test]
    fn a_log_that_was_torn_at_once_holds_nothing_yet() {
        for torn in [&HEAD[..40], HEAD, ""] {
            let kind = written(&[torn]).unwrap_err().kind();
            assert_eq!(kind, io::ErrorKind::UnexpectedEof, "{torn:?}");
        }
    }

    #[test]
    fn a_line_that_is_damaged_before_the_end_is_named() {
        for damaged in ["{garbage\n", "\u{0}\u{0}\n", "{}\n{}\n"] {
            let error = written(&[HEAD, "\n", damaged, DONE, "\n"]).unwrap_err();
            let how = "it is damaged: line 2 is none of a log, and others follow";
            assert_eq!(error.to_string(), how, "{damaged:?}");
        }
    }

    #[test]
    fn changed_conditions_are_named_and_a_new_language_is_none() {
        let earlier = written(&[HEAD, "\n"]).unwrap();
        let differs = |conditions: &[(&str, &str)]| {
            let conditions = conditions.iter();
            let conditions = conditions.map(|(name, value)| (name.to_string(), value.to_string()));
            earlier.differs(&conditions.collect())
        };
        assert_eq!(differs(&[("options", "a")]), [""; 0]);
        assert_eq!(differs(&[("options", "b")]), ["options"]);
        assert_eq!(
            differs(&[("options", "a"), ("toolchain of C++", "12")]),
            [""; 0]
        );
        assert_eq!(differs(&[("options", "a"), ("--new", "1")]), ["--new"]);
        assert_eq!(differs(&[]), ["options"]);
    }

    #[test]
    fn verdict_that_contradicts_its_cases_is_refused() {
        let wrong = DONE.replacen("AC", "WA", 1);
        let none = r#"{"submission":{"index":0,"outcome":{"judged":{"verdict":"AC","startup_allowance_us":0,"cases":[]}}}}"#;
        for line in [wrong.as_str(), none] {
            let error = written(&[HEAD, "\n", line, "\n"]).unwrap_err().to_string();
            let expected = "the verdict of a.py does not follow from those of its cases";
            assert!(error.ends_with(expected), "{error}");
        }
    }

    proptest::proptest! {
        #[test]
        fn damaged_log_never_panics(
            at in 0..1024usize,
            text in "[\\[\\]\":,{}\n0-9a-z-]{0,8}",
        ) {
            let mut damaged = [HEAD, "\n", DONE, "\n"].concat();
            let at = at % damaged.len();
            damaged.insert_str(at, &text);
            if let Ok(earlier) = written(&[&damaged]) {
                let _ = earlier.read("s");
            }
        }
    }
}
