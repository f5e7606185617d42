//! The data of failing cases, which the script of the HTML report shows.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::Model;
use crate::text::failing_case::{failing_instance, reply_text};
use crate::texts::Texts;
use cat_and_mouse::Game;
use mousetrap_board::CaseData;
use mousetrap_model::{FailingCase, Signature};

/// Maximum number of solved positions that the page contains for one case. A case with more
/// positions is not playable on the page.
const MAX_SOLVED_POSITIONS: usize = 100_000;

/// The failing cases of a run, each with the results of the submissions that failed it.
#[derive(Debug, Default, Serialize)]
pub(super) struct Failures {
    /// The failing cases. A key consists of the problem and the case name, separated by a space.
    cases: BTreeMap<String, FailedCase>,
    /// The failures, keyed by the index of the submission and the name of the case.
    failures: BTreeMap<usize, BTreeMap<String, CaseFailure>>,
}

/// A case that a submission failed.
#[derive(Debug, Serialize)]
struct FailedCase {
    /// The arguments, each with the name of its parameter.
    input: Vec<(String, String)>,
    answer: String,
    /// Whether the problem is a built-in game. Only the cases of built-in games have a board.
    is_game: bool,
    /// The data with which the reader can play the case on the page, or `None` if the case is too
    /// large or does not belong to a built-in game.
    playable_case: Option<CaseData>,
}

/// The failure of a submission on a case.
#[derive(Debug, Serialize)]
struct CaseFailure {
    verdict: &'static str,
    detail: String,
    reply: Option<String>,
    /// The reply, or an explanation of why there is none.
    got: String,
    stdout: String,
    stderr: String,
}

impl Failures {
    /// Collects the failing cases of a run.
    pub(super) fn new(model: &Model, texts: &Texts) -> Self {
        let mut all = Self::default();
        for (index, submission) in model.submissions.iter().enumerate() {
            let (problem, signature) = (&submission.info.problem, &submission.info.signature);
            for case in submission.failing_cases() {
                let Some(failing) = &case.failing else {
                    continue;
                };
                let named = Signature::named_arguments(signature.as_ref(), &failing.arguments);
                let named = named.into_iter();
                all.cases
                    .entry(format!("{problem} {}", case.id))
                    .or_insert_with(|| FailedCase {
                        input: named
                            .map(|(name, value)| (name.to_owned(), value.to_owned()))
                            .collect(),
                        answer: failing.answer.clone(),
                        is_game: Game::by_id(problem).is_some(),
                        playable_case: playable_case(problem, &case.id.to_string(), failing),
                    });
                all.failures.entry(index).or_default().insert(
                    case.id.to_string(),
                    CaseFailure {
                        verdict: case.verdict.code(),
                        detail: case.reason_text(),
                        reply: failing.reply.clone(),
                        got: reply_text(failing, case.verdict, texts),
                        stdout: case.stdout.clone(),
                        stderr: case.stderr.clone(),
                    },
                );
            }
        }
        all
    }

    /// Returns whether there are no failing cases.
    pub(super) fn is_empty(&self) -> bool {
        self.cases.is_empty()
    }

    /// Returns whether the reader can play at least one of the failing cases on the page.
    pub(super) fn has_playable_case(&self) -> bool {
        self.cases.values().any(|case| case.playable_case.is_some())
    }
}

/// Returns the data with which the reader can play the case on the page, or `None` if the case is
/// too large or not an instance of a built-in game.
fn playable_case(problem: &str, name: &str, failing: &FailingCase) -> Option<CaseData> {
    let instance = failing_instance(problem, failing)?;
    let playable_case = CaseData::new(Some(name.to_owned()), &instance);
    (playable_case.value_table_len() <= MAX_SOLVED_POSITIONS).then_some(playable_case)
}
