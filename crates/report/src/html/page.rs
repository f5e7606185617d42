//! Renders the HTML report: fills the template `report.html` with the data of a run.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use askama::Template;

use super::cases::Failures;
use super::inline_assets::InlineAssets;
use super::problem::ProblemSection;
use super::submission_row::{SubmissionRow, relative_path};
use crate::text::sentences;
use crate::texts::Texts;
use crate::{Audience, Model, Submission, Summary, View};
use mousetrap_model::{Signature, Verdict};
use mousetrap_util::printable::escape_line;

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    /// The texts in the language of the page.
    w: &'static Texts,
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

    fn has_resource_usage(&self) -> bool {
        let mut submissions = self.model.submissions.iter();
        submissions.any(|one| one.peak_usage().is_some())
    }

    /// Returns the codes of the verdicts in the table, in the order in which they are listed to
    /// users.
    fn verdict_codes(&self) -> impl Iterator<Item = &'static str> {
        let occurs = |verdict: &Verdict| {
            let mut submissions = self.model.submissions.iter();
            submissions.any(|one| one.verdict() == Some(*verdict))
        };
        Verdict::ALL.into_iter().filter(occurs).map(Verdict::code)
    }

    /// Returns the facts that a feedback page shows to the author of a submission.
    fn summary_rows(&self, submission: &Submission) -> Vec<(&str, String)> {
        let points = if self.has_points() {
            sentences::points_text(submission)
        } else {
            String::new()
        };
        let facts = [
            ("language", submission.info.language_name.clone()),
            ("cases", sentences::score_with_asterisk(submission, self.w)),
            ("points", points),
            ("slowest", submission.max_cpu_time_text()),
            ("memory", submission.max_memory_text()),
        ];
        let facts = facts.into_iter().filter(|(_, value)| !value.is_empty());
        facts.map(|(name, value)| (&self.w[name], value)).collect()
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
    let rows = submissions.map(|(index, one)| SubmissionRow::new(index, one, &root, view.texts));
    let rows: Vec<SubmissionRow<'_>> = rows.collect();
    let failures = Failures::new(model, view.texts);
    let mut problems: BTreeSet<&str> = BTreeSet::new();
    if !is_feedback {
        let submissions = model.submissions.iter();
        problems.extend(submissions.map(|one| one.info.problem.as_str()));
    }
    let page = Page {
        w: view.texts,
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
        notes: sentences::run_notes(model, view, true),
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
