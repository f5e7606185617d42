//! A submission: a source file, its problem, its language, and whether it is a function or a
//! complete program.

use std::path::PathBuf;

use mousetrap_languages::{Detection, SourceText};
use mousetrap_model::{CaseResult, Problem, Verdict};
use mousetrap_util::digest::digest;

/// Name of the solution directory in a project and in a custom problem.
pub const SOLUTIONS_DIR: &str = "solutions";

/// A source file that is to be judged.
#[derive(Clone, Debug)]
pub struct Submission<'a> {
    /// The path of the file, relative to the current directory if possible.
    pub path: PathBuf,
    /// The problem that the submission solves.
    pub problem: &'a Problem,
    /// The language, the form (function or complete program) and the text.
    pub detected: Detection<'a>,
    /// The encoding of the file, if the text was converted to UTF-8.
    pub encoding: Option<&'static str>,
    /// The expected verdict.
    pub expected: Verdict,
    /// Whether the file is in a solution directory, whose name determines the expected verdict.
    pub is_placed: bool,
    /// The suites on which the submission is judged; empty means all selected suites.
    pub suites: Vec<String>,
    /// Digest of the language, the form (function or complete program), the problem and the text.
    /// Submissions with the same digest are identical.
    pub source: String,
    /// Whether the earlier run that this run resumes has already judged the submission.
    pub is_done: bool,
    /// Results that an earlier, interrupted run obtained for the first cases. Judging continues
    /// with the next case.
    pub earlier_results: Vec<CaseResult>,
}

impl Submission<'_> {
    /// Returns a copy of this submission with another text, and the same language, form (function
    /// or complete program) and problem.
    #[must_use]
    pub fn with_text(&self, text: &str) -> Self {
        let mut other = self.clone();
        other.source = submission_digest(&self.detected, self.problem, text);
        other.detected.code = SourceText::new(text, &self.detected.language.syntax);
        other
    }

    /// Returns the key of the submission's cases in
    /// [`JudgeRequest::cases`](crate::JudgeRequest::cases): the problem id, followed by suites if
    /// the submission is not run on all suites.
    pub fn case_list_key(&self) -> String {
        if self.suites.is_empty() {
            return self.problem.id.clone();
        }
        format!("{}: {}", self.problem.id, self.suites.join(", "))
    }
}

/// Returns the digest of the language, form (function or complete program), problem and text of a
/// submission.
pub(super) fn submission_digest(detected: &Detection<'_>, problem: &Problem, text: &str) -> String {
    let (language, form) = (&detected.language.id, format!("{:?}", detected.form));
    // The signature is included because custom problems can change.
    let rules = format!("{} {:?}", problem.signature, problem.checker);
    let parts = [language, &*form, &problem.id, &*rules, text];
    digest(parts.map(str::as_bytes))
}

/// Returns a digest of the paths and texts of all submissions, in order.
pub fn digest_of_submissions(submissions: &[Submission<'_>]) -> String {
    let parts = submissions.iter().flat_map(|submission| {
        let path = submission.path.as_os_str().as_encoded_bytes();
        [path, submission.source.as_bytes()]
    });
    digest(parts)
}
