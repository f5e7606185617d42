//! A log that is read again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _};
use std::path::Path;

use mousetrap_base::regular_file::{self, MAX_REPORT};

use super::lines::{Ended, Head, ReadLine};
use super::{FORMAT, Place, Texts, read};
use mousetrap_judge::{CaseResult, Skip, SubmissionResult};

/// The log of a run that has ended, or was cut short.
#[derive(Debug)]
pub struct Earlier {
    file: File,
    pub(crate) head: Head,
    /// By the number of the submission.
    pub(crate) outcomes: BTreeMap<usize, Outcome>,
    pub(crate) ended: Option<Ended>,
    texts: Texts,
    /// Submissions that have their verdict, by what they are.
    judged: BTreeMap<String, usize>,
}

/// How the first line of a log begins.
const BEGINNING: &[u8] = br#"{"run":{"log":"#;

fn damaged(how: &str) -> io::Error {
    io::Error::other(format!("it is damaged: {how}"))
}

/// Whether there is a line of a log among the rest.
fn goes_on(rest: &mut impl io::BufRead) -> io::Result<bool> {
    let mut line = Vec::new();
    while rest.take(MAX_REPORT.0).read_until(b'\n', &mut line)? > 0 {
        if serde_json::from_slice::<ReadLine>(&line).is_ok() {
            return Ok(true);
        }
        line.clear();
    }
    Ok(false)
}

/// What the judgement of a submission came to.
#[derive(Debug)]
pub(crate) enum Outcome {
    Finished(Place),
    Same(usize),
    Skipped(Skip),
    Failed(String),
}

impl Earlier {
    /// Reads a log, but for a torn end.
    ///
    /// # Errors
    /// Those of the file system, [`io::ErrorKind::UnexpectedEof`] where the first line is
    /// torn already, a file that is not a log, and one that is torn before its end.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut lines = BufReader::new(regular_file::open(path)?);
        let mut head = None;
        let (mut outcomes, mut texts) = (BTreeMap::new(), Texts::new());
        let mut ended = None;
        let (mut at, mut line, mut number) = (0, Vec::new(), 0);
        while (&mut lines)
            .take(MAX_REPORT.0)
            .read_until(b'\n', &mut line)?
            > 0
            && line.ends_with(b"\n")
        {
            let length = line.len() - 1;
            number += 1;
            let Ok(known) = serde_json::from_slice::<ReadLine>(&line) else {
                if head.is_some() && goes_on(&mut lines)? {
                    let how = format!("line {number} is none of a log, and others follow");
                    return Err(damaged(&how));
                }
                break;
            };
            if ended.is_some() {
                return Err(damaged("it goes on after its end"));
            }
            let mut outcome = |submission: usize, outcome: Outcome| {
                let count = head
                    .as_ref()
                    .map_or(0, |head: &Head| head.submissions.len());
                if submission >= count {
                    return Err(damaged("it judges a submission that it does not name"));
                }
                match outcomes.insert(submission, outcome) {
                    Some(_) => Err(damaged("it judges a submission twice")),
                    None => Ok(()),
                }
            };
            match known {
                ReadLine::Run(run) if head.is_none() && run.log == FORMAT => head = Some(run),
                ReadLine::Run(_) => break,
                _ if head.is_none() => break,
                ReadLine::Case(text) => {
                    texts.insert(text.key(), text);
                }
                ReadLine::Finished { submission } => {
                    outcome(submission, Outcome::Finished(Place { at, length }))?;
                }
                ReadLine::Same { submission, first } => {
                    outcome(submission, Outcome::Same(first))?;
                }
                ReadLine::Skipped { submission, skip } => {
                    outcome(submission, Outcome::Skipped(skip))?;
                }
                ReadLine::Failed { submission, error } => {
                    outcome(submission, Outcome::Failed(error))?;
                }
                ReadLine::Ended(how) => ended = Some(how),
            }
            at += line.len() as u64;
            line.clear();
        }
        if number == 0 && (line.is_empty() || line.starts_with(BEGINNING)) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let head = head.ok_or_else(|| {
            io::Error::other("it is not a log of this version, as --output FILE.jsonl writes it")
        })?;
        let finished = outcomes.iter().filter_map(|(&submission, outcome)| {
            let source = head.submissions[submission].source.clone();
            matches!(outcome, Outcome::Finished(_)).then_some((source, submission))
        });
        Ok(Self {
            file: lines.into_inner(),
            judged: finished.collect(),
            head,
            outcomes,
            ended,
            texts,
        })
    }

    /// What decides judgements and has changed since, by name.
    pub fn differs(&self, conditions: &BTreeMap<String, String>) -> Vec<String> {
        let differ = conditions.iter().filter(|(name, value)| {
            // A language that comes new with other submissions is not a difference.
            let before = self.head.conditions.get(*name);
            before.is_some_and(|before| before != *value)
        });
        differ.map(|(name, _)| name.clone()).collect()
    }

    /// Returns the judged files that are not among `paths`.
    pub fn others<'a>(&self, paths: impl Iterator<Item = &'a Path>) -> Vec<&Path> {
        let paths: BTreeSet<&Path> = paths.collect();
        let entries = self.head.submissions.iter();
        let judged = entries.filter(|entry| self.judged.contains_key(&entry.source));
        let judged = judged.map(|entry| entry.path.as_path());
        judged.filter(|path| !paths.contains(path)).collect()
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
        let judged = self.judged.get(source);
        match judged.and_then(|index| self.outcomes.get(index)) {
            Some(&Outcome::Finished(place)) => read(&self.file, place, problem, &self.texts),
            _ => Err(io::ErrorKind::NotFound.into()),
        }
    }
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

    const HEAD: &str = r#"{"run":{"log":1,"conditions":{"options":"a"},"jobs":1,"isolation":"","clock":"tree","refused":[],"left_out":[],"submissions":[{"path":"a.py","source":"s","problem":"913","language":"python","language_name":"Python","form":"function","expected":"Accepted","is_placed":false,"cases":1}]}}"#;
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
    fn what_has_changed_is_named() {
        let earlier = written(&[HEAD, "\n"]).unwrap();
        let now = |value: &str| {
            let options = ("options".to_owned(), value.to_owned());
            earlier.differs(&[options, ("C++".to_owned(), "12".to_owned())].into())
        };
        assert!(now("a").is_empty());
        assert_eq!(now("b"), ["options"]);
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
                let _ = earlier.read("s", "913");
            }
        }
    }
}
