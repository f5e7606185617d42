//! Cases that participants write for hacks and runs. A case of a custom problem is checked by the
//! constraints and the validator, and the reference solution computes its answer.

use std::sync::atomic::AtomicBool;

use cat_and_mouse::Game;
use cat_and_mouse::game::{Bounds, InstanceError};
use mousetrap_judge::config::Config;
use mousetrap_judge::{ProgramError, ProjectPrograms, SessionOptions};
use mousetrap_model::{Problem, ValueError};
use mousetrap_problems::{Violation, cases};
use mousetrap_sandbox::Isolation;
use mousetrap_suite::custom::{ReferenceError, with_reference_solution};
use thiserror::Error;

use super::judging_options;
use crate::store::AnsweredCase;

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
    Reference(#[from] ReferenceError),
}

impl ParticipantCaseError {
    /// Returns whether the project is to blame, not the case.
    pub(crate) const fn is_internal(&self) -> bool {
        matches!(self, Self::Validator(_) | Self::Reference(_))
    }
}

/// Reads a case of a built-in game. Its answer is empty, because workers solve games themselves.
pub(crate) fn read_game_case(game: Game, text: &str) -> Result<AnsweredCase, ParticipantCaseError> {
    let instance = game.parse(text, Bounds::Contest)?;
    Ok(AnsweredCase {
        arguments: instance.leetcode_text(),
        answer: String::new(),
    })
}

/// Reads a case of a custom problem and runs the reference solution to get its answer, which takes
/// seconds.
pub(crate) fn read_custom_case(
    (config, isolation): (&Config, Isolation),
    problem: &Problem,
    text: &str,
    interrupted: &AtomicBool,
) -> Result<AnsweredCase, ParticipantCaseError> {
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
        Ok::<_, ReferenceError>(answer)
    })?;
    Ok(AnsweredCase { arguments, answer })
}
