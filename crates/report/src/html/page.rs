//! The data of the template `report.html`.

use std::collections::BTreeSet;

use askama::Template;

use super::cases::Failures;
use super::inline::Inline;
use super::problem::ProblemPart;
use crate::text::columns::{SOLUTION, VERDICT, cell, columns};
use crate::text::failing::explained;
use crate::text::names::file_name;
use crate::text::sentences;
use crate::{Audience, Model, Standing, Submission, TerminalStyle, View};
use mousetrap_model::CaseResult;
use mousetrap_util::printable::one_line;

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    /// Whether the page is for the author of the only submission.
    is_feedback: bool,
    room: Option<String>,
    version: &'static str,
    summary: String,
    model: &'a Model,
    notes: Vec<String>,
    rows: Vec<SubmissionRow<'a>>,
    problems: Vec<ProblemPart>,
    failures: Failures,
    inline: Inline,
}

/// A submission on the page.
struct SubmissionRow<'a> {
    index: usize,
    submission: &'a Submission,
    /// The CSS class for its colour.
    standing: &'static str,
    verdict: &'static str,
    reason: String,
    /// The fragment of a link to it.
    anchor: String,
    /// The description of its failure.
    details: String,
}

impl Page<'_> {
    fn has_points(&self) -> bool {
        !self.model.header.points.is_empty()
    }

    fn has_failing(&self) -> bool {
        let mut submissions = self.model.submissions.iter();
        submissions.any(|one| one.first_failing().is_some())
    }

    fn has_usage(&self) -> bool {
        let mut submissions = self.model.submissions.iter();
        submissions.any(|one| one.peak().is_some())
    }

    /// Returns the facts in the author's report on a submission.
    fn facts(&self, submission: &Submission) -> Vec<(&'static str, String)> {
        let mut columns = columns(self.model);
        columns.retain(|column| ![SOLUTION, "expected", VERDICT, "first failing"].contains(column));
        let facts = columns
            .into_iter()
            .map(|it| (it, cell(self.model, submission, it)));
        let groups = ("points by group", sentences::points_by_group(submission));
        let facts = facts.chain([groups]);
        facts.filter(|(_, value)| !value.is_empty()).collect()
    }
}

impl<'a> SubmissionRow<'a> {
    fn new((index, submission): (usize, &'a Submission)) -> Self {
        Self {
            index,
            submission,
            standing: match submission.standing() {
                Standing::AsExpected => "good",
                Standing::Unexpected | Standing::Failed => "bad",
                Standing::Skipped | Standing::NotJudged => "open",
            },
            verdict: submission.outcome_label(),
            reason: sentences::reason(submission),
            anchor: format!("s-{}", file_name(&submission.info.path)),
            details: explained(submission, TerminalStyle::default()),
        }
    }

    /// Returns the first failing case that the page can show.
    fn first_shown(&self) -> Option<&CaseResult> {
        let mut failing = self.submission.failing();
        failing.find(|case| case.failing.is_some())
    }

    /// Returns whether the page has an entry about its failure.
    fn has_details(&self) -> bool {
        !self.details.is_empty() || self.standing != "good"
    }
}

/// Returns the HTML page of a run.
pub(crate) fn html(model: &Model, view: &View) -> String {
    let is_feedback = view.audience == Audience::Author;
    let submissions = model.submissions.iter().enumerate();
    let rows: Vec<SubmissionRow<'_>> = submissions.map(SubmissionRow::new).collect();
    let failures = Failures::new(model);
    let mut problems: BTreeSet<&str> = BTreeSet::new();
    if !is_feedback {
        let submissions = model.submissions.iter();
        problems.extend(submissions.map(|one| one.info.problem.as_str()));
    }
    let page = Page {
        is_feedback,
        room: match &view.audience {
            Audience::Room(name) => Some(one_line(name)),
            _ => None,
        },
        version: env!("CARGO_PKG_VERSION"),
        summary: sentences::summary_text(model, view),
        inline: Inline::new(&failures, !is_feedback && !rows.is_empty()),
        model,
        notes: sentences::notes(model, view),
        rows,
        problems: problems
            .into_iter()
            .map(|id| ProblemPart::new(model, id))
            .collect(),
        failures,
    };
    page.render().expect("writing to memory does not fail")
}

#[cfg(test)]
mod tests;
