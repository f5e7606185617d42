//! Compiles and starts submissions, and searches for a failure.

use std::sync::atomic::AtomicBool;

use thiserror::Error;

use super::{Options, Search, SearchEnd, SearchState, Source, Trial, run_all};
use cat_and_mouse::Game;
use mousetrap_judge::{JudgeError, SessionEvent, SessionOptions, Submission, with_sessions};
use mousetrap_languages::{Probed, probe};
use mousetrap_suite::generate::Seed;
use mousetrap_util::printable::named;

/// A search for a failure of submissions.
pub struct Attempt<'a> {
    /// One submission, or two that are compared with each other.
    pub players: Vec<&'a Submission<'a>>,
    /// The options of the judge.
    pub judge: &'a mousetrap_judge::Options,
    /// Chooses the instances.
    pub seed: Seed,
    /// The options of the search.
    pub options: Options,
    /// The instances that are tried first.
    pub first: Vec<Trial>,
}

/// Reason why nothing was tried.
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
    /// Tries instances until one fails or the time is up. Calls `show` regularly with the
    /// progress.
    ///
    /// # Errors
    /// If nothing could be tried.
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
                        named(&player.path)
                    )));
                }
            }
        }
        let options = self.options;
        let player = self.players[0];
        let game = Game::of(player.problem).ok_or_else(|| {
            Untried::Unfit(format!(
                "{}: problem {} is no built-in game; only those can be searched for instances",
                named(&player.path),
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
                        named(&player.path),
                        text.trim_end()
                    )));
                }
            }
            let run = run_all(sessions, options.limits);
            Ok(Search::new(&run, options, interrupted, show).run(source)?)
        })?
    }
}
