//! Draws arguments for a custom problem, either from the problem's constraints or by running its
//! generator.

use std::path::{Path, PathBuf};

use mousetrap_judge::{ProgramError, ProjectPrograms};
use mousetrap_model::{Value, ValueError};
use mousetrap_problems::{Definition, Shape, Violation};
use mousetrap_util::printable::escape_path;
use serde_json::Value as Json;
use thiserror::Error;

/// Minimum number of items that one run of a generator adds to a sequence of arguments. If the
/// generator prints fewer cases, the missing items count as failed attempts, so that such a
/// generator does not slow down a search.
const MIN_ITEMS_PER_GENERATOR_RUN: usize = 50;

/// An error that occurred while a problem's generator ran or while its output was read.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages explain them")]
pub enum GeneratorError {
    #[error(transparent)]
    Program(#[from] ProgramError),
    #[error("{program} with seed {seed}, line {line}: {error}", program = escape_path(program))]
    Line {
        program: PathBuf,
        seed: u64,
        line: usize,
        error: GeneratorLineError,
    },
}

/// The reason why a line that a generator printed is not valid.
#[derive(Debug, Error)]
pub enum GeneratorLineError {
    #[error("expected a list of arguments such as [[1,2],3]: {0}")]
    Json(#[from] serde_json::Error),
    #[error(transparent)]
    Value(#[from] ValueError),
    #[error(transparent)]
    Violation(#[from] Violation),
}

/// Arguments on which to try a submission.
#[derive(Clone, Debug)]
pub struct DrawnArguments {
    /// The value of each parameter.
    pub arguments: Vec<Value>,
    /// How the arguments were obtained: the shape of arguments drawn from the constraints, or the
    /// generator that printed them and its seed.
    pub origin: String,
}

/// Returns an endless sequence of random arguments that obey the constraints. Each item consists of
/// a [`Shape`] and the arguments drawn in this shape, or `None` if no arguments were found. Every
/// third item has a shape that suits the signature, each such shape in turn. All other items are
/// tiny or small, because such cases reveal most bugs.
pub(super) fn draw_arguments(
    definition: &Definition,
    seed: u64,
) -> impl Iterator<Item = (Shape, Option<Vec<Value>>)> {
    let shapes = Shape::relevant_shapes(&definition.problem.signature);
    let each = shapes.into_iter().cycle();
    let all = each.flat_map(|shape| [Shape::Tiny, shape, Shape::Small]);
    (0..).zip(all).map(move |(number, shape)| {
        let seed = seed.wrapping_mul(1_000_003).wrapping_add(number);
        let arguments = mousetrap_problems::generate(&definition.constraints, seed, shape);
        (shape, arguments)
    })
}

/// Returns an endless sequence of arguments on which to try a submission. Arguments drawn from the
/// constraints alternate with those that the problem's generator prints. If there is no generator,
/// or if nothing can be drawn from the constraints, all arguments have the same source. An item is
/// `None` if no arguments were found.
///
/// The arguments obey the constraints, but the validator has not checked them. The sequence is
/// endless, unless the problem has no generator and nothing can be drawn from its constraints.
pub fn arguments_to_try<'a>(
    definition: &'a Definition,
    seed: u64,
    mut programs: ProjectPrograms<'a>,
) -> impl Iterator<Item = Result<Option<DrawnArguments>, GeneratorError>> {
    let can_draw = definition.ensure_cases_can_be_generated().is_ok();
    let drawn = can_draw.then(|| draw_arguments(definition, seed));
    let mut drawn = drawn.into_iter().flatten().map(|(shape, arguments)| {
        let origin = shape.to_string();
        Ok(arguments.map(|arguments| DrawnArguments { arguments, origin }))
    });
    // These seeds differ from the small seeds that hidden suites use, and fit in 32 bits.
    let seeds = 1_000_000 * (1 + seed % 2000)..;
    let mut printed = seeds
        .map_while(move |seed| {
            let program = definition.generator.as_deref()?;
            let mut items = match run_generator(definition, program, seed, &mut programs) {
                Ok(printed) => {
                    let origin = format!("{} with seed {seed}", escape_path(program));
                    let items = printed.into_iter().map(|arguments| {
                        let origin = origin.clone();
                        Ok(Some(DrawnArguments { arguments, origin }))
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

/// Runs a problem's generator with a seed. Returns the arguments that it prints, one JSON list per
/// line.
pub(super) fn run_generator(
    definition: &Definition,
    program: &Path,
    seed: u64,
    programs: &mut ProjectPrograms<'_>,
) -> Result<Vec<Vec<Value>>, GeneratorError> {
    let text = programs.run_with_seed(program, &[], seed)?;
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty());
    let read = |line: &str| -> Result<Vec<Value>, GeneratorLineError> {
        let values: Vec<Json> = serde_json::from_str(line)?;
        let arguments = definition.problem.signature.arguments_from_json(&values)?;
        definition.constraints.check(&arguments)?;
        Ok(arguments)
    };
    lines
        .map(|(index, line)| {
            read(line).map_err(|error| GeneratorError::Line {
                program: program.to_owned(),
                seed,
                line: index + 1,
                error,
            })
        })
        .collect()
}
