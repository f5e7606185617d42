//! Generates the hidden suite of a custom problem.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use mousetrap_judge::config::Config;
use mousetrap_judge::{Options, ProgramError, ProjectPrograms, SessionOptions};
use mousetrap_model::{Case, Value};
use mousetrap_problems::cases;
use mousetrap_problems::{ConstraintError, Definition};
use thiserror::Error;

use super::draw::{GeneratorError, draw_arguments, run_generator};
use super::reference::{ReferenceSolutionError, with_reference_solution};
use super::validator::{Validator, with_validator};

/// The name of the generated suite.
pub const HIDDEN_SUITE_NAME: &str = "hidden";

/// Maximum number of times that arguments are drawn, on average per requested case.
const MAX_ATTEMPTS_PER_CASE: usize = 4;

/// The seed and the size of a hidden suite.
#[derive(Clone, Copy, Debug)]
pub struct HiddenSuiteOptions {
    /// The seed. The same seed always produces the same cases.
    pub seed: u64,
    /// The number of cases.
    pub count: usize,
}

/// A generated hidden suite.
#[derive(Clone, Debug)]
pub struct GeneratedSuite {
    /// The content of the suite's file.
    pub text: String,
    /// The number of cases.
    pub count: usize,
    /// The number of samples that the reference solution passed.
    pub samples: usize,
    /// The answer that all cases share, or `None` if the answers differ.
    pub only_answer: Option<String>,
    /// The name of a case whose arguments or answer contain a number that JavaScript and TypeScript
    /// would round, or `None`.
    pub rounded: Option<String>,
}

/// An error that prevents generating a hidden suite.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages explain them")]
pub enum HiddenSuiteError {
    #[error(transparent)]
    Reference(#[from] ReferenceSolutionError),
    #[error(transparent)]
    Program(#[from] ProgramError),
    #[error(transparent)]
    Constraints(#[from] ConstraintError),
    #[error("no generated case satisfies both the constraints and the validator")]
    Nothing,
    #[error(transparent)]
    Generator(#[from] GeneratorError),
}

/// The name and the arguments of a case that may be added to the suite.
type Candidate = (String, Vec<Value>);

/// Draws cases and runs the reference solution to get their answers.
///
/// # Errors
/// Returns an error if the reference solution, the validator or the generator fails, or if the
/// constraints are not sufficient to draw valid arguments.
pub fn generate(
    config: &Config,
    definition: &Definition,
    requested: HiddenSuiteOptions,
    options: &Options,
    interrupted: &AtomicBool,
) -> Result<GeneratedSuite, HiddenSuiteError> {
    let mut programs = ProjectPrograms::new(config, options.isolation, interrupted);
    let constraints = &definition.constraints;
    let session = SessionOptions {
        memory: definition.limits.memory,
        judge: options,
        interrupted,
    };
    let candidates = with_validator(config, definition, session, |validator| {
        draw_candidates(definition, requested, &mut programs, validator)
    })?;
    with_reference_solution(config, definition, None, session, |reference| {
        let mut text = String::new();
        let mut answered = Vec::new();
        for (name, arguments) in candidates {
            let name = format!("{HIDDEN_SUITE_NAME}/{name}");
            let case = cases::without_answer(definition, &name, &arguments);
            match reference.answer(&case) {
                Ok(answer) => answered.push((Case { answer, ..case }, arguments)),
                Err(ReferenceSolutionError::TooLarge { .. })
                    if constraints.promises_answer_fits_type() => {}
                Err(error) => return Err(error.into()),
            }
        }
        if answered.is_empty() {
            return Err(HiddenSuiteError::Nothing);
        }
        // This check starts a new process. It is done after all cases have an answer, so that the
        // first answers come from the same process.
        for (case, arguments) in &answered {
            reference.check_answer_is_reproducible(case)?;
            text += &cases::format_case(case.id.name(), arguments, &case.answer);
        }
        let ty = definition.problem.signature.answer_type();
        let mut rounded = answered.iter().filter(|(case, arguments)| {
            let answer = Value::parse(&case.answer, ty).ok();
            arguments.iter().chain(&answer).any(is_unsafe_in_javascript)
        });
        let rounded = rounded.next().map(|(case, _)| case.id.to_string());
        let count = answered.len();
        let answers = answered.into_iter().map(|(case, _)| case.answer);
        let mut answers: BTreeSet<String> = answers.collect();
        Ok(GeneratedSuite {
            rounded,
            text,
            count,
            samples: reference.samples,
            only_answer: answers.pop_first().filter(|_| answers.is_empty()),
        })
    })
}

/// Returns whether the value contains a number that JavaScript and TypeScript cannot represent
/// exactly.
fn is_unsafe_in_javascript(value: &Value) -> bool {
    match value {
        Value::Integer(number) => number.unsigned_abs() > 1 << 53,
        Value::Array(items) => items.iter().any(is_unsafe_in_javascript),
        _ => false,
    }
}

/// Draws distinct arguments that satisfy the constraints and the validator.
fn draw_candidates(
    definition: &Definition,
    requested: HiddenSuiteOptions,
    programs: &mut ProjectPrograms<'_>,
    validator: &Validator<'_>,
) -> Result<Vec<Candidate>, HiddenSuiteError> {
    let (mut seen, mut found) = (BTreeSet::new(), Vec::new());
    let mut are_new_and_allowed = |arguments: &[Value]| {
        let is_new = seen.insert(cases::format_arguments(arguments));
        Ok::<_, ProgramError>(is_new && validator.broken_rule(arguments)?.is_none())
    };
    if let Some(program) = &definition.generator {
        for seed in 1..=requested.count.div_ceil(2) as u64 {
            let seed = requested.seed.wrapping_add(seed);
            for arguments in run_generator(definition, program, seed, programs)? {
                if are_new_and_allowed(&arguments)? {
                    found.push((format!("own-{:03}", found.len() + 1), arguments));
                }
            }
        }
        found.truncate(requested.count.div_ceil(2));
    }
    match definition.ensure_cases_can_be_generated() {
        Ok(()) => {
            let draws = requested.count * MAX_ATTEMPTS_PER_CASE;
            let drawn = (1..).zip(draw_arguments(definition, requested.seed));
            for (number, (shape, arguments)) in drawn.take(draws) {
                if found.len() >= requested.count {
                    break;
                }
                if let Some(arguments) = arguments
                    && are_new_and_allowed(&arguments)?
                {
                    found.push((format!("{shape}-{number:03}"), arguments));
                }
            }
        }
        Err(error) if definition.generator.is_none() => return Err(error.into()),
        Err(_) => {}
    }
    if found.is_empty() {
        return Err(HiddenSuiteError::Nothing);
    }
    Ok(found)
}
