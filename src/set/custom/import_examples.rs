//! `mousetrap import` for custom problems: turns the examples of a statement into cases.

use std::path::PathBuf;

use super::{append_cases, writable_project_path};
use crate::cli::context::{GlobalOptions, INTERRUPTED};
use crate::cli::failure::{CommandResult, ExitStatus, Failure};
use crate::solve::case_file::read_text;
use mousetrap_judge::SessionOptions;
use mousetrap_judge::config::Config;
use mousetrap_model::Case;
use mousetrap_problems::cases::{self, suite_file};
use mousetrap_problems::{Definition, examples};
use mousetrap_report::format_count;
use mousetrap_suite::custom::{Validator, with_validator};
use mousetrap_util::printable::escape_path;

/// Adds the examples in these files to a suite. Writes nothing if any example is invalid.
pub(in crate::set) fn import_examples(
    (global, config): (&GlobalOptions, &Config),
    definition: &Definition,
    files: (&[PathBuf], &str),
    dry_run: bool,
) -> CommandResult {
    let session = SessionOptions {
        memory: definition.limits.memory,
        judge: &global.judge_options(config),
        interrupted: &INTERRUPTED,
    };
    with_validator(config, definition, session, |validator| {
        add_examples((config, validator), definition, files, dry_run)
    })
}

fn add_examples(
    (config, validator): (&Config, &Validator<'_>),
    definition: &Definition,
    (paths, suite): (&[PathBuf], &str),
    dry_run: bool,
) -> CommandResult {
    let mut all = cases::read(&config.root, definition, suite)?;
    let mut fresh = String::new();
    let mut added = 0;
    let before = all.len();
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
            outln!("{place}: new, {}, answer {answer}", case.id);
            fresh += &cases::format_case(&name, &example.arguments, &answer);
            added += 1;
            all.push(Case { answer, ..case });
        }
    }
    let path = if added > 0 && !dry_run {
        append_cases(config, definition, suite, &fresh)?
    } else {
        writable_project_path(config, &suite_file(&definition.problem.id, suite))?
    };
    let done = if dry_run { "would be added" } else { "added" };
    outln!(
        "{}: {} {done}, {before} already present",
        escape_path(&path),
        format_count(added, "case")
    );
    Ok(ExitStatus::Expected)
}
