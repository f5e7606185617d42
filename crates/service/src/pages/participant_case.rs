//! Cases that participants write for hacks and runs.

use cat_and_mouse::Game;
use mousetrap_model::Problem;

use crate::judging::{ParticipantCaseError, read_custom_case, read_game_case};
use crate::store::AnsweredCase;
use crate::texts::{Texts, render_case_error};
use crate::web::App;

impl ParticipantCaseError {
    /// Returns the reason as text for participants.
    pub(super) fn reason_text(&self, texts: &Texts) -> String {
        match self {
            Self::Game(error) => render_case_error(error, texts),
            Self::Unchecked => texts["case_unchecked"].to_owned(),
            error if error.is_internal() => texts["case_unanswered"].to_owned(),
            error => error.to_string(),
        }
    }
}

/// Reads a case that a participant wrote.
pub(super) async fn read_case(
    app: &App,
    problem: &Problem,
    participant: &str,
    text: &str,
) -> Result<AnsweredCase, ParticipantCaseError> {
    if let Some(game) = Game::from_problem(problem) {
        return read_game_case(game, text);
    }
    let project = (app.settings.config, app.settings.worker.isolation);
    let read = || read_custom_case(project, problem, text, &app.worker.interrupted);
    let case = app.references.run(participant, read).await;
    case.inspect_err(|error| {
        if error.is_internal() {
            tracing::error!(problem = problem.id, %error, "cannot compute the answer to a participant's case");
        }
    })
}

/// The example case of a game, as `LeetCode` writes it.
pub(super) const fn example(game: Game) -> &'static str {
    match game {
        Game::CatAndMouse => "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]",
        Game::CatAndMouse2 => "[\"####F\",\"#C...\",\"M....\"]\n1\n2",
    }
}

/// Returns instructions for writing a test case for a problem, and an example (possibly empty).
pub(super) fn case_help(app: &App, problem: &Problem, texts: &Texts) -> (&'static str, String) {
    if let Some(game) = Game::from_problem(problem) {
        return (texts.lookup("case", &problem.id), example(game).to_owned());
    }
    let first = app.suites.samples(&problem.id).into_iter().next();
    let example = first.map_or_else(String::new, |case| case.arguments);
    (texts.lookup("case", "arguments"), example)
}
