//! What the page's script needs to show a failing case.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::Model;
use crate::text::failing::failing_instance;
use mousetrap_board::Exhibit;
use mousetrap_model::FailingCase;

/// Numbers that the values of a larger case may take on the page.
const LARGEST_TABLE: usize = 100_000;

/// The failing cases of a run, each once, and how submissions failed them.
#[derive(Debug, Default, Serialize)]
pub(super) struct Failures {
    /// By problem and name, as `problem name`.
    cases: BTreeMap<String, FailedCase>,
    /// By index of the submission and name of the case.
    failures: BTreeMap<usize, BTreeMap<String, CaseFailure>>,
}

/// A case that some submission failed.
#[derive(Debug, Serialize)]
struct FailedCase {
    leetcode: String,
    answer: String,
    /// To be played on the page; none where it would be too large for that.
    exhibit: Option<Exhibit>,
}

/// How one submission failed a case.
#[derive(Debug, Serialize)]
struct CaseFailure {
    verdict: &'static str,
    detail: String,
    reply: Option<String>,
    stdout: String,
    stderr: String,
}

impl Failures {
    /// The failing cases of a run. Those that carry their values are solved here.
    pub(super) fn new(model: &Model) -> Self {
        let mut all = Self::default();
        for (index, submission) in model.submissions.iter().enumerate() {
            let problem = &submission.info.problem;
            for case in submission.failing() {
                let Some(failing) = &case.failing else {
                    continue;
                };
                all.cases
                    .entry(format!("{problem} {}", case.id))
                    .or_insert_with(|| FailedCase {
                        leetcode: failing.arguments.clone(),
                        answer: failing.answer.clone(),
                        exhibit: exhibit(problem, &case.id.to_string(), failing),
                    });
                all.failures.entry(index).or_default().insert(
                    case.id.to_string(),
                    CaseFailure {
                        verdict: case.verdict.code(),
                        detail: case.reason_text(),
                        reply: failing.reply.clone(),
                        stdout: case.stdout.clone(),
                        stderr: case.stderr.clone(),
                    },
                );
            }
        }
        all
    }

    /// Whether there is nothing to show.
    pub(super) fn is_empty(&self) -> bool {
        self.cases.is_empty()
    }

    /// Whether any of the cases can be played.
    pub(super) fn has_boards(&self) -> bool {
        self.cases.values().any(|case| case.exhibit.is_some())
    }
}

/// The case to be played; none where it would be too large for that, or the text
/// is not a case of the problem.
fn exhibit(problem: &str, name: &str, failing: &FailingCase) -> Option<Exhibit> {
    let instance = failing_instance(problem, failing)?;
    let exhibit = Exhibit::new(Some(name.to_owned()), &instance);
    (exhibit.table_len() <= LARGEST_TABLE).then_some(exhibit)
}
