//! Draws arguments for a custom problem, either from the problem's constraints or by running its
//! generator.

use std::path::Path;

use mousetrap_judge::ProjectPrograms;
use mousetrap_model::Value;
use mousetrap_problems::{Definition, Shape};
use serde_json::Value as Json;

use super::error::{CustomProblemError, GeneratorLineError};

/// Returns an endless sequence of random arguments that obey the constraints. Each item consists of
/// a [`Shape`] and the arguments drawn in this shape, or `None` if no arguments were found. Every
/// third item has one of the shapes that are relevant to the signature, in rotation. All other
/// items are tiny or small, because such cases reveal most bugs.
pub fn draw_arguments(
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

/// Runs a problem's generator with a seed. Returns the arguments that it prints, one JSON list per
/// line.
///
/// # Errors
/// Returns an error if the generator fails, or prints a line that is not a list of arguments or
/// violates a constraint.
pub fn run_generator(
    definition: &Definition,
    program: &Path,
    seed: u64,
    programs: &mut ProjectPrograms<'_>,
) -> Result<Vec<Vec<Value>>, CustomProblemError> {
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
            read(line).map_err(|error| CustomProblemError::GeneratorLine {
                program: program.to_owned(),
                seed,
                line: index + 1,
                error: error.into(),
            })
        })
        .collect()
}
