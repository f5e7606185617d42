//! `mousetrap import` for custom problems: turns the examples of a statement into cases.

use std::path::PathBuf;

use super::{append_cases, writable_project_path};
use crate::cli::context::{GlobalOptions, listen_for_signals};
use crate::cli::failure::{CommandResult, ExitStatus, Failure};
use crate::solve::case_file::read_text;
use mousetrap_judge::config::Config;
use mousetrap_judge::{ProgramError, SessionOptions};
use mousetrap_model::Case;
use mousetrap_problems::cases::{self, suite_file};
use mousetrap_problems::{Definition, examples};
use mousetrap_report::format_count;
use mousetrap_suite::custom::{ReferenceSolutionError, with_reference_solution};
use mousetrap_util::printable::{escape_path, to_printable, truncate_lines};

/// Adds the examples in these files to a suite. Writes nothing if any example is invalid or
/// contradicts the reference solution.
pub(in crate::set) fn import_examples(
    (global, config): (&GlobalOptions, &Config),
    definition: &Definition,
    (paths, suite): (&[PathBuf], &str),
    dry_run: bool,
) -> CommandResult {
    for warning in definition.constraints.lost_exponent_warnings() {
        errln!("problem {}: {warning}", definition.problem.id);
    }
    let mut all = cases::read(&config.root, definition, suite)?;
    let mut programs = global.generator_and_validator_runner(config);
    let mut fresh = String::new();
    let mut added = Vec::new();
    let before = all.len();
    for path in paths {
        let text = read_text(path)?;
        let found = examples::read(&text, &definition.problem.signature)
            .map_err(|error| Failure::usage_error(format!("{}: {error}", escape_path(path))))?;
        for example in found {
            let place = format!("{}:{}", escape_path(path), example.line);
            let check = definition.constraints.check(&example.arguments);
            check.map_err(|violation| Failure::usage_error(format!("{place}: {violation}")))?;
            let objection =
                programs.validate(definition, &cases::format_arguments(&example.arguments));
            if let Some(objection) = objection.map_err(Failure::usage_error)? {
                return Err(Failure::usage_error(format!(
                    "{place}: the validator rejects this example: {objection}"
                )));
            }
            let name = cases::unused_name(&all, "sample");
            let case =
                cases::without_answer(definition, &format!("{suite}/{name}"), &example.arguments);
            if let Some(same) = all.iter().find(|known| known.arguments == case.arguments) {
                if same.answer != example.answer.to_string() {
                    return Err(Failure::usage_error(format!(
                        "{place}: {} has the same arguments and the answer {}, but here the answer is {}",
                        same.id, same.answer, example.answer
                    )));
                }
                outln!("{place}: already known as {}", same.id);
                continue;
            }
            let answer = example.answer.to_string();
            fresh += &cases::format_case(&name, &example.arguments, &answer);
            let case = Case { answer, ..case };
            all.push(case.clone());
            added.push((place, case));
        }
    }
    match check_answers(global, config, definition, &added)? {
        ExitStatus::Expected => {}
        interrupted => return Ok(interrupted),
    }
    for (place, case) in &added {
        outln!("{place}: new, {}, answer {}", case.id, case.answer);
    }
    let path = if !added.is_empty() && !dry_run {
        append_cases(config, definition, suite, &fresh)?
    } else {
        writable_project_path(config, &suite_file(&definition.problem.id, suite))?
    };
    let done = if dry_run { "would be added" } else { "added" };
    outln!(
        "{}: {} {done}, {before} already present",
        escape_path(&path),
        format_count(added.len(), "case")
    );
    Ok(ExitStatus::Expected)
}

/// Compares the answers of these cases, each given with its file and line, with those of the
/// reference solution. Cases are often imported before there is a reference solution, so they are
/// accepted if it gives no answer.
fn check_answers(
    global: &GlobalOptions,
    config: &Config,
    definition: &Definition,
    added: &[(String, Case)],
) -> CommandResult {
    if added.is_empty() {
        return Ok(ExitStatus::Expected);
    }
    let options = global.judge_options(config);
    let session = SessionOptions {
        memory: definition.limits.memory,
        judge: &options,
        interrupted: listen_for_signals()?,
    };
    let mut contradictions = 0;
    let checked = with_reference_solution(config, definition, None, session, |reference| {
        for (place, case) in added {
            match reference.answer(case) {
                Ok(_) | Err(ReferenceSolutionError::Slow { .. }) => {}
                Err(ReferenceSolutionError::Fails {
                    reply: Some(reply), ..
                }) => {
                    contradictions += 1;
                    let (answer, reply) = (truncate_lines(&case.answer), truncate_lines(&reply));
                    Failure::usage_error(format!(
                        "{place}: the answer here is {answer}, but the reference solution answers \
                         {reply}; correct one of them"
                    ))
                    .print();
                }
                Err(error @ ReferenceSolutionError::Program(_)) => return Err(error),
                Err(error) => print_unchecked(place, &error),
            }
        }
        Ok::<_, ReferenceSolutionError>(())
    });
    match checked {
        Err(ReferenceSolutionError::Program(ProgramError::Interrupted)) => {
            return Ok(ExitStatus::Interrupted);
        }
        Err(error) => print_unchecked("the answers", &error),
        Ok(()) => {}
    }
    if contradictions == 0 {
        return Ok(ExitStatus::Expected);
    }
    Err(Failure::usage_error(format!(
        "nothing was added, because the reference solution contradicts {}",
        format_count(contradictions, "example")
    )))
}

/// Prints on one line why the reference solution did not check an answer.
fn print_unchecked(place: &str, error: &ReferenceSolutionError) {
    let error = error.to_string();
    let reason = error.lines().next().unwrap_or_default();
    let reason = to_printable(reason.trim_end_matches(':'));
    errln!("{place}: not checked with the reference solution: {reason}");
}
