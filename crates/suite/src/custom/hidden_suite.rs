//! Generates the hidden suite of a custom problem.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use mousetrap_judge::config::Config;
use mousetrap_judge::{Options, ProgramError, ProjectPrograms, SessionOptions};
use mousetrap_model::Value;
use mousetrap_problems::cases;
use mousetrap_problems::{ConstraintError, Definition};
use thiserror::Error;

use super::draw::{GeneratorError, draw_arguments, run_generator};
use super::reference::{ReferenceSolutionError, with_reference_solution};

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
    let candidates = draw_candidates(definition, requested, &mut programs)?;
    let constraints = &definition.constraints;
    let session = SessionOptions {
        memory: definition.limits.memory,
        judge: options,
        interrupted,
    };
    with_reference_solution(config, definition, None, session, |reference| {
        let case = |name: &str| format!("{HIDDEN_SUITE_NAME}/{name}");
        let mut text = String::new();
        let mut answered = Vec::new();
        for (name, arguments) in &candidates {
            match reference.answer(&case(name), arguments) {
                Ok(answer) => answered.push((name, arguments, answer)),
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
        for (name, arguments, answer) in &answered {
            reference.check_answer_is_reproducible(&case(name), arguments, answer)?;
            text += &cases::format_case(name, arguments, answer);
        }
        let ty = definition.problem.signature.answer_type();
        let mut rounded = answered.iter().filter(|(_, arguments, answer)| {
            let answer = Value::parse(answer, ty).ok();
            arguments.iter().chain(&answer).any(is_unsafe_in_javascript)
        });
        let rounded = rounded.next().map(|(name, ..)| case(name));
        let count = answered.len();
        let mut answers: BTreeSet<String> = answered.into_iter().map(|it| it.2).collect();
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
) -> Result<Vec<Candidate>, HiddenSuiteError> {
    let (mut seen, mut found) = (BTreeSet::new(), Vec::new());
    // Adds a candidate if its arguments are new and allowed.
    let mut add =
        |programs: &mut ProjectPrograms<'_>, found: &mut Vec<_>, name, arguments: Vec<_>| {
            let text = cases::format_arguments(&arguments);
            if !seen.contains(&text) {
                let is_allowed = programs.validate(definition, &text)?.is_none();
                found.extend(is_allowed.then_some((name, arguments)));
                seen.insert(text);
            }
            Ok::<_, ProgramError>(())
        };
    if let Some(program) = &definition.generator {
        for seed in 1..=requested.count.div_ceil(2) as u64 {
            let seed = requested.seed.wrapping_add(seed);
            for arguments in run_generator(definition, program, seed, programs)? {
                let name = format!("own-{:03}", found.len() + 1);
                add(programs, &mut found, name, arguments)?;
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
                if let Some(arguments) = arguments {
                    add(
                        programs,
                        &mut found,
                        format!("{shape}-{number:03}"),
                        arguments,
                    )?;
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
