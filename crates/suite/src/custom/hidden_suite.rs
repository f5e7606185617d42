//! Generates the hidden suite of a custom problem.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

use mousetrap_judge::config::Config;
use mousetrap_judge::{JudgeError, Options, ProjectPrograms, SessionOptions};
use mousetrap_model::{Case, Value};
use mousetrap_problems::{Definition, cases};

use super::draw::{draw_arguments, run_generator};
use super::draw_counts::DrawCounts;
use super::error::CustomProblemError;
use super::reference::with_reference_solution;
use super::validator::{Validator, with_validator};

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
    /// The draws, which explain why there may be fewer cases than requested.
    pub draws: DrawCounts,
    /// The number of samples that the reference solution passed.
    pub samples: usize,
    /// The most common answer, and the number of cases that have it.
    pub common_answer: (String, usize),
    /// The name of a case whose arguments or answer contain a number that JavaScript and TypeScript
    /// would round, or `None`.
    pub rounded: Option<String>,
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
) -> Result<GeneratedSuite, CustomProblemError> {
    let mut programs = ProjectPrograms::new(config, options.isolation, interrupted);
    let constraints = &definition.constraints;
    let session = SessionOptions {
        memory: definition.limits.memory,
        judge: options,
        interrupted,
    };
    let mut draws = DrawCounts::default();
    let candidates = with_validator(config, definition, session, |validator| {
        draw_candidates(definition, requested, &mut programs, validator, &mut draws)
    })?;
    with_reference_solution(config, definition, None, session, |reference| {
        let mut text = String::new();
        let mut answered = Vec::new();
        for (name, arguments) in candidates {
            let name = format!("{}/{name}", cases::HIDDEN_SUITE);
            let case = cases::without_answer(definition, &name, &arguments);
            match reference.answer(&case) {
                Ok(answer) => answered.push((Case { answer, ..case }, arguments)),
                Err(CustomProblemError::TooLarge { .. })
                    if constraints.promises_answer_fits_type() =>
                {
                    draws.too_large += 1;
                }
                Err(error) => return Err(error),
            }
        }
        if answered.is_empty() {
            return Err(CustomProblemError::Nothing(draws));
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
        let mut answers = BTreeMap::<String, usize>::new();
        for (case, _) in answered {
            *answers.entry(case.answer).or_default() += 1;
        }
        let common_answer = answers.into_iter().max_by_key(|it| it.1);
        Ok(GeneratedSuite {
            rounded,
            text,
            count,
            draws,
            samples: reference.samples,
            common_answer: common_answer.unwrap_or_default(),
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

/// Returns the length of the longest array or string in these values.
fn longest(values: &[Value]) -> usize {
    let lengths = values.iter().map(|value| match value {
        Value::Array(items) => items.len().max(longest(items)),
        Value::String(text) => text.chars().count(),
        _ => 0,
    });
    lengths.max().unwrap_or_default()
}

/// Draws distinct arguments that satisfy the constraints and the validator.
fn draw_candidates(
    definition: &Definition,
    requested: HiddenSuiteOptions,
    programs: &mut ProjectPrograms<'_>,
    validator: &Validator<'_>,
    draws: &mut DrawCounts,
) -> Result<Vec<Candidate>, CustomProblemError> {
    let (mut seen, mut found) = (BTreeSet::new(), Vec::new());
    let mut are_new_and_allowed = |arguments: &[Value]| {
        draws.total += 1;
        let length = longest(arguments);
        draws.longest[0] = draws.longest[0].max(length);
        if !seen.insert(cases::format_arguments(arguments)) {
            draws.repeated += 1;
            return Ok(false);
        }
        let Some(rule) = validator.broken_rule(arguments)? else {
            draws.longest[1] = draws.longest[1].max(length);
            return Ok::<_, JudgeError>(true);
        };
        if draws.rejected == 0 {
            draws.first_broken_rule = rule;
        }
        draws.rejected += 1;
        Ok(false)
    };
    let can_draw = definition.ensure_cases_can_be_generated();
    if let Some(program) = &definition.generator {
        // The generator supplies half of the cases, or all if none can be drawn.
        let wanted = requested.count.div_ceil(1 + usize::from(can_draw.is_ok()));
        for seed in 1..=wanted as u64 {
            let seed = requested.seed.wrapping_add(seed);
            for arguments in run_generator(definition, program, seed, programs)? {
                if are_new_and_allowed(&arguments)? {
                    found.push((format!("own-{:03}", found.len() + 1), arguments));
                }
            }
        }
        found.truncate(wanted);
    }
    match can_draw {
        Ok(()) => {
            let attempts = requested.count * MAX_ATTEMPTS_PER_CASE;
            let drawn = (1..).zip(draw_arguments(definition, requested.seed));
            for (number, (shape, arguments)) in drawn.take(attempts) {
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
        return Err(CustomProblemError::Nothing(draws.clone()));
    }
    Ok(found)
}
