//! Searches for instances on which submissions fail, one submission after another.

use std::collections::BTreeMap;

use cat_and_mouse::Game;
use mousetrap_judge::config::Config;
use mousetrap_judge::{Options, Submission};
use mousetrap_setter::stress::{self, SearchError, SearchOutcome, SearchPlan, SearchState, Trial};
use mousetrap_suite::GameCase;
use mousetrap_suite::generate::Seed;
use mousetrap_util::printable::escape_path;

use super::arguments::Arguments;
use super::text::progress_text;
use crate::cli::common::{GlobalOptions, INTERRUPTED};
use crate::cli::failure::Failure;
use crate::cli::progress_line::ProgressLine;

/// The suite in which counterexamples are stored.
pub(super) const REGRESSIONS_SUITE: &str = "regressions";

/// The stored cases, keyed by problem.
pub(super) type StoredCases = BTreeMap<String, Vec<GameCase>>;

/// The settings of the command that apply to all submissions.
pub(super) struct StressSettings<'a> {
    pub(super) global: &'a GlobalOptions,
    pub(super) arguments: &'a Arguments,
    pub(super) config: &'a Config,
    pub(super) against: Option<&'a Submission<'a>>,
    pub(super) options: Options,
}

impl StressSettings<'_> {
    /// Searches for an instance on which one submission fails.
    pub(super) fn find_failure(
        &self,
        submission: &Submission<'_>,
        stored: &StoredCases,
    ) -> Result<SearchOutcome, Failure> {
        let mut submissions = vec![submission];
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
            submissions.push(other);
        }
        let Arguments { time, seed, .. } = *self.arguments;
        let first = stored[&submission.problem.id].iter().map(Trial::from_case);
        let plan = SearchPlan {
            submissions,
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
        let end = plan.run(&INTERRUPTED, &mut show);
        drop(line);
        end.map_err(|error| match error {
            SearchError::CannotRun(reason) => Failure::usage(reason),
            SearchError::Judge(error) => Failure::from(error),
        })
    }

    /// Loads the stored cases, which are tried first.
    pub(super) fn load_stored_cases(&self, game: Game) -> Result<Vec<GameCase>, Failure> {
        if self.arguments.fresh {
            return Ok(Vec::new());
        }
        let names = [REGRESSIONS_SUITE, "extreme"].map(str::to_owned);
        let suites = self.global.load_suites(self.config, game, &names)?;
        Ok(suites.into_iter().flat_map(|suite| suite.cases).collect())
    }
}
