//! `mousetrap generate` for custom problems: creates a hidden suite, with answers from the
//! reference solution.

use std::path::Path;

use super::{writable_project_path, write_project_file};
use crate::cli::context::{GlobalOptions, is_interrupted, listen_for_signals};
use crate::cli::failure::{CommandResult, ExitStatus, Failure};
use mousetrap_judge::config::Config;
use mousetrap_model::Checker;
use mousetrap_problems::Definition;
use mousetrap_problems::cases::{HIDDEN_SUITE, suite_file};
use mousetrap_problems::definition::PROBLEMS_DIRECTORY;
use mousetrap_problems::template::is_unwritten;
use mousetrap_report::format_count;
use mousetrap_suite::custom::{CustomProblemError, HiddenSuiteOptions, generate};
use mousetrap_util::printable::{escape_line, escape_path, truncate_lines};

/// Generates the hidden suites of the problems that the user named. If this fails for one problem,
/// the suites of the others are still generated.
pub(in crate::set) fn generate_custom(
    global: &GlobalOptions,
    config: &Config,
    (definitions, names): (&[&Definition], &[String]),
    wanted: HiddenSuiteOptions,
) -> CommandResult {
    let is_own = |name: &&String| definitions.iter().any(|own| own.problem.id == **name);
    if let Some(name) = names.iter().find(|name| !is_own(name)) {
        return Err(Failure::usage_error(format!(
            "{name} is not a custom problem; generate the suites of built-in problems with a \
             separate command"
        )));
    }
    let mut status = ExitStatus::Expected;
    for definition in definitions {
        match generate_hidden_suite(global, config, definition, wanted) {
            Ok(ExitStatus::Expected) => {}
            Ok(other) => return Ok(other),
            Err(failure) => {
                failure.print();
                status = failure.status;
            }
        }
    }
    Ok(status)
}

/// Generates the hidden suite of a problem and writes it.
fn generate_hidden_suite(
    global: &GlobalOptions,
    config: &Config,
    definition: &Definition,
    wanted: HiddenSuiteOptions,
) -> CommandResult {
    let options = global.judge_options(config);
    let interrupted = listen_for_signals()?;
    let id = &definition.problem.id;
    let drawn = match generate(config, definition, wanted, &options, interrupted) {
        Ok(drawn) => drawn,
        Err(_) if is_interrupted() => return Ok(ExitStatus::Interrupted),
        Err(CustomProblemError::Program(error)) if error.is_judge_failure() => {
            return Err(error.into());
        }
        Err(error) => return Err(Failure::usage_error(format!("problem {id}: {error}"))),
    };
    let path = writable_project_path(config, &suite_file(id, HIDDEN_SUITE))?;
    let is_first = !path.exists();
    write_project_file(&path, &drawn.text)?;
    outln!(
        "{}: {} with answers from the reference solution",
        escape_path(&path),
        format_count(drawn.count, "case")
    );
    if drawn.count < wanted.count {
        warnln!(
            "only {} of {} cases: {}",
            drawn.count,
            wanted.count,
            drawn.draws
        );
    }
    if let Err(error) = definition.ensure_cases_can_be_generated() {
        warnln!(
            "all cases come from the generator, because none can be drawn from the constraints: \
             {error}"
        );
    }
    let statement = Path::new(PROBLEMS_DIRECTORY).join(id).join("statement.md");
    let text = config.root.read_text(&statement).ok().flatten();
    if definition.problem.checker == Checker::Exact
        && let Some(text) = &text
        && let Some(sentence) = sentence_that_allows_several_answers(text)
    {
        warnln!(
            "{} contains \"{}\", but the checker is exact, so correct solutions may fail; set \
             `checker` in problem.toml, for example to \"unordered\"",
            escape_path(&statement),
            escape_line(sentence)
        );
    }
    if is_first && text.is_some_and(|text| is_unwritten(&text)) {
        warnln!(
            "{} does not describe the task yet; write the description before you publish a room",
            escape_path(&statement)
        );
    }
    if is_first && drawn.samples == 0 {
        warnln!(
            "no sample checks the reference solution; paste the examples from the statement into \
             `mousetrap import --problem {id} -`"
        );
    }
    if let Some(case) = drawn.rounded {
        warnln!(
            "{case} has a number beyond 2^53, which JavaScript and TypeScript round, so correct \
             solutions may fail; tighten the constraints"
        );
    }
    let (answer, same) = drawn.common_answer;
    // Two answers that are about equally likely, such as true and false, cause no warning.
    if same * 5 > drawn.count * 3 {
        warnln!(
            "{same} of {} cases have the answer {}, so a program that always returns this answer \
             passes these cases; add a `generator` that prints cases with other answers, or a \
             `validator` that rejects some of these cases",
            drawn.count,
            truncate_lines(&answer)
        );
    }
    Ok(ExitStatus::Expected)
}

/// Returns the first sentence of a statement that asks for answers in any order, or for any of
/// several answers.
fn sentence_that_allows_several_answers(statement: &str) -> Option<&str> {
    let mut sentences = statement.split(['.', '\n']).map(str::trim);
    sentences.find(|sentence| {
        let sentence = sentence.to_lowercase();
        let has = |phrases: &[&str]| phrases.iter().any(|it| sentence.contains(it));
        has(&["return", "answer", "output"])
            && has(&["any order", "any of them", "any one of them"])
    })
}
