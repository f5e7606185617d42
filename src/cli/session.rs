//! A live session with one submission, for commands that ask it about single cases.

use std::path::Path;

use crate::cli::common::{Global, listen_for_signals, note_fences};
use crate::cli::failure::Failure;
use cat_and_mouse::Game;
use mousetrap_judge::config::Config;
use mousetrap_judge::{FindOptions, InteractiveSession, SessionEvent, SessionOptions, Submission};
use mousetrap_languages::{Probed, Toolchain, probe};
use mousetrap_model::Form;
use mousetrap_util::printable::named;

/// Returns the one submission in a file. If `game` is given, the submission must be for it.
pub(crate) fn submission<'a>(
    config: &'a Config,
    path: &Path,
    game: Option<Game>,
    form: Option<Form>,
) -> Result<Submission<'a>, Failure> {
    let wanted = FindOptions::new(&config.problems, game.map(Game::problem), form);
    let paths = [path.to_owned()];
    let found = mousetrap_judge::find(&config.root, &paths, &config.languages, wanted)
        .map_err(Failure::usage)?;
    match <[_; 1]>::try_from(found) {
        Ok([submission]) if game.is_none_or(|game| game.id() == submission.problem.id) => {
            note_fences(std::slice::from_ref(&submission));
            Ok(submission)
        }
        _ => Err(Failure::usage(format!(
            "{}: give one source file{}",
            named(path),
            game.map_or(String::new(), |game| format!(" for problem {game}"))
        ))),
    }
}

/// Returns the toolchain of a submission.
pub(crate) fn toolchain(submission: &Submission<'_>) -> Result<Toolchain, Failure> {
    match probe(submission.detected.language) {
        Probed::Toolchain(toolchain) => Ok(toolchain),
        Probed::Missing { reason, install } => Err(Failure::usage(format!(
            "{}: {reason}; run `{install}`",
            named(&submission.path)
        ))),
    }
}

/// Compiles a submission and calls `ask` with a session of it.
pub(crate) fn with_session<T>(
    global: &Global,
    config: &Config,
    submission: &Submission<'_>,
    ask: impl FnOnce(&InteractiveSession) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let submissions = [(submission, toolchain(submission)?)];
    let options = SessionOptions {
        memory: config.limits.memory,
        judge: &global.options(config),
        interrupted: listen_for_signals()?,
    };
    mousetrap_judge::with_sessions(&submissions, options, |sessions| {
        match sessions[0].next_event()? {
            Some(SessionEvent::Rejected(text)) => Err(Failure::usage(format!(
                "{}: does not compile\n{}",
                named(&submission.path),
                text.trim_end()
            ))),
            _ => ask(&sessions[0]),
        }
    })?
}
