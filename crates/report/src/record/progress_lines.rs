//! Progress lines about the events of a run, for output that is not a terminal.

use crate::text::sentences::outcome_reason;
use crate::text::units::format_number;
use crate::texts::EN;
use crate::{Model, OutcomeClass, Submission};
use mousetrap_model::Event;
use mousetrap_util::format_duration;
use mousetrap_util::printable::{escape_line, to_printable};

/// Returns a line if the event determines the outcome of a submission or reports that a toolchain
/// could not be prepared. The event must have been applied to `model`.
pub(crate) fn event_line(event: &Event, model: &Model, redact: bool) -> Option<String> {
    let submission = match event {
        Event::Preparing {
            submission,
            failed: Some(reason),
            ..
        } => {
            let language = &model.submissions[*submission].info.language_name;
            let reason = reason.to_string();
            let reason = to_printable(reason.lines().next().unwrap_or_default());
            return Some(format!(
                "warning: compiling {language} is slower than usual: {reason}"
            ));
        }
        Event::Outcome(submission, _) => *submission,
        _ => return None,
    };
    let submissions = model.submissions.iter();
    let finished = submissions.filter(|one| one.outcome_class() != OutcomeClass::NotJudged);
    let finished = format_number(finished.count());
    let all = format_number(model.submissions.len());
    let width = all.len();
    let line = outcome_line(model, &model.submissions[submission], redact);
    Some(format!("[{finished:>width$}/{all}] {line}"))
}

/// Returns the line about the outcome of a submission.
fn outcome_line(model: &Model, submission: &Submission, redact: bool) -> String {
    let mut submission = submission.clone();
    if redact {
        submission = submission.redacted();
    }
    let origin = escape_line(&model.origin_suffix(&submission, &EN));
    let submission = submission.printable();
    let (label, path) = (submission.outcome_label(), submission.info.path.display());
    let reason = outcome_reason(&submission, &EN);
    let reason = reason.lines().next().unwrap_or_default();
    let mut line = match submission.outcome_class() {
        OutcomeClass::Unexpected => format!("{label} ✗ {path}{origin}: {reason}"),
        OutcomeClass::Skipped | OutcomeClass::Failed => format!("{label} {path}: {reason}"),
        OutcomeClass::AsExpected | OutcomeClass::NotJudged => format!("{label} {path}{origin}"),
    };
    if let Some(peak) = submission.peak_usage() {
        line = line + " · slowest " + &format_duration(peak.cpu);
    }
    line
}
