//! Runs the mutants of a game on cases, and searches for instances that kill them.

use cat_and_mouse::Game;
use mousetrap_judge::config::Config;
use mousetrap_report::{format_count, format_number};
use mousetrap_setter::strength::{self, KillMatrix, Mutant};
use mousetrap_setter::stress::{self, InstanceSource, Witnesses};
use mousetrap_suite::generate::Seed;
use mousetrap_suite::{GameCase, Suite};

use crate::cli::context::{GlobalOptions, chosen_games, find_suites, parse_game};
use crate::cli::failure::Failure;
use crate::cli::progress_line::ProgressLine;

/// The suites to measure, or to choose cases from.
#[derive(Debug, clap::Args)]
pub(super) struct SuiteSelection {
    /// Names of suites; if several suites are given, their cases are combined
    #[arg(required = true)]
    pub(super) suites: Vec<String>,
    /// Use only suites of this problem
    #[arg(long, short, value_parser = parse_game)]
    pub(super) problem: Option<Game>,
}

impl SuiteSelection {
    /// Returns the requested suites of each game.
    pub(super) fn game_suites(&self, config: &Config) -> Result<Vec<(Game, Vec<String>)>, Failure> {
        find_suites(config, &chosen_games(self.problem), &self.suites)
    }
}

/// The options for searching for instances that kill mutants.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "Search")]
pub(super) struct SearchOptions {
    /// Maximum number of instances to try: instances of all families, their variations, and
    /// instances with long forced wins
    #[arg(long, value_name = "N", default_value_t = 5000)]
    pub(super) search: usize,
    /// Seed for drawing the instances
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(super) seed: u64,
}

/// Runs the mutants of a game and shows the progress.
pub(super) struct MutantRunner<'a> {
    pub(super) global: &'a GlobalOptions,
    pub(super) config: &'a Config,
    pub(super) game: Game,
    pub(super) mutants: Vec<Mutant>,
    line: ProgressLine,
}

impl<'a> MutantRunner<'a> {
    pub(super) fn new(global: &'a GlobalOptions, config: &'a Config, game: Game) -> Self {
        Self {
            global,
            config,
            game,
            mutants: strength::mutants_of_game(game),
            line: ProgressLine::new(global),
        }
    }

    /// Loads the game's suites with these names.
    pub(super) fn load_suites(&mut self, names: &[String]) -> Result<Vec<Suite>, Failure> {
        self.line
            .show(&format!("{}: loading the cases", self.game.id()));
        self.global.load_suites(self.config, self.game, names)
    }

    /// Runs every mutant on every case. Returns a matrix that shows which cases kill which mutants.
    pub(super) fn kill_matrix(&mut self, cases: &[&GameCase]) -> KillMatrix {
        let (game, line) = (self.game.id(), &mut self.line);
        let mutants = format_count(self.mutants.len(), "wrong solution");
        KillMatrix::new(&self.mutants, cases, &mut |done| {
            let cases = format_count(cases.len(), "case");
            line.show(&format!(
                "{game}: {mutants} run on {} of {cases}",
                format_number(done)
            ));
        })
    }

    /// Searches for the simplest instances that kill these mutants.
    pub(super) fn find_killing_instances(
        &mut self,
        mutants: &[usize],
        tries: usize,
        seed: u64,
    ) -> Witnesses {
        let instances = InstanceSource::new(self.game, Seed(seed), Vec::new()).take(tries);
        let (game, line) = (self.game.id(), &mut self.line);
        let max_instances = format_count(tries, "instance");
        let wrong_solutions = format_count(mutants.len(), "wrong solution");
        let mut show = |search: &Witnesses| {
            let [tried, killed] = [search.tried, search.found.len()].map(format_number);
            line.show(&format!(
                "{game}: killed {killed} of {wrong_solutions} with {tried} of {max_instances}"
            ));
        };
        stress::find_witnesses(instances, mutants, &mut show, |instance, some| {
            let answer = instance.reply(instance.solve());
            strength::killed_mutants(&self.mutants, some, instance, answer)
        })
    }
}
