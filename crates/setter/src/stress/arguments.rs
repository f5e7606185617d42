//! The arguments of a custom problem: how a search checks, answers and simplifies them. The
//! reference solution, or another submission, computes the answers.

use std::cell::RefCell;
use std::ops::ControlFlow;

use super::instances::{Instances, KeepPredicate, ShrinkResult};
use super::search_plan::SearchError;
use mousetrap_judge::{ProgramError, ProjectPrograms};
use mousetrap_model::{Case, Value};
use mousetrap_problems::cases::{format_arguments, without_answer};
use mousetrap_problems::{Definition, shrink};
use mousetrap_suite::custom::{ReferenceSolution, ReferenceSolutionError};

/// The arguments of one custom problem.
pub(super) struct CustomArguments<'a> {
    pub(super) definition: &'a Definition,
    pub(super) reference: &'a ReferenceSolution<'a>,
    /// Runs the validator.
    pub(super) programs: RefCell<ProjectPrograms<'a>>,
}

impl Instances for CustomArguments<'_> {
    type Instance = Vec<Value>;

    /// For most problems, simpler arguments have other answers.
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
    ) -> ShrinkResult<Vec<Value>> {
        if !self.definition.can_check_arguments() {
            return ShrinkResult {
                instance: arguments,
                minimal: false,
                asked: 0,
            };
        }
        let (mut asked, mut is_stopped) = (0, false);
        let instance = shrink(&self.definition.constraints, arguments, &mut |simpler| {
            if is_stopped {
                return false;
            }
            asked += 1;
            let held = holds(&simpler.to_vec());
            is_stopped = held.is_break();
            held == ControlFlow::Continue(true)
        });
        ShrinkResult {
            instance,
            minimal: !is_stopped,
            asked,
        }
    }

    fn size(&self, arguments: &Vec<Value>) -> usize {
        format_arguments(arguments).len()
    }
}
