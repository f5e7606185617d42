//! Reads the log of an earlier run.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _};
use std::path::Path;

use super::file::{LineSpan, read_outcome};
use crate::text::units::format_count;
use mousetrap_model::{
    LogLine, RunEnding, RunHeader, SubmissionInfo, SubmissionOutcome, path_text,
};
use mousetrap_util::printable::escape_path;
use mousetrap_util::regular_file::{self, MAX_REPORT_SIZE};

/// The log of a run that has ended or was interrupted.
#[derive(Debug)]
pub struct EarlierLog {
    pub(crate) file: File,
    /// The options and the files of the run.
    pub header: RunHeader,
    pub(crate) submissions: Vec<SubmissionInfo>,
    /// The outcomes, keyed by the index of the submission.
    pub(crate) outcomes: BTreeMap<usize, LoggedOutcome>,
    pub(crate) ending: Option<RunEnding>,
    /// The locations of the judgements, keyed by the digest of the submission.
    judged: BTreeMap<String, LineSpan>,
}

/// The location of a submission's outcome in a log. The outcome is read from the file only when
/// needed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LoggedOutcome {
    pub(crate) line: LineSpan,
    /// The index of the submission to which this one is identical, if any.
    pub(crate) same_as: Option<usize>,
}

/// The text with which the first line of a log begins.
pub const LOG_START: &str = r#"{"run":{"format":"#;

impl EarlierLog {
    /// Reads a log. An incomplete last line is ignored.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, is not a log, or is damaged before its last
    /// line. If the first line is incomplete, the kind of the error is
    /// [`io::ErrorKind::UnexpectedEof`].
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut lines = BufReader::new(regular_file::open(path)?);
        let mut line = Vec::new();
        let is_complete = read_line(&mut lines, &mut line)?;
        let (header, submissions) = match serde_json::from_slice(&line) {
            Ok(LogLine::Run {
                header,
                submissions,
                ..
            }) if is_complete => (*header, submissions),
            _ if !is_complete && (line.is_empty() || line.starts_with(LOG_START.as_bytes())) => {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            _ => {
                let message = "this is not a log; create a log with `--output FILE.jsonl`";
                return Err(io::Error::other(message));
            }
        };
        let mut log = Self {
            file: lines.get_ref().try_clone()?,
            header,
            submissions,
            outcomes: BTreeMap::new(),
            ending: None,
            judged: BTreeMap::new(),
        };
        let mut start = line.len() as u64;
        for number in 2.. {
            if !read_line(&mut lines, &mut line)? {
                break;
            }
            let length = line.len() - 1;
            match serde_json::from_slice(&line) {
                Ok(content) => log.add_line(content, number, LineSpan { start, length })?,
                Err(_) if has_log_line(&mut lines)? => {
                    return Err(damaged_line_error(
                        number,
                        "this line is damaged, although it is not the last line",
                    ));
                }
                Err(_) => break,
            }
            start += line.len() as u64;
        }
        Ok(log)
    }

    /// Adds the content of a line after the header: the outcome of a submission, or the end of the
    /// run.
    fn add_line(&mut self, content: LogLine, number: usize, line: LineSpan) -> io::Result<()> {
        let error = |rule: &str| Err(damaged_line_error(number, rule));
        if self.ending.is_some() {
            return error("this line follows the end of the run");
        }
        let (index, outcome) = match content {
            LogLine::Run { .. } => return error("this line is a second header"),
            LogLine::Ended(ending) => {
                self.ending = Some(ending);
                return Ok(());
            }
            LogLine::Submission { index, outcome } => (index, outcome),
        };
        let Some(info) = self.submissions.get(index) else {
            let all = format_count(self.submissions.len(), "submission");
            return error(&format!(
                "this line has an outcome for submission number {index}, but line 1 lists only {all}"
            ));
        };
        let mut same_as = None;
        match outcome {
            SubmissionOutcome::Judged(judgement) => {
                if !judgement.is_consistent(info.case_count) {
                    let name = escape_path(&info.path);
                    return error(&format!(
                        "the verdict of {name} does not match the verdicts of its cases"
                    ));
                }
                self.judged.insert(info.digest.clone(), line);
            }
            SubmissionOutcome::NotJudged => {
                return error("this line has an outcome without a verdict");
            }
            SubmissionOutcome::SameAs(first) => same_as = Some(first),
            SubmissionOutcome::Skipped(_) | SubmissionOutcome::Failed(_) => {}
        }
        let outcome = LoggedOutcome { line, same_as };
        if self.outcomes.insert(index, outcome).is_some() {
            return error(&format!(
                "this line has a second outcome for submission {index}"
            ));
        }
        Ok(())
    }

    /// Returns the files that the logged run judged, except the files at these paths.
    pub fn judged_files_except<'a>(&self, paths: impl Iterator<Item = &'a Path>) -> Vec<&Path> {
        // In the log, names that are not UTF-8 have been converted.
        let paths: BTreeSet<String> = paths.map(path_text).collect();
        let judged = self.submissions.iter();
        let judged = judged.filter(|info| self.judged.contains_key(&info.digest));
        let judged = judged.map(|info| &*info.path);
        let is_other = |path: &&Path| !paths.contains(&path_text(path));
        judged.filter(is_other).collect()
    }

    /// Returns whether the log has a judgement of the source with this digest.
    pub fn has_judged(&self, digest: &str) -> bool {
        self.judged.contains_key(digest)
    }

    /// Reads the judgement of the source with this digest, if the log contains it.
    pub(crate) fn find_judgement(&self, digest: &str) -> io::Result<Option<SubmissionOutcome>> {
        let line = self.judged.get(digest);
        line.map(|&line| read_outcome(&self.file, line)).transpose()
    }
}

/// Returns the error for an invalid line in a log.
pub(super) fn damaged_line_error(number: usize, rule: &str) -> io::Error {
    damaged_log_error(&format!("line {number}: {rule}"))
}

pub(super) fn damaged_log_error(how: &str) -> io::Error {
    io::Error::other(format!("the log is damaged: {how}"))
}

/// Reads the next line. Returns whether the line is complete.
fn read_line(lines: &mut impl io::BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    lines.take(MAX_REPORT_SIZE.0).read_until(b'\n', line)?;
    Ok(line.ends_with(b"\n"))
}

/// Returns whether any of the remaining lines has the format of a log line.
fn has_log_line(rest: &mut impl io::BufRead) -> io::Result<bool> {
    let mut line = Vec::new();
    while rest.take(MAX_REPORT_SIZE.0).read_until(b'\n', &mut line)? > 0 {
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

    fn open_log(lines: &[&str]) -> io::Result<EarlierLog> {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("log");
        fs::write(&path, lines.concat()).unwrap();
        EarlierLog::open(&path)
    }

    const HEADER_JSON: &str = r#"{"run":{"format":2,"version":"0.1.0","conditions":{"options":"a"},"jobs":1,"isolation":"","clock":"tree","submissions":[{"path":"a.py","digest":"s","problem":"913","language":"python","language_name":"Python","form":"function","case_count":1}]}}"#;
    const JUDGEMENT_JSON: &str = r#"{"submission":{"index":0,"outcome":{"judged":{"verdict":"AC","startup_allowance_us":0,"cases":[{"case":"a/b","verdict":"AC","usage":{"cpu_us":1,"wall_us":1,"memory_bytes":1},"limits":{"cpu_us":1,"wall_us":1,"memory_bytes":1,"output_bytes":1}}]}}}}"#;

    #[test]
    fn incomplete_last_line_is_ignored() {
        let is_judged = |last: &str| {
            open_log(&[HEADER_JSON, "\n", last])
                .unwrap()
                .has_judged("s")
        };
        assert!(is_judged(&format!("{JUDGEMENT_JSON}\n")));
        for torn in [JUDGEMENT_JSON, &JUDGEMENT_JSON[..40], "\0\0\0\n", ""] {
            assert!(!is_judged(torn), "{torn:?}");
        }
    }

    #[test]
    fn file_without_a_complete_first_line_is_not_a_log() {
        use io::ErrorKind::{Other, UnexpectedEof};
        for (text, kind) in [
            (&HEADER_JSON[..40], UnexpectedEof),
            (HEADER_JSON, UnexpectedEof),
            ("", UnexpectedEof),
            ("class Solution:\n", Other),
            ("{}\n", Other),
            (JUDGEMENT_JSON, Other),
            ("\n", Other),
            ("a", Other),
        ] {
            assert_eq!(open_log(&[text]).unwrap_err().kind(), kind, "{text:?}");
        }
    }

    #[test]
    fn error_for_a_damaged_line_contains_its_number() {
        let wrong = JUDGEMENT_JSON.replacen("AC", "WA", 1);
        let none = r#"{"submission":{"index":0,"outcome":{"judged":{"verdict":"AC","startup_allowance_us":0,"cases":[]}}}}"#;
        let rule = "this line is damaged, although it is not the last line";
        let verdict = "the verdict of a.py does not match the verdicts of its cases";
        for (line, expected) in [
            ("{garbage", rule),
            ("\u{0}\u{0}", rule),
            ("{}\n{}", rule),
            (&wrong, verdict),
            (none, verdict),
        ] {
            let log = open_log(&[HEADER_JSON, "\n", line, "\n", JUDGEMENT_JSON, "\n"]);
            let expected = format!("the log is damaged: line 2: {expected}");
            assert_eq!(log.unwrap_err().to_string(), expected, "{line:?}");
        }
    }

    proptest::proptest! {
        #[test]
        fn reading_a_damaged_log_never_panics(
            at in 0..1024usize,
            text in "[\\[\\]\":,{}\n0-9a-z-]{0,8}",
        ) {
            let mut damaged = [HEADER_JSON, "\n", JUDGEMENT_JSON, "\n"].concat();
            let at = at % damaged.len();
            damaged.insert_str(at, &text);
            if let Ok(earlier) = open_log(&[&damaged]) {
                let _ = earlier.find_judgement("s");
            }
        }
    }
}
