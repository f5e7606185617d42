//! Interactive sessions, for commands that run one submission on single cases.

use std::path::Path;

use crate::cli::common::{GlobalOptions, listen_for_signals, print_removed_code_fences};
use crate::cli::failure::Failure;
use std::sync::Arc;

use mousetrap_judge::config::Config;
use mousetrap_judge::{FindOptions, InteractiveSession, ProgramError, SessionOptions, Submission};
use mousetrap_model::{Form, Message, Problem};
use mousetrap_problems::Definition;
use mousetrap_util::printable::escape_path;

/// Returns the only submission in a file. If `problem` is given, the submission must be for this
/// problem.
pub(crate) fn load_submission<'a>(
    config: &'a Config,
    path: &Path,
    problem: Option<&'a Arc<Problem>>,
    form: Option<Form>,
) -> Result<Submission<'a>, Failure> {
    let wanted = FindOptions::new(&config.problems, problem, form);
    let paths = [path.to_owned()];
    let found = mousetrap_judge::find(&config.root, &paths, &config.languages, wanted)
        .map_err(Failure::usage_error)?;
    match <[_; 1]>::try_from(found) {
        Ok([submission]) if problem.is_none_or(|it| it.id == submission.problem.id) => {
            print_removed_code_fences(std::slice::from_ref(&submission));
            Ok(submission)
        }
        _ => Err(Failure::usage_error(format!(
            "{}: give one source file{}",
            escape_path(path),
            problem.map_or(String::new(), |problem| format!(" for problem {problem}"))
        ))),
    }
}

/// Returns the custom problem that the submission in a file solves, or `None` if it solves a
/// built-in game. A file that could be a submission to several problems counts as a submission to a
/// built-in game.
pub(crate) fn custom_problem<'a>(
    config: &'a Config,
    path: &Path,
    problem: Option<&'a Arc<Problem>>,
    form: Option<Form>,
) -> Result<Option<&'a Definition>, Failure> {
    if let Some(problem) = problem {
        return Ok(config.definition(problem));
    }
    let wanted = FindOptions::new(&config.problems, None, form);
    match mousetrap_judge::find(&config.root, &[path.to_owned()], &config.languages, wanted) {
        Ok(found) => Ok(found.first().and_then(|it| config.definition(it.problem))),
        Err(refused) => match refused.reason {
            Message::UnknownProblem { .. } | Message::SeveralEntries { .. } => Ok(None),
            _ => Err(Failure::usage_error(refused)),
        },
    }
}

/// Compiles a submission, starts a session, and passes the session to `ask`. Returns `None` if the
/// user asked to stop.
pub(crate) fn with_session<T>(
    global: &GlobalOptions,
    config: &Config,
    submission: &Submission<'_>,
    ask: impl FnOnce(&InteractiveSession) -> Result<T, ProgramError>,
) -> Result<Option<T>, Failure> {
    let options = SessionOptions {
        memory: config.limits_of(submission.problem).memory,
        judge: &global.judge_options(config),
        interrupted: listen_for_signals()?,
    };
    let answered =
        mousetrap_judge::with_sessions(&[submission], options, |sessions| ask(&sessions[0]));
    match answered {
        Err(ProgramError::Interrupted) => Ok(None),
        answered => Ok(Some(answered?)),
    }
}
