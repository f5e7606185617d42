//! The row of a submission in the HTML report.

use std::path::Path;

use super::failure::Failure;
use crate::text::names::file_name;
use crate::text::sentences;
use crate::texts::Texts;
use crate::{OutcomeClass, Submission};
use mousetrap_model::{CaseResult, Verdict};

/// The data that the page shows about a submission.
pub(super) struct SubmissionRow<'a> {
    pub(super) index: usize,
    pub(super) submission: &'a Submission,
    /// The path relative to the common directory of all submissions, or a shorter name.
    pub(super) name: String,
    /// The CSS class that selects the colour of the row.
    pub(super) css_class: &'static str,
    /// The code of the verdict, or a description of the outcome if there is no verdict.
    pub(super) label: &'static str,
    /// The outcome in words, such as `Wrong answer`.
    pub(super) title: &'static str,
    /// The reason for the verdict.
    pub(super) reason: String,
    /// The id of the page element that is the target of links to this submission.
    pub(super) anchor: String,
    pub(super) failure: Option<Failure<'a>>,
}

impl<'a> SubmissionRow<'a> {
    pub(super) fn new(
        index: usize,
        submission: &'a Submission,
        root: &Path,
        texts: &Texts,
    ) -> Self {
        let path = &submission.info.path;
        let mut name = submission.short_name();
        if Path::new(&name) == path {
            name = relative_path(root, path);
        }
        let reason = sentences::outcome_reason(submission, texts);
        let reason = reason
            .strip_prefix(submission.verdict_code())
            .unwrap_or(&reason);
        Self {
            index,
            submission,
            name,
            css_class: match submission.outcome_class() {
                OutcomeClass::AsExpected => "good",
                OutcomeClass::Unexpected | OutcomeClass::Failed => "bad",
                OutcomeClass::Skipped | OutcomeClass::NotJudged => "open",
            },
            label: outcome_label(submission, texts),
            title: outcome_title(submission, texts),
            reason: trim_separators(reason).to_owned(),
            anchor: format!("s-{}", file_name(path)),
            failure: Failure::new(submission, texts),
        }
    }

    /// Returns the failing cases for which the page has an input to show.
    pub(super) fn shown_cases(&self) -> Vec<&CaseResult> {
        let failing = self.submission.failing_cases();
        failing.filter(|case| case.failing.is_some()).collect()
    }

    /// Returns the CSS class that selects the colour of the verdict.
    pub(super) fn verdict_css_class(&self) -> &'static str {
        if self.css_class == "open" {
            "warn"
        } else {
            self.css_class
        }
    }

    /// Returns the submission's failure if the page can show more about it than the verdict.
    pub(super) fn detailed_failure(&self) -> Option<&Failure<'a>> {
        let failure = self.failure.as_ref()?;
        (failure.compiler.is_some() || failure.case.is_some()).then_some(failure)
    }

    /// Returns a hint for the author. The hint refers to the failing input only if the page shows
    /// the input.
    pub(super) fn next_step(&self, failure: &Failure<'_>, texts: &Texts) -> &'static str {
        let hidden = texts.lookup("next_hidden", self.label);
        if failure.texts.is_some() || hidden.is_empty() {
            return texts.lookup("next", self.label);
        }
        hidden
    }

    /// Returns the reason for the verdict, without the expected answer and the reply, because the
    /// page shows both below the headline.
    pub(super) fn headline(&self, texts: &Texts) -> String {
        let failure = self.failure.as_ref();
        let case = failure
            .filter(|one| one.texts.is_some())
            .and_then(|one| one.case);
        match case {
            Some(case) if self.submission.verdict() == Some(Verdict::WrongAnswer) => {
                let case = texts.fill_template("reason_on_case", &[("case", &case.id)]);
                trim_separators(&case).to_owned()
            }
            _ => self.reason.clone(),
        }
    }

    /// Returns whether the page has a section about this submission's failure.
    pub(super) fn has_details(&self) -> bool {
        self.failure.is_some() || self.css_class != "good"
    }
}

/// Returns the path of a file relative to the common directory of all submissions.
pub(super) fn relative_path(root: &Path, path: &Path) -> String {
    let path = path.strip_prefix(root).unwrap_or(path);
    path.display().to_string()
}

/// Removes the punctuation and spaces that separate a reason from the text before it.
fn trim_separators(text: &str) -> &str {
    text.trim_start_matches([':', ';', ' ', '：', '；', '，'])
}

/// Returns the outcome of a submission in words.
fn outcome_title(submission: &Submission, texts: &Texts) -> &'static str {
    match (submission.verdict(), submission.outcome_class()) {
        (Some(verdict), _) => texts.lookup("verdict", verdict.code()),
        (None, OutcomeClass::Skipped) => texts.lookup("outcome", "skipped"),
        (None, OutcomeClass::Failed) => texts.lookup("verdict", "failed"),
        (None, _) => texts.lookup("outcome", "not_judged"),
    }
}

/// Returns the code of the verdict, or the outcome in words if there is no verdict.
fn outcome_label(submission: &Submission, texts: &Texts) -> &'static str {
    let verdict = submission.verdict();
    verdict.map_or_else(|| outcome_title(submission, texts), Verdict::code)
}
