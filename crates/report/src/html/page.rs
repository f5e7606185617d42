//! Renders the HTML report: fills the template `report.html` with the data of a run.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use askama::Template;

use super::cases::Failures;
use super::failure::Failure;
use super::inline::InlineAssets;
use super::problem::ProblemSection;
use crate::text::columns::{SOLUTION, VERDICT, cell_text, column_titles};
use crate::text::names::file_name;
use crate::text::sentences;
use crate::{Audience, Model, OutcomeClass, Submission, Summary, View};
use mousetrap_model::{CaseResult, Verdict};
use mousetrap_util::printable::escape_line;

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    /// Whether the page is for the author of the only submission.
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

/// The data that the page shows about a submission.
pub(super) struct SubmissionRow<'a> {
    index: usize,
    submission: &'a Submission,
    /// The path relative to the common directory of all submissions, or a shorter name.
    pub(super) name: String,
    /// The CSS class that selects the colour of the row.
    css_class: &'static str,
    verdict: &'static str,
    /// The verdict in words, such as `Wrong answer`.
    title: String,
    /// The reason for the verdict.
    reason: String,
    /// The id of the page element to which links to this submission point.
    anchor: String,
    failure: Option<Failure>,
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

impl<'a> SubmissionRow<'a> {
    fn new(index: usize, submission: &'a Submission, root: &Path) -> Self {
        let path = &submission.info.path;
        let mut name = submission.short_name();
        if Path::new(&name) == path {
            name = relative_path(root, path);
        }
        let reason = sentences::reason_for(submission);
        let reason = reason.strip_prefix(submission.code()).unwrap_or(&reason);
        Self {
            index,
            submission,
            name,
            css_class: match submission.outcome_class() {
                OutcomeClass::AsExpected => "good",
                OutcomeClass::Unexpected | OutcomeClass::Failed => "bad",
                OutcomeClass::Skipped | OutcomeClass::NotJudged => "open",
            },
            verdict: submission.outcome_label(),
            title: outcome_title(submission),
            reason: reason.trim_start_matches([':', ';', ' ']).to_owned(),
            anchor: format!("s-{}", file_name(path)),
            failure: Failure::new(submission),
        }
    }

    /// Returns the failing cases for which the page has an input to show.
    fn shown_cases(&self) -> Vec<&CaseResult> {
        let failing = self.submission.failing_cases();
        failing.filter(|case| case.failing.is_some()).collect()
    }

    /// Returns the CSS class that selects the colour of the verdict.
    fn verdict_class(&self) -> &'static str {
        if self.css_class == "open" {
            "warn"
        } else {
            self.css_class
        }
    }

    /// Returns the failure, if the page shows more details about it than the verdict.
    fn detailed_failure(&self) -> Option<&Failure> {
        let failure = self.failure.as_ref()?;
        (failure.compiler.is_some() || failure.case.is_some()).then_some(failure)
    }

    /// Returns the reason for the verdict, without the expected answer and the reply, because the
    /// page shows both below the headline.
    fn headline(&self) -> String {
        let case = self.failure.as_ref().and_then(|one| one.case.as_ref());
        match case.filter(|case| case.texts.is_some()) {
            Some(case) if self.submission.verdict() == Some(Verdict::WrongAnswer) => {
                format!("on {}", case.name)
            }
            _ => self.reason.clone(),
        }
    }

    /// Returns whether the page has an entry about the failure.
    fn has_details(&self) -> bool {
        self.failure.is_some() || self.css_class != "good"
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

/// Returns the path of a file relative to the common directory of all submissions.
fn relative_path(root: &Path, path: &Path) -> String {
    let path = path.strip_prefix(root).unwrap_or(path);
    path.display().to_string()
}

/// Returns the outcome of a submission in words.
fn outcome_title(submission: &Submission) -> String {
    match (submission.verdict(), submission.outcome_class()) {
        (Some(verdict), _) => {
            let name = verdict.directory().replace("run_time", "run-time");
            name[..1].to_uppercase() + &name[1..].replace('_', " ")
        }
        (None, OutcomeClass::Skipped) => "Skipped".to_owned(),
        (None, OutcomeClass::Failed) => "Internal error".to_owned(),
        (None, _) => "Not judged".to_owned(),
    }
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
