//! `mousetrap import` for custom problems: turns the examples of a statement into cases.

use std::path::PathBuf;

use super::{append_cases, writable_project_path};
use crate::cli::context::{GlobalOptions, is_interrupted, listen_for_signals};
use crate::cli::failure::{CommandResult, ExitStatus, Failure};
use crate::solve::case_file::read_text;
use mousetrap_judge::SessionOptions;
use mousetrap_judge::config::Config;
use mousetrap_model::{Case, Checker, Value};
use mousetrap_problems::cases::{self, suite_file};
use mousetrap_problems::{Definition, examples};
use mousetrap_report::format_count;
use mousetrap_suite::custom::{
    CustomProblemError, Validator, with_reference_solution, with_validator,
};
use mousetrap_util::printable::{escape_path, to_printable, truncate_lines};

/// An example that is to be added to a suite.
struct NewExample {
    /// The file and the line.
    place: String,
    case: Case,
    /// The line of the suite's file that contains the case.
    suite_line: String,
}

/// Adds the examples in these files to a suite. Writes nothing if any example is invalid or
/// contradicts the reference solution.
pub(in crate::set) fn import_examples(
    (global, config): (&GlobalOptions, &Config),
    definition: &Definition,
    (paths, suite): (&[PathBuf], &str),
    dry_run: bool,
) -> CommandResult {
    let session = SessionOptions {
        memory: definition.limits.memory,
        judge: &global.judge_options(config),
        interrupted: listen_for_signals()?,
    };
    let known = cases::read(&config.root, definition, suite)?;
    let read = with_validator(config, definition, session, |validator| {
        read_new_examples(definition, validator, (paths, suite), &known)
    });
    let checked = read.and_then(|examples| {
        check_answers(config, definition, session, &examples)?;
        Ok(examples)
    });
    if is_interrupted() {
        return Ok(ExitStatus::Interrupted);
    }
    let examples = checked?;
    for NewExample { place, case, .. } in &examples {
        outln!("{place}: new, {}, answer {}", case.id, case.answer);
    }
    let path = if examples.is_empty() || dry_run {
        writable_project_path(config, &suite_file(&definition.problem.id, suite))?
    } else {
        let lines = examples.iter().map(|example| &*example.suite_line);
        append_cases(config, definition, suite, &lines.collect::<String>())?
    };
    let done = if dry_run { "would be added" } else { "added" };
    outln!(
        "{}: {} {done}, {} already present",
        escape_path(&path),
        format_count(examples.len(), "case"),
        known.len()
    );
    Ok(ExitStatus::Expected)
}

/// Reads the examples in these files that are not among the `known` cases of the suite.
fn read_new_examples(
    definition: &Definition,
    validator: &Validator<'_>,
    (paths, suite): (&[PathBuf], &str),
    known: &[Case],
) -> Result<Vec<NewExample>, Failure> {
    let mut all = known.to_vec();
    let mut new = Vec::<NewExample>::new();
    for path in paths {
        let text = read_text(path)?;
        let found = examples::read(&text, &definition.problem.signature)
            .map_err(|error| Failure::usage_error(format!("{}: {error}", escape_path(path))))?;
        for example in found {
            let place = format!("{}:{}", escape_path(path), example.line);
            let check = definition.constraints.check(&example.arguments);
            check.map_err(|violation| Failure::usage_error(format!("{place}: {violation}")))?;
            if let Some(rule) = validator.broken_rule(&example.arguments)? {
                return Err(Failure::usage_error(format!(
                    "{place}: the validator rejects this example: {rule}"
                )));
            }
            let name = cases::unused_name(&all, "sample");
            let answer = example.answer.to_string();
            let case =
                cases::without_answer(definition, &format!("{suite}/{name}"), &example.arguments);
            if let Some(same) = all.iter().find(|known| known.arguments == case.arguments) {
                if !accepts(
                    definition,
                    &definition.problem.checker,
                    [&same.answer, &answer],
                ) {
                    let earlier = new.iter().find(|new| new.case.id == same.id);
                    let known_place = earlier.map_or(&same.id.0, |earlier| &earlier.place);
                    return Err(Failure::usage_error(format!(
                        "{place}: {known_place} has the same arguments and the answer {}, but here the answer is {answer}",
                        same.answer
                    )));
                }
                outln!("{place}: already known as {}", same.id);
                continue;
            }
            let suite_line = cases::format_case(&name, &example.arguments, &answer);
            let case = Case { answer, ..case };
            all.push(case.clone());
            new.push(NewExample {
                place,
                case,
                suite_line,
            });
        }
    }
    Ok(new)
}

/// Returns whether a checker accepts the second of two answers if the first one is the correct
/// answer.
fn accepts(definition: &Definition, checker: &Checker, answers: [&str; 2]) -> bool {
    let ty = definition.problem.signature.answer_type();
    let [answer, reply] = answers.map(|text| Value::parse(text, ty));
    matches!((answer, reply), (Ok(answer), Ok(reply)) if checker.compare(&answer, &reply).is_none())
}

/// Compares the answers of these examples with those of the reference solution. Examples are often
/// imported before the reference solution is written, so an example is accepted if the reference
/// solution gives no answer.
fn check_answers(
    config: &Config,
    definition: &Definition,
    session: SessionOptions<'_>,
    examples: &[NewExample],
) -> Result<(), Failure> {
    if examples.is_empty() {
        return Ok(());
    }
    let mut contradictions = 0;
    let checked = with_reference_solution(config, definition, None, session, |reference| {
        for NewExample { place, case, .. } in examples {
            match reference.answer(case) {
                Ok(_) | Err(CustomProblemError::Slow { .. }) => {}
                Err(CustomProblemError::Fails {
                    reply: Some(reply), ..
                }) => {
                    contradictions += 1;
                    let answers = [&*case.answer, &*reply];
                    let depths = 1..=definition.problem.signature.answer_type().depth();
                    let is_enough = |&depth: &usize| {
                        accepts(definition, &Checker::Unordered { depth }, answers)
                    };
                    let remedy = depths.into_iter().find(is_enough).map_or_else(
                        || "correct one of them".to_owned(),
                        |depth| {
                            format!(
                                "if any order is right, write `checker = {{ unordered = {depth} }}` \
                                 in problem.toml"
                            )
                        },
                    );
                    let [answer, reply] = answers.map(truncate_lines);
                    Failure::usage_error(format!(
                        "{place}: the answer here is {answer}, but the reference solution answers \
                         {reply}; {remedy}"
                    ))
                    .print();
                }
                Err(error @ CustomProblemError::Program(_)) => return Err(error),
                Err(error) => print_unchecked(place, &error),
            }
        }
        Ok(())
    });
    if let Err(error) = checked {
        print_unchecked("the answers", &error);
    }
    if contradictions == 0 {
        return Ok(());
    }
    Err(Failure::usage_error(format!(
        "nothing was added, because the reference solution contradicts {}",
        format_count(contradictions, "example")
    )))
}

/// Prints a line with the reason why an answer was not checked with the reference solution.
fn print_unchecked(place: &str, error: &CustomProblemError) {
    if is_interrupted() {
        return;
    }
    let error = error.to_string();
    let reason = error.lines().next().unwrap_or_default();
    let reason = to_printable(reason.trim_end_matches(':'));
    warnln!("{place}: not checked with the reference solution: {reason}");
}
