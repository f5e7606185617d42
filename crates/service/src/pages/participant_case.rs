//! Cases that participants write for hacks and runs. A case of a custom problem is checked against
//! the constraints and by the validator; the reference solution computes its answer.

use cat_and_mouse::Game;
use cat_and_mouse::game::{Bounds, InstanceError};
use mousetrap_judge::{ProgramError, ProjectPrograms, SessionOptions};
use mousetrap_model::{Problem, ValueError};
use mousetrap_problems::{Violation, cases};
use mousetrap_suite::custom::{ReferenceSolutionError, with_reference_solution};
use thiserror::Error;

use crate::judging::judging_options;
use crate::store::AnsweredCase;
use crate::texts::{Texts, render_case_error};
use crate::web::App;

/// The reason why a case that a participant wrote is refused.
#[derive(Debug, Error)]
pub(crate) enum ParticipantCaseError {
    #[error(transparent)]
    Game(#[from] InstanceError),
    #[error(transparent)]
    Values(#[from] ValueError),
    #[error(transparent)]
    Violation(#[from] Violation),
    /// The validator refuses the arguments.
    #[error("{0}")]
    Objection(String),
    #[error("the constraints are incomplete and do not determine which cases are allowed")]
    Unchecked,
    #[error(transparent)]
    Validator(#[from] ProgramError),
    #[error(transparent)]
    Reference(#[from] ReferenceSolutionError),
}

impl ParticipantCaseError {
    /// Returns whether the error is the project's fault rather than the case's.
    pub(crate) const fn is_internal(&self) -> bool {
        matches!(self, Self::Validator(_) | Self::Reference(_))
    }
}

/// Reads a case of a custom problem and runs the reference solution to get its answer, which takes
/// seconds.
fn read_custom_case(
    app: &App,
    problem: &Problem,
    text: &str,
) -> Result<AnsweredCase, ParticipantCaseError> {
    let (config, isolation) = (app.settings.config, app.settings.worker.isolation);
    let interrupted = &*app.worker.interrupted;
    let definition = config.definition(problem);
    let definition = definition.expect("every custom problem has a definition");
    if !definition.can_check_arguments() {
        return Err(ParticipantCaseError::Unchecked);
    }
    let values = definition.problem.signature.parse_arguments(text)?;
    definition.constraints.check(&values)?;
    let arguments = cases::format_arguments(&values);
    let mut programs = ProjectPrograms::new(config, isolation, interrupted);
    if let Some(objection) = programs.validate(definition, &arguments)? {
        return Err(ParticipantCaseError::Objection(objection));
    }
    let options = judging_options(config, isolation);
    let session = SessionOptions {
        memory: definition.limits.memory,
        judge: &options,
        interrupted,
    };
    let answer = with_reference_solution(config, definition, None, session, |reference| {
        let answer = reference.answer("this case", &values)?;
        reference.check_answer_is_reproducible("this case", &values, &answer)?;
        Ok::<_, ReferenceSolutionError>(answer)
    })?;
    Ok(AnsweredCase { arguments, answer })
}

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
        let arguments = game.parse(text, Bounds::Contest)?.leetcode_text();
        // Workers compute the answers of built-in games.
        let answer = String::new();
        return Ok(AnsweredCase { arguments, answer });
    }
    let read = || read_custom_case(app, problem, text);
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
