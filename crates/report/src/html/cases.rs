//! What the page's script needs to show a failing case.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::Model;
use cat_and_mouse::game::Bounds;
use cat_and_mouse::problem::Problem;
use cat_and_mouse::solve::line::{Line, LineEnd};

/// Plies of optimal play that are kept of one case.
const PLIES: usize = 400;

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
    problem: &'static str,
    input: String,
    leetcode: String,
    answer: &'static str,
    /// The value of the game in words.
    meaning: String,
    /// Positions of mouse and cat under optimal play.
    line: Vec<(u16, u16)>,
    /// How that line ends, in words.
    end: &'static str,
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
    /// The failing cases of a run. Their optimal play is worked out here.
    pub(super) fn new(model: &Model) -> Self {
        let mut all = Self::default();
        for (index, submission) in model.submissions.iter().enumerate() {
            let problem = submission.info.problem;
            for case in submission.failing() {
                let Some(failing) = &case.failing else {
                    continue;
                };
                all.cases
                    .entry(format!("{problem} {}", case.id))
                    .or_insert_with(|| {
                        let (meaning, line) = play(problem, &failing.input);
                        FailedCase {
                            problem,
                            input: failing.input.clone(),
                            leetcode: failing.leetcode.clone(),
                            answer: failing.answer,
                            meaning,
                            end: line.as_ref().map_or("", |line| words(line.end)),
                            line: line.map_or_else(Vec::new, |line| {
                                line.positions.iter().map(|p| (p.mouse, p.cat)).collect()
                            }),
                        }
                    });
                all.failures.entry(index).or_default().insert(
                    case.id.to_string(),
                    CaseFailure {
                        verdict: case.verdict.code(),
                        detail: case.detail.clone(),
                        reply: failing.reply.clone(),
                        stdout: case.stdout.clone(),
                        stderr: case.stderr.clone(),
                    },
                );
            }
        }
        all
    }
}

/// The value of a case in words and its optimal play; neither where the text is
/// not a case of the problem.
fn play(problem: &str, input: &str) -> (String, Option<Line>) {
    let parsed =
        Problem::by_id(problem).and_then(|problem| problem.parse(input, Bounds::Extended).ok());
    parsed.map_or_else(Default::default, |instance| {
        let outcome = instance.solve();
        let line = Line::follow(&*instance.play(), PLIES);
        (instance.describe(outcome), Some(line))
    })
}

const fn words(end: LineEnd) -> &'static str {
    match end {
        LineEnd::Home => "the mouse is home",
        LineEnd::Caught => "the cat has the mouse",
        LineEnd::FoodTaken => "the cat has the food",
        LineEnd::Repeats => "this position has been there before",
        LineEnd::Long => "and so on",
    }
}
