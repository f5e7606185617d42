//! Searches for instances on which submissions fail, one submission after another.

use std::collections::BTreeMap;

use cat_and_mouse::Game;
use mousetrap_judge::config::Config;
use mousetrap_judge::{Options, Submission};
use mousetrap_setter::stress::{self, Attempt, SearchEnd, SearchState, Trial, Untried};
use mousetrap_suite::GameCase;
use mousetrap_suite::generate::Seed;
use mousetrap_util::printable::escape_path;

use super::arguments::Arguments;
use super::text::progress_text;
use crate::cli::common::{Global, INTERRUPTED};
use crate::cli::failure::Failure;
use crate::cli::progress_line::ProgressLine;

/// The suite in which counterexamples are stored.
pub(super) const REGRESSIONS: &str = "regressions";

/// The stored cases, keyed by problem.
pub(super) type StoredCases = BTreeMap<String, Vec<GameCase>>;

/// The settings of the command that apply to all submissions.
pub(super) struct Stress<'a> {
    pub(super) global: &'a Global,
    pub(super) arguments: &'a Arguments,
    pub(super) config: &'a Config,
    pub(super) against: Option<&'a Submission<'a>>,
    pub(super) options: Options,
}

impl Stress<'_> {
    /// Searches for an instance on which one submission fails.
    pub(super) fn search(
        &self,
        submission: &Submission<'_>,
        stored: &StoredCases,
    ) -> Result<SearchEnd, Failure> {
        let mut players = vec![submission];
        if let Some(other) = self.against {
            if other.problem != submission.problem {
                return Err(Failure::usage(format!(
                    "{} is for problem {}, but {} is for problem {}",
                    escape_path(&submission.path),
                    submission.problem,
                    escape_path(&other.path),
                    other.problem
                )));
            }
            players.push(other);
        }
        let Arguments { time, seed, .. } = *self.arguments;
        let first = stored[&submission.problem.id].iter().map(Trial::of);
        let attempt = Attempt {
            players,
            judge: &self.options,
            seed: Seed(seed),
            options: stress::Options {
                time,
                limits: self.config.limits,
            },
            first: first.collect(),
        };
        let path = escape_path(&submission.path);
        let mut line = ProgressLine::new(self.global);
        line.show(&format!("{path}: compiling"));
        let mut show =
            |state: &SearchState| line.show(&format!("{path}: {}", progress_text(state, time)));
        let end = attempt.run(&INTERRUPTED, &mut show);
        drop(line);
        end.map_err(|untried| match untried {
            Untried::Unfit(reason) => Failure::usage(reason),
            Untried::Judge(error) => Failure::from(error),
        })
    }

    /// Loads the stored cases, which are tried first.
    pub(super) fn load_stored_cases(&self, game: Game) -> Result<Vec<GameCase>, Failure> {
        if self.arguments.fresh {
            return Ok(Vec::new());
        }
        let names = [REGRESSIONS, "extreme"].map(str::to_owned);
        let suites = self.global.load_suites(self.config, game, &names)?;
        Ok(suites.into_iter().flat_map(|suite| suite.cases).collect())
    }
}
