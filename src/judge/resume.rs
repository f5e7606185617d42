//! Starts the log of a new run, or continues the run that a log records.

use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::Path;

use crate::cli::failure::Failure;
use crate::judge::output_files::check_writable;
use mousetrap_judge::Submission;
use mousetrap_report::{EarlierLog, LOG_START, LogLock, format_count};
use mousetrap_util::differing_conditions;
use mousetrap_util::printable::escape_path;

/// Locks the log file for a new run. An existing file is replaced only if it is a log.
pub(super) fn new_log(log: &Path) -> Result<LogLock, Failure> {
    check_writable(log, |text| text.starts_with(LOG_START))?;
    lock_log(log)
}

/// Locks and reads the log of the interrupted run, and marks as done the submissions that have a
/// verdict in the log. Without a log, the run starts from the beginning.
pub(super) fn open_resumed_log(
    log: &Path,
    conditions: &BTreeMap<String, String>,
    submissions: &mut [Submission<'_>],
) -> Result<(LogLock, Option<EarlierLog>), Failure> {
    // The log is locked before it is read, so that no other process writes to it in the meantime.
    let lock = lock_log(log)?;
    let Some(earlier) = read_earlier_run(log, conditions)? else {
        return Ok((lock, None));
    };
    let missing =
        earlier.judged_files_except(submissions.iter().map(|submission| &*submission.path));
    if let [first, ..] = missing[..] {
        return Err(Failure::usage_error(format!(
            "{}: cannot resume: this run does not include {} from the log, so these results would \
             be lost: {}{}; name the same files as before, choose another --output, or omit \
             --resume to judge from the beginning",
            escape_path(log),
            format_count(missing.len(), "submission"),
            escape_path(first),
            if missing.len() > 1 { ", …" } else { "" },
        )));
    }
    let mut seen = BTreeSet::new();
    for submission in submissions {
        // The first of several identical submissions represents all of them.
        let is_first = seen.insert(submission.source.clone());
        submission.is_done = is_first && earlier.has_judged(&submission.source);
    }
    Ok((lock, Some(earlier)))
}

/// Locks the log file for this process.
fn lock_log(log: &Path) -> Result<LogLock, Failure> {
    LogLock::new(log)
        .map_err(|error| Failure::usage_error(format!("{}: {error}", escape_path(log))))
}

/// Reads the log of the interrupted run. Returns `None` if the log does not exist or is empty.
fn read_earlier_run(
    log: &Path,
    conditions: &BTreeMap<String, String>,
) -> Result<Option<EarlierLog>, Failure> {
    let earlier = match EarlierLog::open(log) {
        Ok(earlier) => earlier,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::UnexpectedEof) => {
            let log = escape_path(log);
            errln!("{log} does not exist or is empty, so all submissions are judged");
            return Ok(None);
        }
        Err(error) => {
            let log = escape_path(log);
            return Err(Failure::usage_error(format!(
                "{log}: cannot resume: {error}; omit --resume to judge from the beginning"
            )));
        }
    };
    match &differing_conditions(&earlier.header.conditions, conditions)[..] {
        [] => Ok(Some(earlier)),
        changed => Err(Failure::usage_error(format!(
            "{}: cannot resume, because the results would not be comparable; changed since then: \
             {}; omit --resume to judge from the beginning",
            escape_path(log),
            changed.join(", ")
        ))),
    }
}
