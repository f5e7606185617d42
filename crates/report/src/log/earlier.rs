//! The log of an earlier run, from which a run goes on.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufRead as _, BufReader};
use std::path::Path;

use serde::Deserialize;

use super::{FORMAT, Head, Place, Text, Texts, read, text};
use mousetrap_judge::{CaseResult, SubmissionResult};

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
