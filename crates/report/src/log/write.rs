//! A run written as a log.

use std::io;

use super::file::FORMAT;
use crate::Model;
use crate::json::SafeJson;
use mousetrap_model::{LogLine, SubmissionOutcome};

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
