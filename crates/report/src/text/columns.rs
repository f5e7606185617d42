//! The columns of the table of submissions, for terminals and for Markdown.

use crate::text::sentences::{points_text, score_with_asterisk};
use crate::texts::EN;
use crate::{Model, Submission};

pub(crate) const SOLUTION_COLUMN: &str = "solution";
pub(crate) const VERDICT_COLUMN: &str = "verdict";
pub(crate) const SCORE_COLUMN: &str = "cases";
pub(crate) const NOTE_COLUMN: &str = "note";

const COLUMN_TITLES: [&str; 11] = [
    "problem",
    SOLUTION_COLUMN,
    "language",
    "expected",
    VERDICT_COLUMN,
    SCORE_COLUMN,
    "points",
    "first failing",
    "slowest / limit",
    "memory",
    NOTE_COLUMN,
];

/// Returns the titles of the columns that are not empty in the table of a run.
pub(crate) fn column_titles(model: &Model) -> Vec<&'static str> {
    let mut titles = COLUMN_TITLES.to_vec();
    let mut submissions = model.submissions.iter();
    let has_origins = submissions.any(|one| model.origin(one, &EN).is_some());
    titles.retain(|title| match *title {
        "expected" => model.has_expected_verdicts(),
        "points" => !model.header.points.is_empty(),
        NOTE_COLUMN => has_origins,
        _ => true,
    });
    titles
}

/// Returns whether the cells of a column are numbers, which must be aligned to the right.
pub(crate) fn is_numeric(column: &str) -> bool {
    ["points", "slowest / limit", "memory"].contains(&column)
}

/// Returns the text of the cell for a submission in the given column.
pub(crate) fn cell_text(model: &Model, submission: &Submission, column: &str) -> String {
    let info = &submission.info;
    match column {
        "problem" => info.problem.clone(),
        SOLUTION_COLUMN => submission.short_name(),
        "language" => info.language_name.clone(),
        "expected" => submission.expected_verdict_code().to_owned(),
        VERDICT_COLUMN => submission.outcome_label().to_owned(),
        SCORE_COLUMN => score_with_asterisk(submission, &EN),
        "points" => points_text(submission),
        "first failing" => submission.first_failing_case_name().to_owned(),
        "slowest / limit" => submission.max_cpu_time_text(),
        "memory" => submission.max_memory_text(),
        _ => model.origin(submission, &EN).unwrap_or_default(),
    }
}
