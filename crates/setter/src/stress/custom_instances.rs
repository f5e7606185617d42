//! The instances of a custom problem, which are lists of arguments. The validator checks them, and
//! the reference solution, or another submission, computes the answers.

use super::instances::{InstanceWithOrigin, Instances, KeepPredicate};
use super::search::GeneratedInstance;
use mousetrap_judge::{JudgeError, ProjectPrograms};
use mousetrap_model::{Case, Value};
use mousetrap_problems::cases::{format_arguments, without_answer};
use mousetrap_problems::{Definition, shrink};
use mousetrap_suite::custom::{
    CustomProblemError, ReferenceSolution, Validator, draw_arguments, run_generator,
};
use mousetrap_util::printable::escape_path;

/// Minimum number of items that one run of a generator adds to a sequence of arguments. If the
/// generator prints fewer cases, the missing items count as failed attempts, so that such a
/// generator does not slow down a search.
const MIN_ITEMS_PER_GENERATOR_RUN: usize = 50;

/// The arguments of one custom problem.
pub(super) struct CustomInstances<'a> {
    pub(super) definition: &'a Definition,
    pub(super) reference: &'a ReferenceSolution<'a>,
    pub(super) validator: &'a Validator<'a>,
}

impl Instances for CustomInstances<'_> {
    type Instance = Vec<Value>;

    /// For most problems, the answer changes if the arguments are simplified.
    const COMPARES_ONLY_VERDICTS: bool = true;

    fn case(&self, arguments: &Vec<Value>) -> Result<Option<Case>, CustomProblemError> {
        if self.definition.constraints.check(arguments).is_err() {
            return Ok(None);
        }
        match self.validator.broken_rule(arguments) {
            Ok(None) => {}
            Ok(Some(_)) | Err(JudgeError::Interrupted) => return Ok(None),
            Err(error) => return Err(error.into()),
        }
        let case = without_answer(self.definition, "stress/case", arguments);
        let is_bounded = self.definition.constraints.promises_answer_fits_type();
        match self.reference.answer(&case) {
            Ok(answer) => Ok(Some(Case { answer, ..case })),
            Err(CustomProblemError::Program(JudgeError::Interrupted)) => Ok(None),
            Err(CustomProblemError::TooLarge { .. }) if is_bounded => Ok(None),
            Err(error) => Err(error),
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
        format_arguments(arguments).trim_end().chars().count()
    }
}

/// Returns a sequence of arguments on which to try a submission. Arguments drawn from the
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
                Err(error) => vec![Err(error)],
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
