//! `mousetrap stress`: finds an instance on which a submission fails, and shrinks it.

mod arguments;
mod counterexample;
mod messages;
mod search;

use mousetrap_judge::{FindOptions, Finder};

use crate::cli::common::{
    GlobalOptions, find_problem, is_interrupted, listen_for_signals, print_removed_code_fences,
};
use crate::cli::failure::{Failure, Status};
use search::StressSettings;

pub(crate) use arguments::Arguments;

pub(crate) fn run(global: &GlobalOptions, arguments: &Arguments) -> Result<Status, Failure> {
    let config = global.read_config()?;
    let (root, languages) = (&config.root, &config.languages);
    let problem = arguments.problem.as_deref();
    let problem = problem.map(|id| find_problem(&config, id)).transpose()?;
    let wanted = FindOptions::new(&config.problems, problem, arguments.form);
    let interrupted = listen_for_signals()?;
    let found = Finder { languages, wanted }.find_all(root, &arguments.paths, interrupted);
    let (submissions, refused) = (found.submissions, found.refused);
    print_removed_code_fences(&submissions);
    let against = match &arguments.against {
        Some(path) => mousetrap_judge::find(root, std::slice::from_ref(path), languages, wanted)
            .map_err(Failure::usage_error)?,
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
    let mut status = Status::Expected;
    for refused in &refused {
        Failure::usage_error(refused).print();
        status = Status::Usage;
    }
    for submission in &submissions {
        match stress.stress_submission(submission) {
            Ok(done) if status == Status::Expected => status = done,
            Ok(_) => {}
            // A failure of the judge would also affect all other submissions.
            Err(failure @ Failure::Internal(_)) => return Err(failure),
            Err(failure) => {
                failure.print();
                status = Status::Usage;
            }
        }
        if is_interrupted() {
            return Ok(Status::Interrupted);
        }
    }
    Ok(status)
}
