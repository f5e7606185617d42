//! Cases that participants write for hacks and runs. A case of a custom problem is checked against
//! the constraints and by the validator; the reference solution computes its answer.

use cat_and_mouse::Game;
use cat_and_mouse::game::Bounds;
use mousetrap_judge::{ProgramError, SessionOptions};
use mousetrap_model::{Case, Problem};
use mousetrap_problems::{cases, examples};
use mousetrap_suite::custom::{ReferenceSolutionError, with_reference_solution, with_validator};

use crate::judging::judging_options;
use crate::store::AnsweredCase;
use crate::texts::{Texts, render_case_error};
use crate::web::{App, FormError, Viewer};

/// The reason why a case of a custom problem is refused.
enum CustomCaseError {
    /// The case breaks this rule of the problem.
    Invalid(String),
    /// The constraints are incomplete and do not determine which cases are allowed.
    Unchecked,
    /// The problem's validator or reference solution failed. Contains the key of the text for the
    /// participant, and the reason for the log.
    Internal(&'static str, String),
}

/// Reads a case of a custom problem, and computes its answer with the reference solution. This
/// takes seconds.
fn read_custom_case(
    app: &App,
    problem: &Problem,
    text: &str,
) -> Result<AnsweredCase, CustomCaseError> {
    let (config, isolation) = (app.settings.config, app.settings.worker.isolation);
    let interrupted = &*app.worker.interrupted;
    let definition = config.definition(problem);
    let definition = definition.expect("every custom problem has a definition");
    if !definition.can_check_arguments() {
        return Err(CustomCaseError::Unchecked);
    }
    let values = examples::parse_arguments(text, &definition.problem.signature);
    let values = values.map_err(|error| CustomCaseError::Invalid(error.to_string()))?;
    let checked = definition.constraints.check(&values);
    checked.map_err(|error| CustomCaseError::Invalid(error.to_string()))?;
    let options = judging_options(config, isolation);
    let session = SessionOptions {
        memory: definition.limits.memory,
        judge: &options,
        interrupted,
    };
    let checked = with_validator::<_, ProgramError>(config, definition, session, |validator| {
        validator.broken_rule(&values)
    });
    let failed = |key, error: &dyn ToString| CustomCaseError::Internal(key, error.to_string());
    if let Some(rule) = checked.map_err(|error| failed("case_unvalidated", &error))? {
        return Err(CustomCaseError::Invalid(rule));
    }
    let answer = with_reference_solution(config, definition, None, session, |reference| {
        let case = cases::without_answer(definition, "this case", &values);
        let answer = reference.answer(&case)?;
        let case = Case { answer, ..case };
        reference.check_answer_is_reproducible(&case)?;
        Ok::<_, ReferenceSolutionError>(case.answer)
    });
    let answer = answer.map_err(|error| failed("case_unanswered", &error))?;
    let arguments = cases::format_arguments(&values);
    Ok(AnsweredCase { arguments, answer })
}

/// Reads a case that a participant wrote in the form field `case`.
pub(super) async fn read_case(
    viewer: &Viewer,
    problem: &Problem,
    participant: &str,
    text: &str,
) -> Result<AnsweredCase, FormError> {
    let (app, w) = (&viewer.app, viewer.texts);
    let refusal = |reason: &str| FormError::new("case", format!("{}{reason}", &w["case_refused"]));
    if let Some(game) = Game::from_problem(problem) {
        let instance = game.parse(text, Bounds::Contest);
        let instance = instance.map_err(|error| refusal(&render_case_error(&error, w)))?;
        let arguments = instance.leetcode_text();
        // Workers compute the answers of built-in games.
        let answer = String::new();
        return Ok(AnsweredCase { arguments, answer });
    }
    let read = || read_custom_case(app, problem, text);
    let case = app.references.run(participant, read).await;
    case.map_err(|error| match error {
        CustomCaseError::Invalid(reason) => refusal(&reason),
        CustomCaseError::Unchecked => refusal(&w["case_unchecked"]),
        CustomCaseError::Internal(key, error) => {
            tracing::error!(problem = problem.id, %error, "cannot check or answer a participant's case");
            refusal(&w[key])
        }
    })
}

/// The example case of a game, as `LeetCode` writes it.
pub(super) const fn example_case(game: Game) -> &'static str {
    match game {
        Game::CatAndMouse => "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]",
        Game::CatAndMouse2 => "[\"####F\",\"#C...\",\"M....\"]\n1\n2",
    }
}

/// Returns instructions for writing a test case for a problem, and an example (possibly empty).
pub(super) fn case_help(app: &App, problem: &Problem, texts: &Texts) -> (&'static str, String) {
    if let Some(game) = Game::from_problem(problem) {
        let help = texts.lookup("case", &problem.id);
        return (help, example_case(game).to_owned());
    }
    let first = app.suites.samples(&problem.id).into_iter().next();
    let example = first.map_or_else(String::new, |case| case.arguments);
    (texts.lookup("case", "arguments"), example)
}
