//! Searches for failures of submissions, one after another.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cat_and_mouse::Game;
use mousetrap_judge::config::Config;
use mousetrap_judge::{Generators, Options, Submission};
use mousetrap_setter::stress::{self, Attempt, SearchEnd, TimeLimits, Trial, Untried};
use mousetrap_suite::generate::{self, Family, Seed};
use mousetrap_suite::{GameCase, ProjectSuites};
use mousetrap_util::printable::named;

use super::arguments::Arguments;
use super::display::Display;
use crate::cli::common::{Global, game};
use crate::cli::failure::Failure;

/// The suite in which counterexamples are stored.
pub(super) const REGRESSIONS: &str = "regressions";

/// The stored cases, by problem.
pub(super) type Stored = BTreeMap<String, Vec<GameCase>>;

/// The settings that all submissions of a call share.
pub(super) struct Stress<'a> {
    pub(super) global: &'a Global,
    pub(super) arguments: &'a Arguments,
    pub(super) config: &'a Config,
    pub(super) against: Option<&'a Submission<'a>>,
    pub(super) options: Options,
    pub(super) interrupted: Arc<AtomicBool>,
}

impl Stress<'_> {
    /// Returns whether the user interrupted the run.
    pub(super) fn stopped(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Searches for a failure of one submission.
    pub(super) fn one(
        &self,
        submission: &Submission<'_>,
        stored: &Stored,
    ) -> Result<SearchEnd, Failure> {
        let mut players = vec![submission];
        if let Some(other) = self.against {
            if other.problem != submission.problem {
                return Err(Failure::usage(format!(
                    "{} is for problem {}, but {} is for problem {}",
                    named(&submission.path),
                    submission.problem,
                    named(&other.path),
                    other.problem
                )));
            }
            players.push(other);
        }
        let Arguments {
            time, seed, goal, ..
        } = *self.arguments;
        let first = stored[&submission.problem.id].iter().map(Trial::of);
        let attempt = Attempt {
            players,
            judge: &self.options,
            options: stress::Options {
                time: TimeLimits::within(time),
                seed: Seed(seed),
                goal,
                limits: self.config.limits,
            },
            families: self.families(game(submission)?)?,
            first: first.collect(),
        };
        let mut display = Display::new(self.global, &submission.path, time);
        let end = attempt.run(&self.interrupted, &mut |state| display.show(state));
        drop(display);
        end.map_err(|untried| match untried {
            Untried::Unfit(reason) => Failure::usage(reason),
            Untried::Judge(error) => Failure::from(error),
        })
    }

    /// Returns the families to draw from.
    pub(super) fn families(&self, game: Game) -> Result<Vec<&'static Family>, Failure> {
        let named = self.arguments.family.iter().map(|name| {
            generate::by_name(game, name)
                .ok_or_else(|| Failure::usage(generate::no_family(game, name)))
        });
        named.collect()
    }

    /// Loads the stored cases, which are tried first.
    pub(super) fn stored(&self, game: Game) -> Result<Vec<GameCase>, Failure> {
        if self.arguments.fresh || !self.arguments.family.is_empty() {
            return Ok(Vec::new());
        }
        let mut generators =
            Generators::new(self.config, self.arguments.isolation, &self.interrupted);
        let mut suites = ProjectSuites::new(self.config, &mut generators);
        let mut cases = Vec::new();
        for name in [REGRESSIONS, "extreme"] {
            let suite = suites.load(game, name).map_err(Failure::usage)?;
            cases.extend(suite.cases);
        }
        Ok(cases)
    }
}
