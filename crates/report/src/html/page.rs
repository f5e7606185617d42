//! Renders the HTML report: fills the template `report.html` with the data of a run.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use askama::Template;

use super::cases::Failures;
use super::inline::InlineAssets;
use super::problem::ProblemSection;
use super::submission_row::{SubmissionRow, relative_path};
use crate::text::columns::{SOLUTION, VERDICT, cell_text, column_titles};
use crate::text::sentences;
use crate::{Audience, Model, Submission, Summary, View};
use mousetrap_util::printable::escape_line;

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    /// Whether the page is for the author of the run's only submission.
    is_feedback: bool,
    room: Option<String>,
    version: &'static str,
    /// The number of submissions in each outcome class.
    counts: Summary,
    summary: String,
    model: &'a Model,
    /// The directory that contains all submissions.
    root: PathBuf,
    notes: Vec<String>,
    rows: Vec<SubmissionRow<'a>>,
    problems: Vec<ProblemSection>,
    failures: Failures,
    inline: InlineAssets,
}

impl Page<'_> {
    fn has_points(&self) -> bool {
        !self.model.header.points.is_empty()
    }

    fn has_failing_case(&self) -> bool {
        let mut submissions = self.model.submissions.iter();
        submissions.any(|one| one.first_failing_case().is_some())
    }

    fn has_usage(&self) -> bool {
        let mut submissions = self.model.submissions.iter();
        submissions.any(|one| one.peak_usage().is_some())
    }

    /// Returns the rows of the summary in the report for the author of a submission.
    fn summary_rows(&self, submission: &Submission) -> Vec<(&'static str, String)> {
        let mut columns = column_titles(self.model);
        let elsewhere = ["problem", SOLUTION, "expected", VERDICT, "first failing"];
        columns.retain(|column| !elsewhere.contains(column));
        let facts = columns
            .into_iter()
            .map(|it| (it, cell_text(self.model, submission, it)));
        facts.filter(|(_, value)| !value.is_empty()).collect()
    }
}

/// Returns the directory that contains all submissions.
fn common_directory(model: &Model) -> PathBuf {
    let paths = || model.submissions.iter().map(|one| &one.info.path);
    let parent = paths().next().and_then(|path| path.parent());
    let mut ancestors = parent.unwrap_or(Path::new("")).ancestors();
    let root = ancestors.find(|root| paths().all(|path| path.starts_with(root)));
    root.unwrap_or(Path::new("")).to_owned()
}

/// Returns the HTML page of a run.
pub(crate) fn render_html(model: &Model, view: &View) -> String {
    let is_feedback = view.audience == Audience::Author;
    let submissions = model.submissions.iter().enumerate();
    let root = common_directory(model);
    let rows = submissions.map(|(index, one)| SubmissionRow::new(index, one, &root));
    let rows: Vec<SubmissionRow<'_>> = rows.collect();
    let failures = Failures::new(model);
    let mut problems: BTreeSet<&str> = BTreeSet::new();
    if !is_feedback {
        let submissions = model.submissions.iter();
        problems.extend(submissions.map(|one| one.info.problem.as_str()));
    }
    let page = Page {
        is_feedback,
        room: match &view.audience {
            Audience::Room(name) => Some(escape_line(name)),
            _ => None,
        },
        version: env!("CARGO_PKG_VERSION"),
        counts: model.summary(),
        summary: sentences::summary_text(model, view),
        inline: InlineAssets::new(&failures, !is_feedback && !rows.is_empty()),
        model,
        root,
        notes: sentences::run_notes(model, view),
        problems: problems
            .into_iter()
            .map(|id| ProblemSection::new(model, id, &rows))
            .collect(),
        rows,
        failures,
    };
    page.render().expect("writing to memory does not fail")
}

#[cfg(test)]
mod tests;
