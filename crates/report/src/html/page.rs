//! The pages: what the templates `report.html` and `feedback.html` show.

use std::collections::{BTreeMap, BTreeSet};

use askama::Template;

use super::cases::Failures;
use super::inline::Inline;
use super::problem::{ProblemPart, part};
use crate::text::failing::in_full;
use crate::text::names::plain_name;
use crate::text::sentences::{
    converted, left_out, partial_points, points, points_by_group, reason, score, similarity,
    skip_groups, stopped, summary_text, unchecked,
};
use crate::text::units::time;
use crate::{Labelled, Model, Standing, Submission, TerminalStyle, View};
use mousetrap_model::CaseResult;
use mousetrap_model::SubmissionOutcome;
use mousetrap_util::Bytes;

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    version: &'static str,
    summary: String,
    model: &'a Model,
    skips: Vec<(&'a mousetrap_model::Skip, usize)>,
    notes: Vec<String>,
    similar: Option<Vec<SimilarRow>>,
    rows: Vec<SubmissionRow<'a>>,
    columns: Columns,
    labelled: Vec<Labelled>,
    problems: Vec<ProblemPart>,
    limits: Vec<LimitRow>,
    failures: Failures,
    inline: Inline,
}

/// The page that one author gets.
#[derive(Template)]
#[template(path = "feedback.html")]
struct FeedbackPage<'a> {
    model: &'a Model,
    notes: Vec<String>,
    rows: Vec<SubmissionRow<'a>>,
    limits: Vec<LimitRow>,
    failures: Failures,
    inline: Inline,
}

/// Which columns are not empty for all.
struct Columns {
    expected: bool,
    first_failing: bool,
    /// Time and memory.
    used: bool,
}

/// A submission on the page.
struct SubmissionRow<'a> {
    index: usize,
    submission: &'a Submission,
    name: String,
    /// The class for its colour.
    standing: &'static str,
    verdict: &'static str,
    reason: String,
    /// What a link to it ends in.
    anchor: String,
    score: String,
    points: String,
    points_by_group: String,
    first_failing: String,
    slowest: String,
    memory: String,
    /// What is known beyond the table, for a reader without scripts.
    more: String,
}

/// Submissions that resemble each other.
struct SimilarRow {
    /// Anchor and path of each.
    members: Vec<(String, String)>,
    similarity: String,
}

/// Limits as they were in force for one language.
struct LimitRow {
    language: String,
    cpu: String,
    wall: String,
    memory: String,
    output: String,
}

impl SubmissionRow<'_> {
    /// What a list says of it, beside its name and verdict.
    fn facts(&self) -> Vec<(&'static str, &str)> {
        let info = &self.submission.info;
        let all = [
            ("problem", info.problem.as_str()),
            ("language", &info.language_name),
            ("cases", &self.score),
            ("points", &self.points),
            ("points by group", &self.points_by_group),
            ("slowest / limit", &self.slowest),
            ("memory", &self.memory),
        ];
        all.into_iter()
            .filter(|(_, value)| !value.is_empty())
            .collect()
    }

    /// The first failing case that the page can show.
    fn first_shown(&self) -> Option<&CaseResult> {
        let mut failing = self.submission.failing();
        failing.find(|case| case.failing.is_some())
    }

    /// Whether there is more to say of it than the table says.
    fn has_more(&self) -> bool {
        !self.more.is_empty() || self.standing != "good"
    }
}

/// The HTML page of a run.
pub(crate) fn html(model: &Model) -> String {
    let submissions = model.submissions.iter().enumerate();
    let rows: Vec<SubmissionRow<'_>> = submissions
        .map(|(index, submission)| entry(index, submission, model))
        .collect();
    let failures = Failures::new(model);
    let notes = [
        left_out(model),
        converted(model),
        unchecked(model),
        stopped(model),
    ];
    let notes = notes.into_iter().flatten().chain(partial_points(model));
    let notes = notes.collect();
    let limits = limits(model);
    let page = if model.view == View::Author {
        FeedbackPage {
            inline: Inline::new(&failures, false),
            model,
            notes,
            rows,
            limits,
            failures,
        }
        .render()
    } else {
        let ids: BTreeSet<&str> = model
            .submissions
            .iter()
            .map(|submission| submission.info.problem.as_str())
            .collect();
        Page {
            version: env!("CARGO_PKG_VERSION"),
            summary: summary_text(model),
            inline: Inline::new(&failures, !rows.is_empty()),
            model,
            skips: skip_groups(model),
            notes,
            similar: similar(model),
            columns: Columns {
                expected: rows.iter().any(|row| row.submission.expected().is_some()),
                first_failing: rows.iter().any(|row| !row.first_failing.is_empty()),
                used: rows.iter().any(|row| !row.memory.is_empty()),
            },
            rows,
            labelled: Labelled::of(model),
            problems: ids.into_iter().map(|id| part(model, id)).collect(),
            limits,
            failures,
        }
        .render()
    };
    page.expect("writing to memory does not fail")
}

/// What a link to the submission ends in.
fn anchor(submission: &Submission) -> String {
    format!("s-{}", plain_name(&submission.info.path))
}

fn similar(model: &Model) -> Option<Vec<SimilarRow>> {
    let similar = model.header.similar.as_ref()?.iter();
    let row = similar.map(|alike| SimilarRow {
        members: (alike.submissions.iter())
            .map(|&index| {
                let submission = &model.submissions[index];
                let path = submission.info.path.display();
                (anchor(submission), path.to_string())
            })
            .collect(),
        similarity: similarity(alike),
    });
    Some(row.collect())
}

fn entry<'a>(index: usize, submission: &'a Submission, model: &Model) -> SubmissionRow<'a> {
    let standing = submission.standing();
    let code = submission.verdict().map_or("–", |verdict| verdict.code());
    SubmissionRow {
        index,
        submission,
        name: submission.short_name(),
        standing: match standing {
            Standing::AsExpected => "good",
            Standing::Unexpected | Standing::Failed => "bad",
            Standing::Skipped | Standing::NotJudged => "open",
        },
        verdict: match standing {
            Standing::Skipped => "SKIP",
            Standing::Failed => "error",
            _ => code,
        },
        reason: match &submission.outcome {
            SubmissionOutcome::Skipped(skip) if model.view == View::Author => {
                skip.reason.to_string()
            }
            SubmissionOutcome::Skipped(skip) => {
                format!("{}; to judge: {}", skip.reason, skip.remedy)
            }
            SubmissionOutcome::Failed(error) => error.to_string(),
            _ => reason(submission),
        },
        anchor: anchor(submission),
        score: score(submission),
        points: if model.header.points.is_empty() {
            String::new()
        } else {
            points(submission)
        },
        points_by_group: points_by_group(submission),
        first_failing: submission
            .first_failing()
            .map_or(String::new(), |case| case.id.to_string()),
        slowest: submission.peak().map_or(String::new(), |peak| {
            format!("{} / {}", time(peak.cpu), time(peak.cpu_limit))
        }),
        memory: submission
            .peak()
            .map_or(String::new(), |peak| peak.memory.to_string()),
        more: in_full(submission, TerminalStyle::PLAIN),
    }
}

/// The limits in force, by language; a range where cases differ.
fn limits(model: &Model) -> Vec<LimitRow> {
    let mut by_language: BTreeMap<&str, Vec<&CaseResult>> = BTreeMap::new();
    for submission in &model.submissions {
        by_language
            .entry(&submission.info.language_name)
            .or_default()
            .extend(&submission.cases);
    }
    by_language
        .into_iter()
        .filter(|(_, cases)| !cases.is_empty())
        .map(|(language, cases)| LimitRow {
            language: language.to_owned(),
            cpu: range(&cases, |case| case.limits.cpu, |&value| time(value)),
            wall: range(&cases, |case| case.limits.wall, |&value| time(value)),
            memory: range(&cases, |case| case.limits.memory, Bytes::to_string),
            output: range(&cases, |case| case.limits.output, Bytes::to_string),
        })
        .collect()
}

fn range<T: Ord>(
    cases: &[&CaseResult],
    value: fn(&CaseResult) -> T,
    show: fn(&T) -> String,
) -> String {
    let values = || cases.iter().map(|case| value(case));
    match (values().min(), values().max()) {
        (Some(low), Some(high)) if low == high => show(&low),
        (Some(low), Some(high)) => format!("{} – {}", show(&low), show(&high)),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests;
