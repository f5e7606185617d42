//! The page: what the template `report.html` shows.

use std::collections::BTreeSet;

use askama::Template;

use super::cases::Failures;
use super::inline::Inline;
use super::problem::ProblemPart;
use crate::text::failing::explained;
use crate::text::names::plain_name;
use crate::text::sentences;
use crate::{Audience, Model, Standing, Submission, TerminalStyle, View};
use mousetrap_model::{CaseResult, Skip, SubmissionOutcome};
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
    skips: Vec<(&'a Skip, usize)>,
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
    /// The class for its colour.
    standing: &'static str,
    verdict: &'static str,
    reason: String,
    /// The end of a link to it.
    anchor: String,
    /// Facts that the table lacks, for a reader without scripts.
    more: String,
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

    fn points(&self, submission: &Submission) -> String {
        if self.has_points() {
            sentences::points(submission)
        } else {
            String::new()
        }
    }

    /// The facts about a submission in its author's report, besides name and verdict.
    fn facts(&self, submission: &Submission) -> Vec<(&'static str, String)> {
        let info = &submission.info;
        let mut all = vec![
            ("problem", info.problem.clone()),
            ("language", info.language_name.clone()),
            ("cases", sentences::score(submission)),
            ("points", self.points(submission)),
            ("points by group", sentences::points_by_group(submission)),
            ("slowest / limit", submission.slowest_text()),
            ("memory", submission.memory_text()),
        ];
        all.retain(|(_, value)| !value.is_empty());
        all
    }
}

impl<'a> SubmissionRow<'a> {
    fn new(index: usize, submission: &'a Submission, view: &View) -> Self {
        let standing = submission.standing();
        Self {
            index,
            submission,
            standing: match standing {
                Standing::AsExpected => "good",
                Standing::Unexpected | Standing::Failed => "bad",
                Standing::Skipped | Standing::NotJudged => "open",
            },
            verdict: match standing {
                Standing::Skipped => "SKIP",
                Standing::Failed => "error",
                Standing::NotJudged => "–",
                Standing::AsExpected | Standing::Unexpected => submission.code(),
            },
            reason: match &submission.outcome {
                SubmissionOutcome::Skipped(skip) if view.audience == Audience::Author => {
                    skip.reason.to_string()
                }
                SubmissionOutcome::Skipped(skip) => {
                    format!("{}; to judge: {}", skip.reason, skip.remedy)
                }
                SubmissionOutcome::Failed(error) => error.to_string(),
                _ => sentences::reason(submission),
            },
            anchor: format!("s-{}", plain_name(&submission.info.path)),
            more: explained(submission, TerminalStyle::default()),
        }
    }

    /// The first failing case that the page can show.
    fn first_shown(&self) -> Option<&CaseResult> {
        let mut failing = self.submission.failing();
        failing.find(|case| case.failing.is_some())
    }

    /// Returns whether more is known than the table shows.
    fn has_more(&self) -> bool {
        !self.more.is_empty() || self.standing != "good"
    }
}

/// The HTML page of a run.
pub(crate) fn html(model: &Model, view: &View) -> String {
    let is_feedback = view.audience == Audience::Author;
    let submissions = model.submissions.iter().enumerate();
    let rows: Vec<SubmissionRow<'_>> = submissions
        .map(|(index, submission)| SubmissionRow::new(index, submission, view))
        .collect();
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
        skips: sentences::skip_groups(model),
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
