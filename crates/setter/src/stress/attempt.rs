//! Compiles and starts submissions, and searches for an instance on which they fail.

use std::sync::atomic::AtomicBool;

use thiserror::Error;

use super::{Options, Search, SearchEnd, SearchState, Source, Trial, run_in_sessions};
use cat_and_mouse::Game;
use mousetrap_judge::{JudgeError, SessionEvent, SessionOptions, Submission, with_sessions};
use mousetrap_languages::{Probed, probe};
use mousetrap_suite::generate::Seed;
use mousetrap_util::printable::escape_path;

/// The settings of a search for an instance on which submissions fail.
pub struct Attempt<'a> {
    /// One submission, or two that are compared with each other.
    pub players: Vec<&'a Submission<'a>>,
    /// The options of the judge.
    pub judge: &'a mousetrap_judge::Options,
    /// The seed for drawing the instances.
    pub seed: Seed,
    /// The options of the search.
    pub options: Options,
    /// The instances that are tried first.
    pub first: Vec<Trial>,
}

/// The reason why no instance was tried.
#[derive(Debug, Error)]
pub enum Untried {
    /// The judge failed.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// A submission cannot be tried.
    #[error("{0}")]
    Unfit(String),
}

impl Attempt<'_> {
    /// Tries instances until a submission fails on one or the time is up. Calls `show` regularly
    /// with the progress.
    ///
    /// # Errors
    /// Returns an error if no instance could be tried.
    pub fn run(
        self,
        interrupted: &AtomicBool,
        show: &mut dyn FnMut(&SearchState),
    ) -> Result<SearchEnd, Untried> {
        let mut players = Vec::new();
        for player in &self.players {
            match probe(player.detected.language) {
                Probed::Toolchain(toolchain) => players.push((*player, toolchain)),
                Probed::Missing { reason, install } => {
                    return Err(Untried::Unfit(format!(
                        "{}: {reason}; run `{install}`",
                        escape_path(&player.path)
                    )));
                }
            }
        }
        let options = self.options;
        let player = self.players[0];
        let game = Game::from_problem(player.problem).ok_or_else(|| {
            Untried::Unfit(format!(
                "{}: problem {} is not a built-in game; instances can be searched only for built-in games",
                escape_path(&player.path),
                player.problem
            ))
        })?;
        let source = Source::new(game, self.seed, self.first);
        let session_options = SessionOptions {
            memory: options.limits.memory,
            judge: self.judge,
            interrupted,
        };
        with_sessions(&players, session_options, |sessions| {
            for (session, player) in sessions.iter().zip(&self.players) {
                if let Some(SessionEvent::Rejected(text)) = session.next_event()? {
                    return Err(Untried::Unfit(format!(
                        "{}: does not compile\n{}",
                        escape_path(&player.path),
                        text.trim_end()
                    )));
                }
            }
            let run = run_in_sessions(sessions, options.limits);
            Ok(Search::new(&run, options, interrupted, show).run(source)?)
        })?
    }
}
