//! The instances of a custom problem, which are lists of arguments. The validator checks them, and
//! the reference solution, or another submission, computes the answers.

use std::cell::RefCell;

use super::instances::{Instances, KeepPredicate};
use super::search_error::SearchError;
use mousetrap_judge::{ProgramError, ProjectPrograms};
use mousetrap_model::{Case, Value};
use mousetrap_problems::cases::{format_arguments, without_answer};
use mousetrap_problems::{Definition, shrink};
use mousetrap_suite::custom::{ReferenceSolution, ReferenceSolutionError};

/// The arguments of one custom problem.
pub(super) struct CustomInstances<'a> {
    pub(super) definition: &'a Definition,
    pub(super) reference: &'a ReferenceSolution<'a>,
    /// Runs the validator.
    pub(super) programs: RefCell<ProjectPrograms<'a>>,
}

impl Instances for CustomInstances<'_> {
    type Instance = Vec<Value>;

    /// For most problems, the answer changes if the arguments are simplified.
    const COMPARES_ONLY_VERDICTS: bool = true;

    fn case(&self, arguments: &Vec<Value>) -> Result<Option<Case>, SearchError> {
        const CASE_NAME: &str = "stress/case";
        let definition = self.definition;
        let text = format_arguments(arguments);
        match self.programs.borrow_mut().validate(definition, &text) {
            Ok(None) => {}
            Ok(Some(_)) | Err(ProgramError::Interrupted) => return Ok(None),
            Err(error) => return Err(error.into()),
        }
        let is_bounded = definition.constraints.promises_answer_fits_type();
        match self.reference.answer(CASE_NAME, arguments) {
            Ok(answer) => Ok(Some(Case {
                answer,
                ..without_answer(definition, CASE_NAME, arguments)
            })),
            Err(ReferenceSolutionError::Program(ProgramError::Interrupted)) => Ok(None),
            Err(ReferenceSolutionError::TooLarge { .. }) if is_bounded => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    fn shrink(
        &self,
        arguments: Vec<Value>,
        holds: &mut KeepPredicate<'_, Vec<Value>>,
    ) -> Option<Vec<Value>> {
        let Definition { constraints, .. } = self.definition;
        let is_possible = self.definition.can_check_arguments();
        is_possible.then(|| {
            shrink(constraints, arguments, &mut |simpler| {
                holds(&simpler.to_vec())
            })
        })
    }

    fn size(&self, arguments: &Vec<Value>) -> usize {
        format_arguments(arguments).len()
    }
}
