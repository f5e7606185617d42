//! Cases that participants write for custom problems. The constraints and the validator check such
//! a case, and the reference solution computes its answer.

use std::sync::atomic::AtomicBool;

use mousetrap_judge::config::Config;
use mousetrap_judge::{ProgramError, ProjectPrograms, SessionOptions};
use mousetrap_model::ValueError;
use mousetrap_problems::{Definition, Violation, cases};
use mousetrap_sandbox::Isolation;
use mousetrap_suite::custom::{ReferenceError, with_reference};
use thiserror::Error;

use super::judging_options;
use crate::store::AnsweredCase;

/// The reason why a case that a participant wrote was rejected.
#[derive(Debug, Error)]
pub(crate) enum CustomCaseError {
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

/// Reads a case of a custom problem and runs the reference solution to get its answer, which takes
/// seconds.
pub(crate) fn read_and_answer_case(
    (config, isolation): (&Config, Isolation),
    definition: &Definition,
    text: &str,
    interrupted: &AtomicBool,
) -> Result<AnsweredCase, CustomCaseError> {
    if !definition.can_check_arguments() {
        return Err(CustomCaseError::Unchecked);
    }
    let values = definition.problem.signature.parse_arguments(text)?;
    definition.constraints.check(&values)?;
    let arguments = cases::format_arguments(&values);
    let mut programs = ProjectPrograms::new(config, isolation, interrupted);
    if let Some(objection) = programs.validate(definition, &arguments)? {
        return Err(CustomCaseError::Objection(objection));
    }
    let options = judging_options(config, isolation);
    let session = SessionOptions {
        memory: definition.limits.memory,
        judge: &options,
        interrupted,
    };
    let answer = with_reference(config, definition, None, session, |reference| {
        let answer = reference.answer("this case", &values)?;
        reference.confirm("this case", &values, &answer)?;
        Ok::<_, ReferenceError>(answer)
    })?;
    Ok(AnsweredCase { arguments, answer })
}
