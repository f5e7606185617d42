//! Finding the submissions in the paths of a command, and running one submission interactively.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cli::context::{
    GlobalOptions, INTERRUPTED, find_problem, is_interrupted, listen_for_signals,
};
use crate::cli::failure::Failure;
use mousetrap_judge::config::Config;
use mousetrap_judge::{
    FindOptions, Finder, InteractiveSession, JudgeError, SessionOptions, Submission, SubmissionSet,
};
use mousetrap_model::{Form, Message, Problem};
use mousetrap_problems::Definition;
use mousetrap_report::format_count;
use mousetrap_util::printable::escape_path;

/// Finds the submissions in these paths. If `problem` is given, finds only submissions to this
/// problem.
///
/// # Errors
/// Returns an error if there is no such problem, or if the user asks to stop.
pub(crate) fn find_submissions<'a>(
    config: &'a Config,
    paths: &[PathBuf],
    problem: Option<&str>,
    form: Option<Form>,
) -> Result<SubmissionSet<'a>, Failure> {
    let problem = problem.map(|id| find_problem(config, id)).transpose()?;
    let finder = Finder {
        languages: &config.languages,
        wanted: FindOptions::new(&config.problems, problem, form),
    };
    let found = finder.find_all(&config.root, paths, &INTERRUPTED);
    if is_interrupted() {
        return Err(JudgeError::Interrupted.into());
    }
    Ok(found)
}

/// Finds the submissions in these paths. A file that cannot be judged is an error.
pub(crate) fn find_valid_submissions<'a>(
    config: &'a Config,
    paths: &[PathBuf],
    problem: Option<&str>,
    form: Option<Form>,
) -> Result<SubmissionSet<'a>, Failure> {
    let found = find_submissions(config, paths, problem, form)?;
    match found.refused.first() {
        Some(refused) => Err(Failure::usage_error(refused)),
        None => Ok(found),
    }
}

/// Returns the only submission in a file. If `problem` is given, the submission must be for this
/// problem.
pub(crate) fn load_submission<'a>(
    config: &'a Config,
    path: &Path,
    problem: Option<&Arc<Problem>>,
    form: Option<Form>,
) -> Result<Submission<'a>, Failure> {
    let id = problem.map(|problem| &*problem.id);
    let found = find_valid_submissions(config, &[path.to_owned()], id, form)?;
    match <[_; 1]>::try_from(found.submissions) {
        Ok([submission]) if id.is_none_or(|id| id == submission.problem.id) => {
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
    let found = find_submissions(config, &[path.to_owned()], None, form)?;
    let submission = found.submissions.first();
    match found.refused.first() {
        None => Ok(submission.and_then(|it| config.definition(it.problem))),
        Some(refused) => match refused.reason {
            Message::UnknownProblem { .. } | Message::SeveralEntries { .. } => Ok(None),
            _ => Err(Failure::usage_error(refused)),
        },
    }
}

/// Prints the names of the submissions from which a Markdown code fence was removed.
pub(crate) fn print_removed_code_fences(submissions: &[Submission<'_>]) {
    const MAX_LISTED_NAMES: usize = 3;
    let fenced = submissions.iter();
    let fenced: Vec<_> = fenced
        .filter_map(|submission| Some((submission, submission.detected.code.fence.as_ref()?)))
        .collect();
    for (submission, fence) in fenced.iter().take(MAX_LISTED_NAMES) {
        errln!("{}: {fence}", escape_path(&submission.path));
    }
    if fenced.len() > MAX_LISTED_NAMES {
        let more_files = format_count(fenced.len() - MAX_LISTED_NAMES, "more file");
        errln!("removed a Markdown code fence from {more_files}");
    }
}

/// Compiles a submission, starts a session, and passes the session to `ask`.
pub(crate) fn with_session<T>(
    global: &GlobalOptions,
    config: &Config,
    submission: &Submission<'_>,
    ask: impl FnOnce(&InteractiveSession) -> Result<T, JudgeError>,
) -> Result<T, Failure> {
    let options = SessionOptions {
        memory: config.limits_of(submission.problem).memory,
        judge: &global.judge_options(config),
        interrupted: listen_for_signals()?,
    };
    let answered =
        mousetrap_judge::with_sessions(&[submission], options, |sessions| ask(&sessions[0]));
    Ok(answered?)
}
