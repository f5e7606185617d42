//! Cases that participants write for hacks and runs.

use cat_and_mouse::Game;
use cat_and_mouse::game::{Bounds, GameError};
use mousetrap_model::Problem;
use mousetrap_problems::cases::SAMPLES;

use crate::judging::{CustomCaseError, read_and_answer_case};
use crate::store::AnsweredCase;
use crate::web::App;
use crate::words::{Words, render_case_error};

/// The reason why a case is refused.
pub(super) enum CaseRefusal {
    Game(GameError),
    Custom(CustomCaseError),
}

impl CaseRefusal {
    /// Returns the reason in words, for participants.
    pub(super) fn text(&self, words: &Words) -> String {
        match self {
            Self::Game(error) => render_case_error(error, words),
            Self::Custom(CustomCaseError::Unchecked) => words["case_unchecked"].to_owned(),
            Self::Custom(CustomCaseError::Validator(_) | CustomCaseError::Reference(_)) => {
                words["case_unanswered"].to_owned()
            }
            Self::Custom(error) => error.to_string(),
        }
    }
}

/// Reads a case that a participant wrote. The answer is empty for a built-in game, because workers
/// solve games themselves.
pub(super) async fn read_case(
    app: &App,
    problem: &Problem,
    participant: &str,
    text: &str,
) -> Result<AnsweredCase, CaseRefusal> {
    if let Some(game) = Game::from_problem(problem) {
        let instance = game.parse(text, Bounds::Contest);
        return Ok(AnsweredCase {
            arguments: instance.map_err(CaseRefusal::Game)?.leetcode(),
            answer: String::new(),
        });
    }
    let config = app.settings.config;
    let definition = config.definition(problem);
    let definition = definition.expect("every custom problem has a definition");
    let isolation = app.settings.worker.isolation;
    let interrupted = &app.worker.interrupted;
    let answer = || read_and_answer_case((config, isolation), definition, text, interrupted);
    let answered = app.references.run(participant, answer).await;
    if let Err(error @ (CustomCaseError::Validator(_) | CustomCaseError::Reference(_))) = &answered
    {
        tracing::error!(problem = problem.id, %error, "cannot answer a case");
    }
    answered.map_err(CaseRefusal::Custom)
}

/// The example case of a game, as `LeetCode` writes it.
pub(super) const fn example(game: Game) -> &'static str {
    match game {
        Game::CatAndMouse => "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]",
        Game::CatAndMouse2 => "[\"####F\",\"#C...\",\"M....\"]\n1\n2",
    }
}

/// Returns instructions for writing a case of a problem, and an example, which may be empty.
pub(super) fn case_help(app: &App, problem: &Problem, words: &Words) -> (&'static str, String) {
    if let Some(game) = Game::from_problem(problem) {
        return (words.lookup("case", &problem.id), example(game).to_owned());
    }
    let samples = app.suites.cases(&problem.id, &[SAMPLES.to_owned()]);
    let first = samples.unwrap_or_default().into_iter().next();
    let example = first.map_or_else(String::new, |case| case.arguments);
    (words.lookup("case", "arguments"), example)
}
