//! Compiles and starts submissions, and runs a search for an instance on which they fail.

use std::sync::atomic::AtomicBool;

use thiserror::Error;

use super::{FailureSearch, Options, SearchOutcome, SearchState, Source, Trial, run_in_sessions};
use cat_and_mouse::Game;
use mousetrap_judge::{JudgeError, SessionEvent, SessionOptions, Submission, with_sessions};
use mousetrap_languages::{Probed, probe};
use mousetrap_suite::generate::Seed;
use mousetrap_util::printable::escape_path;

/// The settings of a search for an instance on which submissions fail.
pub struct SearchPlan<'a> {
    /// Either one submission, whose failures are sought, or two submissions to compare with each
    /// other.
    pub submissions: Vec<&'a Submission<'a>>,
    /// The options of the judge.
    pub judge: &'a mousetrap_judge::Options,
    /// The seed for drawing the instances.
    pub seed: Seed,
    /// The options of the search.
    pub options: Options,
    /// The instances to try first.
    pub first: Vec<Trial>,
}

/// The reason why a search has no result.
#[derive(Debug, Error)]
pub enum SearchError {
    /// The judge failed.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// A submission cannot be run. Contains the message.
    #[error("{0}")]
    CannotRun(String),
}

impl SearchPlan<'_> {
    /// Tries instances until a submission fails on one or the time is up. Calls `show` regularly
    /// with the progress.
    ///
    /// # Errors
    /// Returns an error if a submission cannot be run, or if the judge fails.
    pub fn run(
        self,
        interrupted: &AtomicBool,
        show: &mut dyn FnMut(&SearchState),
    ) -> Result<SearchOutcome, SearchError> {
        let mut submissions = Vec::new();
        for submission in &self.submissions {
            match probe(submission.detected.language) {
                Probed::Toolchain(toolchain) => submissions.push((*submission, toolchain)),
                Probed::Missing { reason, install } => {
                    return Err(SearchError::CannotRun(format!(
                        "{}: {reason}; run `{install}`",
                        escape_path(&submission.path)
                    )));
                }
            }
        }
        let options = self.options;
        let submission = self.submissions[0];
        let game = Game::from_problem(submission.problem).ok_or_else(|| {
            SearchError::CannotRun(format!(
                "{}: problem {} is not a built-in game; stress tests draw instances of built-in games only",
                escape_path(&submission.path),
                submission.problem
            ))
        })?;
        let source = Source::new(game, self.seed, self.first);
        let session_options = SessionOptions {
            memory: options.limits.memory,
            judge: self.judge,
            interrupted,
        };
        with_sessions(&submissions, session_options, |sessions| {
            for (session, submission) in sessions.iter().zip(&self.submissions) {
                if let Some(SessionEvent::Rejected(text)) = session.next_event()? {
                    return Err(SearchError::CannotRun(format!(
                        "{}: does not compile\n{}",
                        escape_path(&submission.path),
                        text.trim_end()
                    )));
                }
            }
            let run = run_in_sessions(sessions, options.limits);
            Ok(FailureSearch::new(&run, options, interrupted, show).run(source)?)
        })?
    }
}
