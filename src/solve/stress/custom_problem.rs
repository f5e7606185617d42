//! `mousetrap stress` for custom problems.

use mousetrap_judge::config::Config;
use mousetrap_judge::{Options, SessionOptions, Submission};
use mousetrap_model::Verdict;
use mousetrap_problems::Definition;
use mousetrap_problems::cases::{self, suite_file};
use mousetrap_report::{counted, time};
use mousetrap_setter::custom_stress::{CustomFailure, CustomSearch, CustomSearchOutcome};
use mousetrap_suite::custom::ReferenceError;
use mousetrap_util::printable::{escape_path, truncate_lines};
use mousetrap_util::replace::replace_file;

use super::arguments::Arguments;
use super::search::REGRESSIONS_SUITE;
use crate::cli::common::{GlobalOptions, INTERRUPTED};
use crate::cli::failure::{Failure, Status};
use crate::cli::progress_line::ProgressLine;
use crate::cli::session::find_toolchain;

/// Searches for a case on which a submission to a custom problem fails, and prints and stores the
/// case.
pub(super) fn stress_custom_problem(
    global: &GlobalOptions,
    arguments: &Arguments,
    (config, options): (&Config, &Options),
    (definition, submission, against): (&Definition, &Submission<'_>, Option<&Submission<'_>>),
) -> Result<Status, Failure> {
    let path = escape_path(&submission.path);
    let search = CustomSearch {
        config,
        definition,
        submission,
        against,
        session: SessionOptions {
            memory: definition.limits.memory,
            judge: options,
            interrupted: &INTERRUPTED,
        },
        seed: arguments.seed,
        time: arguments.time,
    };
    definition
        .check_can_generate_cases()
        .map_err(|error| Failure::usage(format!("problem {}: {error}", definition.problem)))?;
    let toolchain = find_toolchain(submission)?;
    let mut line = ProgressLine::new(global);
    line.show(&format!("{path}: compiling"));
    let end = search.run(toolchain, &mut |cases| {
        line.show(&format!("{path}: {}", counted(cases, "case")));
    });
    drop(line);
    let end = match end {
        Ok(end) => end,
        Err(ReferenceError::Interrupted) => return Ok(Status::Interrupted),
        Err(ReferenceError::Judge(error)) => return Err(error.into()),
        Err(error) => {
            return Err(Failure::usage(format!(
                "problem {}: {error}",
                definition.problem
            )));
        }
    };
    let CustomSearchOutcome {
        cases,
        elapsed,
        failure,
    } = end;
    let effort = format!("{} in {}", counted(cases, "case"), time(elapsed));
    let Some(failure) = failure else {
        outln!("{path}: no failure found, {effort}");
        return Ok(Status::Expected);
    };
    print_failure(
        &failure,
        &format!("{path}: {}, after {effort}", failure_kind(&failure)),
    );
    store_case(config, definition, &failure)?;
    Ok(Status::Unexpected)
}

/// Returns the kind of a failure, such as `wrong answer`.
fn failure_kind(failure: &CustomFailure) -> String {
    failure.answer.verdict.directory().replace('_', " ")
}

fn print_failure(failure: &CustomFailure, headline: &str) {
    let answer = &failure.answer;
    outln!("{headline}");
    for line in answer.case.arguments.lines() {
        outln!("    {}", truncate_lines(line));
    }
    outln!("  expected {}", truncate_lines(&answer.case.answer));
    match (&answer.claim, &answer.reason) {
        (Some(claim), _) if answer.verdict == Verdict::WrongAnswer => {
            outln!("  got      {}", truncate_lines(claim));
        }
        (_, Some(reason)) => outln!("  {reason}"),
        _ => {}
    }
}

/// Adds the failing case to the regressions suite, unless the suite already contains it.
fn store_case(
    config: &Config,
    definition: &Definition,
    failure: &CustomFailure,
) -> Result<(), Failure> {
    let file = suite_file(&definition.problem.id, REGRESSIONS_SUITE);
    let known = cases::read(&config.root, definition, REGRESSIONS_SUITE).map_err(Failure::usage)?;
    let case = &failure.answer.case;
    if let Some(same) = known.iter().find(|known| known.arguments == case.arguments) {
        outln!("  already known as {}", same.id);
        return Ok(());
    }
    let name = cases::unused_name(&known, "stress");
    let Some(path) = config.root.writable_path(&file).map_err(Failure::usage)? else {
        return Ok(());
    };
    let text = config.root.read_text(&file).map_err(Failure::usage)?;
    let text =
        text.unwrap_or_default() + &cases::format_case(&name, &failure.arguments, &case.answer);
    replace_file(&path, text)
        .map_err(|error| Failure::usage(format!("{}: {error}", escape_path(&path))))?;
    outln!(
        "  added to {} as {REGRESSIONS_SUITE}/{name}",
        escape_path(&path)
    );
    Ok(())
}
