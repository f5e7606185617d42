//! `mousetrap stress`: finds an instance on which a submission fails, and shrinks it.

mod arguments;
mod counterexample;
mod messages;
mod search;

use crate::cli::context::{GlobalOptions, is_interrupted, listen_for_signals};
use crate::cli::failure::{CommandResult, ExitStatus, Failure};
use crate::cli::submissions::{
    find_submissions, find_valid_submissions, print_removed_code_fences,
};
use search::StressSettings;

pub(crate) use arguments::Arguments;

pub(crate) fn run(global: &GlobalOptions, arguments: &Arguments) -> CommandResult {
    let config = global.read_config()?;
    let (problem, form) = (arguments.problem.as_deref(), arguments.form);
    listen_for_signals()?;
    let found = find_submissions(&config, &arguments.paths, problem, form)?;
    let (submissions, refused) = (found.submissions, found.refused);
    print_removed_code_fences(&submissions);
    let against = match &arguments.against {
        Some(path) => {
            let paths = std::slice::from_ref(path);
            find_valid_submissions(&config, paths, problem, form)?.submissions
        }
        None => Vec::new(),
    };
    if let [_, _, ..] = against.as_slice() {
        return Err(Failure::usage_error("--against takes one source file"));
    }
    if submissions.is_empty() && refused.is_empty() {
        return Err(Failure::usage_error(
            "no submission found; specify source files or directories",
        ));
    }
    let stress = StressSettings {
        global,
        arguments,
        config: &config,
        against: against.first(),
        options: global.judge_options(&config),
    };
    let mut status = ExitStatus::Expected;
    for refused in &refused {
        Failure::usage_error(refused).print();
        status = ExitStatus::Usage;
    }
    for submission in &submissions {
        match stress.stress_submission(submission) {
            Ok(ExitStatus::Unexpected) => status = ExitStatus::Unexpected,
            Ok(_) => {}
            // A failure of the judge, like Ctrl-C, would also affect all other submissions.
            Err(failure) if failure.status != ExitStatus::Usage => return Err(failure),
            Err(failure) => {
                failure.print();
                // An error, for example in a generator, must not hide the failure of an earlier
                // submission.
                if status == ExitStatus::Expected {
                    status = ExitStatus::Usage;
                }
            }
        }
        if is_interrupted() {
            return Ok(ExitStatus::Interrupted);
        }
    }
    Ok(status)
}
