//! The differences between two runs.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::Report;
use crate::text::units::{format_count, format_number};
use mousetrap_model::{SubmissionOutcome, path_text};
use mousetrap_util::printable::escape_line;

/// The differences between two runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// A line for each file that is in both runs and has a different verdict in each. If a file
    /// cannot be judged, the reason is compared instead of the verdict.
    pub verdicts: Vec<String>,
    /// The printed comparison: a line for each difference, and a summary.
    pub text: String,
}

impl Comparison {
    /// Compares two runs. Files are matched by path.
    pub fn new(before: &Report, after: &Report) -> Self {
        let (old, new) = (results_by_path(before), results_by_path(after));
        let (mut verdicts, mut points, mut added) = (Vec::new(), Vec::new(), Vec::new());
        for (path, to) in &new {
            let Some(from) = old.get(path) else {
                added.push(format!("{}: added", escape_line(path)));
                continue;
            };
            if from.verdict != to.verdict {
                verdicts.push(difference_line(path, &from.verdict, &to.verdict));
            }
            if let (Some(from), Some(to)) = (&from.points, &to.points)
                && from != to
            {
                points.push(difference_line(path, from, to));
            }
        }
        let common = new.len() - added.len();
        let removed = old.keys().filter(|path| !new.contains_key(*path));
        let removed: Vec<String> = removed
            .map(|path| format!("{}: removed", escape_line(path)))
            .collect();
        let all = [&verdicts, &points, &removed, &added];
        let mut text = String::new();
        for line in all.into_iter().flatten() {
            text = text + line + "\n";
        }
        let [changed, points, removed, added] = all.map(|lines| format_number(lines.len()));
        let common = format_count(common, "file");
        text = text + &common + " in both runs: " + &changed + " with a different verdict";
        if points != "0" {
            let _ = write!(text, ", {points} with different points");
        }
        let _ = write!(text, " · {removed} removed, {added} added");
        let refused = after.run.header.refused.len();
        if refused > 0 {
            let _ = write!(text, " · {} refused", format_number(refused));
        }
        text.push('\n');
        Self { verdicts, text }
    }
}

/// Returns the line that describes a difference between two runs.
fn difference_line(path: &str, from: &str, to: &str) -> String {
    let [path, from, to] = [path, from, to].map(escape_line);
    format!("{path}: {from} → {to}")
}

/// The result of judging a file in one of the compared runs.
struct FileResult {
    /// The code of the verdict, or the reason why there is no verdict.
    verdict: String,
    points: Option<String>,
}

/// Returns the results of all files, judged or refused, keyed by path.
fn results_by_path(report: &Report) -> BTreeMap<String, FileResult> {
    let submissions = report.run.submissions.iter().enumerate();
    let judged = submissions.map(|(index, submission)| {
        let verdict = match (report.run.judgement(index), &submission.outcome) {
            (Some(judgement), _) => judgement.verdict.code(),
            (None, SubmissionOutcome::Skipped(_)) => "SKIP",
            (None, _) => "no verdict",
        };
        let points = submission.award.as_ref();
        let result = FileResult {
            verdict: verdict.to_owned(),
            points: points.map(|award| format!("{award} points")),
        };
        (path_text(&submission.info.path), result)
    });
    let refused = report.run.header.refused.iter().map(|refused| {
        let result = FileResult {
            verdict: format!("refused: {}", refused.reason),
            points: None,
        };
        (path_text(&refused.path), result)
    });
    judged.chain(refused).collect()
}

#[cfg(test)]
mod tests;
