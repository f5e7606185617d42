//! Sentences that several formats say.

use std::fmt::Write as _;

use crate::units::{count, counted, time};
use crate::{Model, State, Submission, Summary};
use mousetrap_base::printable::one_line;
use mousetrap_judge::{Skip, Verdict};

/// Expected and earned verdict in a line.
pub(super) fn reason(submission: &Submission) -> String {
    let Some(verdict) = submission.verdict() else {
        return String::new();
    };
    let mut text = match submission.info.expected {
        expected if expected == verdict => format!("{verdict} as expected"),
        expected => format!("expected {expected}, got {verdict}"),
    };
    if let Some(case) = submission.first_failing() {
        let _ = write!(text, " on {}", case.id);
        if !case.detail.is_empty() {
            let _ = write!(text, ": {}", case.detail);
        }
    }
    if verdict == Verdict::CompileError
        && submission.info.expected != verdict
        && let Some(line) = submission.first_complaint()
    {
        let _ = write!(text, ": {line}");
    }
    text
}

/// A line that counts the files that are not meant to be judged.
pub(super) fn left_out(model: &Model) -> Option<String> {
    const NAMED: usize = 3;
    let files = &model.left_out;
    if files.is_empty() {
        return None;
    }
    let mut names: Vec<String> = files
        .iter()
        .take(NAMED)
        .map(|path| one_line(&path.display().to_string()))
        .collect();
    if files.len() > NAMED {
        names.push("…".to_owned());
    }
    let count = counted(files.len(), "file");
    let names = names.join(", ");
    Some(format!(
        "left out {count} not meant to be judged (hidden, backup or report): {names}"
    ))
}

/// What is missing, and how many submissions were skipped for it.
pub(super) fn skip_groups(model: &Model) -> Vec<(&Skip, usize)> {
    let mut groups: Vec<(&Skip, usize)> = Vec::new();
    for submission in &model.submissions {
        if let State::Skipped(skip) = &submission.state {
            match groups.iter_mut().find(|(known, _)| *known == skip) {
                Some((_, skipped)) => *skipped += 1,
                None => groups.push((skip, 1)),
            }
        }
    }
    groups
}

/// `45 submissions: 44 as expected, 1 not, 0 skipped · 26,112 runs in 41.2 s`.
pub(super) fn summary_text(model: &Model) -> String {
    let Summary {
        submissions,
        as_expected,
        unexpected,
        skipped,
        failed,
        not_judged,
        refused,
        from_cache,
        runs,
    } = model.summary();
    let mut text = format!(
        "{}: {} as expected, {} not, {} skipped",
        counted(submissions, "submission"),
        count(as_expected),
        count(unexpected),
        count(skipped),
    );
    if failed > 0 {
        let _ = write!(text, ", {}", counted(failed, "internal error"));
    }
    if not_judged > 0 {
        let _ = write!(text, ", {} not judged", count(not_judged));
    }
    if refused > 0 {
        let _ = write!(text, ", {} refused", counted(refused, "file"));
    }
    let _ = write!(text, " · {}", counted(runs, "run"));
    if let Some(ending) = model.ending {
        let _ = write!(text, " in {}", time(ending.wall));
    }
    if from_cache > 0 {
        let _ = write!(
            text,
            " · {} cached (--no-cache judges anew)",
            count(from_cache)
        );
    }
    if model.interrupted() {
        text += " · interrupted";
    }
    text
}
