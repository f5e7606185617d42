//! Lines about the events of a run.

use crate::text::sentences::reason;
use crate::text::units::{count, time};
use crate::{Model, Standing};
use mousetrap_model::{Event, SubmissionOutcome};
use mousetrap_util::printable::printable;

/// A line for a toolchain that could not be made ready.
pub(crate) fn unprepared(event: &Event, model: &Model) -> Option<String> {
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

/// A line for an event that ends the judgement of a submission.
pub(crate) fn line(event: &Event, model: &Model, redact: bool) -> Option<String> {
    let (Event::Skipped {
        submission: index, ..
    }
    | Event::SameAs {
        submission: index, ..
    }
    | Event::Judged {
        submission: index, ..
    }
    | Event::Failed {
        submission: index, ..
    }) = event
    else {
        return None;
    };
    let mut after = Model {
        submissions: vec![model.submissions[*index].clone()],
        ..Model::default()
    };
    if let Event::SameAs { first, .. } = event {
        after.submissions.push(model.submissions[*first].clone());
    }
    after.apply(match event.clone() {
        Event::Skipped { skip, .. } => Event::Skipped {
            submission: 0,
            skip,
        },
        Event::SameAs { .. } => Event::SameAs {
            submission: 0,
            first: 1,
        },
        Event::Judged { judgement, .. } => Event::Judged {
            submission: 0,
            judgement,
        },
        Event::Failed { error, .. } => Event::Failed {
            submission: 0,
            error,
        },
        _ => return None,
    });
    if redact {
        after = after.redacted();
    }
    let width = count(model.submissions.len()).len();
    Some(format!(
        "[{:>width$}/{}] {}",
        count(model.over() + 1),
        count(model.submissions.len()),
        outcome_line(&after.printable()),
    ))
}

/// What became of the first submission, in a line.
fn outcome_line(model: &Model) -> String {
    let submission = &model.submissions[0];
    let path = submission.info.path.display();
    match &submission.outcome {
        SubmissionOutcome::Skipped(skip) => format!("SKIP {path}: {}", skip.reason),
        SubmissionOutcome::Failed(error) => {
            let error = error.to_string();
            let first = error.lines().next().unwrap_or_default();
            format!("error {path}: {first}")
        }
        _ => {
            let verdict = submission.verdict().map_or("", |verdict| verdict.code());
            let origin = model.origin_suffix(submission);
            let text = match submission.standing() {
                Standing::Unexpected => {
                    format!("{verdict} ✗ {path}{origin}: {}", reason(submission))
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
