//! Searches for instances on which submissions fail, one submission after another.

use cat_and_mouse::Game;
use mousetrap_judge::config::Config;
use mousetrap_judge::{Options, Submission};
use mousetrap_model::{Value, ValueError};
use mousetrap_problems::{Definition, cases};
use mousetrap_setter::stress::{
    InstanceSource, InstanceWithOrigin, SearchOutcome, SearchPlan, SearchState,
};
use mousetrap_suite::custom::CustomProblemError;
use mousetrap_suite::generate::Seed;
use mousetrap_util::printable::escape_path;

use super::arguments::Arguments;
use super::messages::progress_text;
use crate::cli::context::{GlobalOptions, INTERRUPTED, find_game};
use crate::cli::failure::{CommandResult, ExitStatus, Failure};
use crate::cli::progress_line::ProgressLine;

/// The suite in which counterexamples are stored.
pub(super) const REGRESSIONS_SUITE: &str = "regressions";

/// The command's settings, which apply to all submissions.
pub(super) struct StressSettings<'a> {
    pub(super) global: &'a GlobalOptions,
    pub(super) arguments: &'a Arguments,
    pub(super) config: &'a Config,
    pub(super) against: Option<&'a Submission<'a>>,
    pub(super) options: Options,
}

impl StressSettings<'_> {
    /// Searches for an instance on which one submission fails, and prints and stores the instance.
    pub(super) fn stress_submission(&self, submission: &Submission<'_>) -> CommandResult {
        if let Some(other) = self.against
            && other.problem != submission.problem
        {
            return Err(Failure::usage_error(format!(
                "{} is for problem {}, but {} is for problem {}",
                escape_path(&submission.path),
                submission.problem,
                escape_path(&other.path),
                other.problem
            )));
        }
        if let Some(definition) = self.config.definition(submission.problem) {
            if definition.generator.is_none() {
                definition
                    .ensure_cases_can_be_generated()
                    .map_err(|error| {
                        Failure::usage_error(format!("problem {}: {error}", definition.problem))
                    })?;
            }
            let first = self.load_stored_arguments(definition)?;
            let outcome = self.search(submission, |plan, show| {
                let seed = self.arguments.seed;
                plan.search_custom_problem(self.config, definition, first, seed, show)
            })?;
            if outcome.found.is_none() && outcome.cases == 0 && !outcome.interrupted {
                return Err(Failure::usage_error(format!(
                    "problem {}: neither the generator nor the constraints yield a case that \
                     the validator allows; correct them in problem.toml",
                    definition.problem
                )));
            }
            self.print_custom_problem_result(submission, definition, &outcome)?;
            return Ok(ExitStatus::from_is_expected(outcome.found.is_none()));
        }
        let game = find_game(submission.problem)?;
        let first = self.load_stored_cases(game)?;
        let source = InstanceSource::new(game, Seed(self.arguments.seed), first);
        let outcome = self.search(submission, |plan, show| plan.search_game(source, show))?;
        self.print_game_result(submission, game, &outcome)?;
        Ok(ExitStatus::from_is_expected(outcome.found.is_none()))
    }

    /// Runs a search and shows its progress.
    fn search<I>(
        &self,
        submission: &Submission<'_>,
        run: impl FnOnce(
            SearchPlan<'_>,
            &mut dyn FnMut(&SearchState),
        ) -> Result<SearchOutcome<I>, CustomProblemError>,
    ) -> Result<SearchOutcome<I>, Failure> {
        let time = self.arguments.time;
        let plan = SearchPlan {
            submission,
            against: self.against,
            judge: &self.options,
            limits: self.config.limits_of(submission.problem),
            time,
            interrupted: &INTERRUPTED,
        };
        let path = escape_path(&submission.path);
        let mut line = ProgressLine::new(self.global);
        line.show(&format!("{path}: compiling"));
        let mut show =
            |state: &SearchState| line.show(&format!("{path}: {}", progress_text(state, time)));
        match run(plan, &mut show) {
            Ok(outcome) => Ok(outcome),
            Err(CustomProblemError::Program(error)) => Err(error.into()),
            Err(error) => {
                let problem = submission.problem;
                let role = self.against.map_or_else(String::new, |other| {
                    let other = escape_path(&other.path);
                    format!(" ({other} takes the place of the reference solution)")
                });
                Err(Failure::usage_error(format!(
                    "problem {problem}: {error}{role}"
                )))
            }
        }
    }

    /// Loads the stored counterexamples of a custom problem, which are tried first.
    fn load_stored_arguments(
        &self,
        definition: &Definition,
    ) -> Result<Vec<InstanceWithOrigin<Vec<Value>>>, Failure> {
        if self.arguments.fresh {
            return Ok(Vec::new());
        }
        let cases = cases::read(&self.config.root, definition, REGRESSIONS_SUITE)?;
        let signature = &definition.problem.signature;
        let arguments = cases.iter().map(|case| {
            Ok(InstanceWithOrigin {
                instance: signature.parse_arguments(&case.arguments)?,
                origin: case.id.to_string(),
            })
        });
        arguments
            .collect::<Result<_, ValueError>>()
            .map_err(Failure::usage_error)
    }

    /// Loads the stored cases of a game, which are tried first.
    fn load_stored_cases(&self, game: Game) -> Result<Vec<InstanceWithOrigin>, Failure> {
        if self.arguments.fresh {
            return Ok(Vec::new());
        }
        let names = [REGRESSIONS_SUITE, "extreme"].map(str::to_owned);
        let suites = self.global.load_suites(self.config, game, &names)?;
        let cases = suites.iter().flat_map(|suite| &suite.cases);
        Ok(cases.map(InstanceWithOrigin::from_case).collect())
    }
}
