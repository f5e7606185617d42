//! `mousetrap stress`: finds an instance on which a submission fails, and shrinks it.

mod arguments;
mod custom;
mod finding;
mod search;
mod text;

use std::collections::BTreeMap;

use mousetrap_judge::{FindOptions, Finder, Submission};

use crate::cli::common::{
    Global, find_problem, game, is_interrupted, listen_for_signals, note_fences,
};
use crate::cli::failure::{Failure, Status};
use custom::stress_custom_problem;
use search::Stress;

pub(crate) use arguments::Arguments;
#[cfg(feature = "mutants")]
pub(crate) use text::describe_reaction;

pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let config = global.config()?;
    let (root, languages) = (&config.root, &config.languages);
    let problem = arguments.problem.as_deref();
    let problem = problem.map(|id| find_problem(&config, id)).transpose()?;
    let wanted = FindOptions::new(&config.problems, problem, arguments.form);
    let interrupted = listen_for_signals()?;
    let found = Finder { languages, wanted }.find_each(root, &arguments.paths, interrupted);
    let (submissions, refused) = (found.submissions, found.refused);
    note_fences(&submissions);
    let against = match &arguments.against {
        Some(path) => mousetrap_judge::find(root, std::slice::from_ref(path), languages, wanted)
            .map_err(Failure::usage)?,
        None => Vec::new(),
    };
    if let [_, _, ..] = against.as_slice() {
        return Err(Failure::usage("--against takes one source file"));
    }
    if submissions.is_empty() && refused.is_empty() {
        return Err(Failure::usage(
            "no submission found; name source files or directories",
        ));
    }
    let stress = Stress {
        global,
        arguments,
        config: &config,
        against: against.first(),
        options: global.options(&config),
    };
    let mut stored = BTreeMap::new();
    let is_own = |submission: &&Submission<'_>| submission.problem.game.is_none();
    for submission in submissions.iter().filter(|submission| !is_own(submission)) {
        let game = game(submission.problem)?;
        if !stored.contains_key(game.id()) {
            stored.insert(game.id().to_owned(), stress.load_stored_cases(game)?);
        }
    }
    let mut status = Status::Expected;
    for refused in &refused {
        Failure::usage(refused).complain();
        status = Status::Usage;
    }
    for submission in &submissions {
        if let Some(definition) = config.definition(submission.problem) {
            let players = (definition, submission, against.first());
            match stress_custom_problem(global, arguments, (&config, &stress.options), players) {
                Ok(Status::Expected) => {}
                Ok(Status::Interrupted) => return Ok(Status::Interrupted),
                Ok(other) if status == Status::Expected => status = other,
                Ok(_) => {}
                Err(failure @ Failure::Internal(_)) => return Err(failure),
                Err(failure) => {
                    failure.complain();
                    status = Status::Usage;
                }
            }
            continue;
        }
        match stress.search(submission, &stored) {
            Ok(end) => {
                stress.report(submission, &end)?;
                if end.found.is_some() && status == Status::Expected {
                    status = Status::Unexpected;
                }
            }
            // A failure of the judge would also affect all other submissions.
            Err(failure @ Failure::Internal(_)) => return Err(failure),
            Err(failure) => {
                failure.complain();
                status = Status::Usage;
            }
        }
        if is_interrupted() {
            status = Status::Interrupted;
            break;
        }
    }
    Ok(status)
}
