//! The instances of a custom problem, which are lists of arguments. The reference solution, or
//! another submission, computes the answers, and the validator checks the arguments.

use std::cell::{Cell, RefCell};
use std::time::Instant;

use super::instances::{InstanceWithOrigin, Instances, KeepPredicate};
use super::search::GeneratedInstance;
use super::search_error::SearchError;
use mousetrap_judge::{ProgramError, ProjectPrograms};
use mousetrap_model::{Case, Value};
use mousetrap_problems::cases::{format_arguments, without_answer};
use mousetrap_problems::{Definition, shrink};
use mousetrap_suite::custom::{
    ReferenceSolution, ReferenceSolutionError, draw_arguments, run_generator,
};
use mousetrap_util::printable::escape_path;

/// Minimum number of items that one run of a generator adds to a sequence of arguments. If the
/// generator prints fewer cases, the missing items count as failed attempts, so that such a
/// generator does not slow down a search.
const MIN_ITEMS_PER_GENERATOR_RUN: usize = 50;

/// The arguments of one custom problem.
pub(super) struct CustomInstances<'a> {
    definition: &'a Definition,
    reference: &'a ReferenceSolution<'a>,
    /// Runs the validator.
    programs: RefCell<ProjectPrograms<'a>>,
    validation: Cell<Validation>,
    /// The time at which the last case was created.
    created: Cell<Instant>,
}

/// Determines which cases are validated. A validator process takes much longer than a submission
/// takes for a typical case, so only cases on which a program fails are validated if possible.
#[derive(Clone, Copy, PartialEq)]
enum Validation {
    /// Each case is validated before it runs, until one is allowed. If none is allowed, the search
    /// tries no case.
    UntilAllowed,
    /// A case is validated only if a program fails on it.
    OfFailures,
    /// Each case is validated before it runs, because a program took much longer to fail on a case
    /// that is not allowed than the validator took to reject it.
    OfAllCases,
}

impl<'a> CustomInstances<'a> {
    /// Creates the instances of a problem. `programs` runs the validator.
    pub(super) fn new(
        definition: &'a Definition,
        reference: &'a ReferenceSolution<'a>,
        programs: ProjectPrograms<'a>,
    ) -> Self {
        Self {
            definition,
            reference,
            programs: RefCell::new(programs),
            validation: Cell::new(Validation::UntilAllowed),
            created: Cell::new(Instant::now()),
        }
    }
}

impl Instances for CustomInstances<'_> {
    type Instance = Vec<Value>;

    /// For most problems, the answer changes if the arguments are simplified.
    const COMPARES_ONLY_VERDICTS: bool = true;

    fn case(&self, arguments: &Vec<Value>) -> Result<Option<Case>, SearchError> {
        self.created.set(Instant::now());
        let case = without_answer(self.definition, "stress/case", arguments);
        if self.validation.get() != Validation::OfFailures && !self.is_allowed(&case)? {
            return Ok(None);
        }
        let is_bounded = self.definition.constraints.promises_answer_fits_type();
        match self.reference.answer(&case) {
            Ok(answer) => Ok(Some(Case { answer, ..case })),
            Err(ReferenceSolutionError::Program(ProgramError::Interrupted)) => Ok(None),
            Err(ReferenceSolutionError::TooLarge { .. }) if is_bounded => Ok(None),
            Err(error) if self.is_allowed(&case)? => Err(error.into()),
            Err(_) => Ok(None),
        }
    }

    fn is_allowed(&self, case: &Case) -> Result<bool, SearchError> {
        let run_time = self.created.get().elapsed();
        let begun = Instant::now();
        let objection = (self.programs.borrow_mut()).validate(self.definition, &case.arguments);
        let is_allowed = match objection {
            Ok(objection) => objection.is_none(),
            Err(ProgramError::Interrupted) => false,
            Err(error) => return Err(error.into()),
        };
        match self.validation.get() {
            Validation::UntilAllowed if is_allowed => self.validation.set(Validation::OfFailures),
            Validation::OfFailures if !is_allowed && run_time > 4 * begun.elapsed() => {
                self.validation.set(Validation::OfAllCases);
            }
            _ => {}
        }
        Ok(is_allowed)
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

/// Returns an endless sequence of arguments on which to try a submission. Arguments drawn from the
/// constraints alternate with those that the problem's generator prints. If there is no generator,
/// or if nothing can be drawn from the constraints, all arguments have the same source. An item is
/// `None` if no arguments were found.
///
/// The arguments obey the constraints, but the validator has not checked them. The sequence is
/// endless, unless the problem has no generator and nothing can be drawn from its constraints.
pub(super) fn arguments_to_try<'a>(
    definition: &'a Definition,
    seed: u64,
    mut programs: ProjectPrograms<'a>,
) -> impl Iterator<Item = GeneratedInstance<Vec<Value>>> {
    let can_draw = definition.ensure_cases_can_be_generated().is_ok();
    let drawn = can_draw.then(|| draw_arguments(definition, seed));
    let mut drawn = drawn.into_iter().flatten().map(|(shape, arguments)| {
        let origin = shape.to_string();
        Ok(arguments.map(|instance| InstanceWithOrigin { instance, origin }))
    });
    // These seeds differ from the small seeds that hidden suites use, and fit in 32 bits.
    let seeds = 1_000_000 * (1 + seed % 2000)..;
    let mut printed = seeds
        .map_while(move |seed| {
            let program = definition.generator.as_deref()?;
            let mut items = match run_generator(definition, program, seed, &mut programs) {
                Ok(printed) => {
                    let origin = format!("{} with seed {seed}", escape_path(program));
                    let items = printed.into_iter().map(|instance| {
                        let origin = origin.clone();
                        Ok(Some(InstanceWithOrigin { instance, origin }))
                    });
                    items.collect()
                }
                Err(error) => vec![Err(error.into())],
            };
            let count = items.len().max(MIN_ITEMS_PER_GENERATOR_RUN);
            items.resize_with(count, || Ok(None));
            Some(items)
        })
        .flatten();
    (0_usize..).map_while(move |number| match number % 2 {
        0 => drawn.next().or_else(|| printed.next()),
        _ => printed.next().or_else(|| drawn.next()),
    })
}
