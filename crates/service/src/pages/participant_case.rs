//! Cases that participants write for hacks and runs. A case of a custom problem is checked against
//! the constraints and by the validator; the reference solution computes its answer.

use std::fmt::Display;

use cat_and_mouse::Game;
use cat_and_mouse::game::Bounds;
use mousetrap_judge::{JudgeError, SessionOptions};
use mousetrap_model::{Case, Problem};
use mousetrap_problems::{cases, examples};
use mousetrap_suite::custom::{with_reference_solution, with_validator};

use crate::judging::judging_options;
use crate::store::AnsweredCase;
use crate::texts::{Texts, render_case_error};
use crate::web::{App, FormError, Viewer};

/// Returns the error for a case that is refused for this reason.
fn refusal(w: &Texts, reason: impl Display) -> FormError {
    FormError::new("case", format!("{}{reason}", &w["case_refused"]))
}

/// Reads a case of a custom problem, and computes its answer with the reference solution. This
/// takes seconds.
fn read_custom_case(
    viewer: &Viewer,
    problem: &Problem,
    text: &str,
) -> Result<AnsweredCase, FormError> {
    let (app, w) = (&viewer.app, viewer.texts);
    let (config, isolation) = (app.settings.config, app.settings.worker.isolation);
    let definition = config.definition(problem);
    let definition = definition.expect("every custom problem has a definition");
    if !definition.can_check_arguments() {
        return Err(refusal(w, &w["case_unchecked"]));
    }
    let values = examples::parse_arguments(text, &definition.problem.signature);
    let values = values.map_err(|error| refusal(w, error))?;
    let checked = definition.constraints.check(&values);
    checked.map_err(|error| refusal(w, error))?;
    let session = SessionOptions {
        memory: definition.limits.memory,
        judge: &judging_options(config, isolation),
        interrupted: &app.worker.interrupted,
    };
    let failed = |key, error: &dyn Display| {
        tracing::error!(problem = problem.id, %error, "cannot check or answer a participant's case");
        refusal(w, &w[key])
    };
    let checked = with_validator::<_, JudgeError>(config, definition, session, |validator| {
        validator.broken_rule(&values)
    });
    if let Some(rule) = checked.map_err(|error| failed("case_unvalidated", &error))? {
        return Err(refusal(w, rule));
    }
    let answer = with_reference_solution(config, definition, None, session, |reference| {
        let case = cases::without_answer(definition, "this case", &values);
        let answer = reference.answer(&case)?;
        let case = Case { answer, ..case };
        reference.check_answer_is_reproducible(&case)?;
        Ok(case.answer)
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
    let w = viewer.texts;
    if let Some(game) = Game::from_problem(problem) {
        let instance = game.parse(text, Bounds::Contest);
        let instance = instance.map_err(|error| refusal(w, render_case_error(&error, w)))?;
        let arguments = instance.leetcode_text();
        // Workers compute the answers of built-in games.
        let answer = String::new();
        return Ok(AnsweredCase { arguments, answer });
    }
    let read = || read_custom_case(viewer, problem, text);
    viewer.app.references.run(participant, read).await
}

/// Returns the example case of a game, as `LeetCode` writes it.
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
