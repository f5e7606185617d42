//! Lines about the events of a run.

use crate::text::sentences::reason;
use crate::text::units::{count, time};
use crate::{Model, Standing, Submission};
use mousetrap_model::{Event, SubmissionOutcome};
use mousetrap_util::printable::{one_line, printable};

/// A line for an event of interest to somebody without a terminal: a submission has its
/// outcome, or a toolchain could not be prepared. The model has the event already.
pub(crate) fn line(event: &Event, model: &Model, redact: bool) -> Option<String> {
    let index = match event {
        Event::Preparing { .. } => return unprepared(event, model),
        Event::Skipped { submission, .. }
        | Event::SameAs { submission, .. }
        | Event::Judged { submission, .. }
        | Event::Failed { submission, .. } => *submission,
        _ => return None,
    };
    let all = count(model.submissions.len());
    let width = all.len();
    let over = count(model.over());
    let line = outcome_line(model, &model.submissions[index], redact);
    Some(format!("[{over:>width$}/{all}] {line}"))
}

/// A line for a toolchain that could not be prepared.
fn unprepared(event: &Event, model: &Model) -> Option<String> {
    let Event::Preparing {
        submission,
        failed: Some(reason),
        ..
    } = event
    else {
        return None;
    };
    let language = &model.submissions[*submission].info.language_name;
    let reason = reason.to_string();
    let reason = printable(reason.lines().next().unwrap_or_default());
    Some(format!(
        "warning: {language} compiles more slowly: {reason}"
    ))
}

/// The outcome of a submission.
fn outcome_line(model: &Model, submission: &Submission, redact: bool) -> String {
    let mut submission = submission.clone();
    if redact {
        submission = submission.redacted();
    }
    let origin = one_line(&model.origin_suffix(&submission));
    let submission = submission.printable();
    let path = submission.info.path.display();
    match &submission.outcome {
        SubmissionOutcome::Skipped(skip) => format!("SKIP {path}: {}", skip.reason),
        SubmissionOutcome::Failed(error) => {
            let error = error.to_string();
            let first = error.lines().next().unwrap_or_default();
            format!("error {path}: {first}")
        }
        _ => {
            let verdict = submission.code();
            let text = match submission.standing() {
                Standing::Unexpected => {
                    format!("{verdict} ✗ {path}{origin}: {}", reason(&submission))
                }
                _ => format!("{verdict} {path}{origin}"),
            };
            match submission.peak() {
                Some(peak) => format!("{text} · slowest {}", time(peak.cpu)),
                None => text,
            }
        }
    }
}
