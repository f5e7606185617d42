//! Starting the log of a run, or continuing the run that a log records.

use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::Path;

use crate::cli::failure::Failure;
use crate::judge::outputs::may_write;
use mousetrap_judge::Submission;
use mousetrap_report::{Claim, Earlier, LOG_BEGINNING, counted};
use mousetrap_util::printable::named;

/// Reserves the log of a new run, which may replace only another log.
pub(super) fn new_log(log: &Path) -> Result<Claim, Failure> {
    may_write(log, |text| text.starts_with(LOG_BEGINNING))?;
    claim(log)
}

/// Reserves and reads the log of the run to continue, and marks the submissions that have a
/// verdict in it as done. Without such a log, the run starts from the beginning.
pub(super) fn resumed(
    log: &Path,
    conditions: &BTreeMap<String, String>,
    submissions: &mut [Submission<'_>],
) -> Result<(Claim, Option<Earlier>), Failure> {
    // The claim comes before reading, so that no other process writes the log meanwhile.
    let claim = claim(log)?;
    let Some(earlier) = earlier(log, conditions)? else {
        return Ok((claim, None));
    };
    let missing = earlier.judged_besides(submissions.iter().map(|submission| &*submission.path));
    if let [first, ..] = missing[..] {
        return Err(Failure::usage(format!(
            "{}: cannot resume: the log has {} that this run does not have, whose results would \
             be lost: {}{}; name the same files as before, choose another --output, or leave out \
             --resume to judge from the beginning",
            named(log),
            counted(missing.len(), "submission"),
            named(first),
            if missing.len() > 1 { ", …" } else { "" },
        )));
    }
    let mut seen = BTreeSet::new();
    for submission in submissions {
        // The first of identical submissions represents the others.
        let is_first = seen.insert(submission.source.clone());
        submission.is_done = is_first && earlier.has_judged(&submission.source);
    }
    Ok((claim, Some(earlier)))
}

/// Reserves the log for this process.
fn claim(log: &Path) -> Result<Claim, Failure> {
    Claim::new(log).map_err(|error| Failure::usage(format!("{}: {error}", named(log))))
}

/// Reads the log of the run to resume. `None` if the log does not exist or is empty.
fn earlier(log: &Path, conditions: &BTreeMap<String, String>) -> Result<Option<Earlier>, Failure> {
    let earlier = match Earlier::open(log) {
        Ok(earlier) => earlier,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::UnexpectedEof) => {
            let log = named(log);
            errln!("{log} does not exist or is empty: every submission is judged");
            return Ok(None);
        }
        Err(error) => {
            let log = named(log);
            return Err(Failure::usage(format!(
                "{log}: cannot resume: {error}; leave out --resume to judge from the beginning"
            )));
        }
    };
    match &earlier.changed_conditions(conditions)[..] {
        [] => Ok(Some(earlier)),
        changed => Err(Failure::usage(format!(
            "{}: cannot resume, because the results would not be comparable; changed since: {}; \
             leave out --resume to judge from the beginning",
            named(log),
            changed.join(", ")
        ))),
    }
}
