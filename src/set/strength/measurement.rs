//! Runs the mutants of a game on cases, and searches for instances that kill them.

use cat_and_mouse::Game;
use mousetrap_judge::config::Config;
use mousetrap_report::{count, counted};
use mousetrap_setter::strength::{self, Matrix, Mutant};
use mousetrap_setter::stress::{self, WitnessPlan, Witnesses};
use mousetrap_suite::generate::Seed;
use mousetrap_suite::{GameCase, Suite};

use crate::cli::common::{Global, problem, suites};
use crate::cli::failure::Failure;
use crate::cli::progress_line::ProgressLine;

/// The suites that the user wants to measure or choose from.
#[derive(Debug, clap::Args)]
pub(super) struct Selection {
    /// Suites; several are measured together
    #[arg(required = true)]
    pub(super) suites: Vec<String>,
    /// Use only suites of this problem
    #[arg(long, short, value_parser = problem)]
    pub(super) problem: Option<Game>,
}

impl Selection {
    /// Returns the games with the suites of each game.
    pub(super) fn by_game(&self, config: &Config) -> Result<Vec<(Game, Vec<String>)>, Failure> {
        let games = self.problem.map_or(Game::ALL.to_vec(), |game| vec![game]);
        suites(config, &games, &self.suites)
    }
}

/// The options of the search for instances.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct SearchOptions {
    /// Maximum number of instances to try: instances of all families, variations of these, and long
    /// wins
    #[arg(
        long,
        value_name = "N",
        default_value_t = 5000,
        help_heading = "Search"
    )]
    pub(super) search: usize,
    /// Seed for drawing the instances
    #[arg(long, value_name = "S", default_value_t = 1, help_heading = "Search")]
    pub(super) seed: u64,
}

/// The mutants of a game, with the progress line.
pub(super) struct Measurement<'a> {
    pub(super) global: &'a Global,
    pub(super) config: &'a Config,
    pub(super) game: Game,
    pub(super) mutants: Vec<Mutant>,
    line: ProgressLine,
}

impl<'a> Measurement<'a> {
    pub(super) fn new(global: &'a Global, config: &'a Config, game: Game) -> Self {
        Self {
            global,
            config,
            game,
            mutants: strength::mutants_of_game(game),
            line: ProgressLine::new(global),
        }
    }

    /// Loads suites of the game.
    pub(super) fn load(&mut self, names: &[String]) -> Result<Vec<Suite>, Failure> {
        self.line
            .show(&format!("{}: loading the cases", self.game.id()));
        self.global.load_suites(self.config, self.game, names)
    }

    /// Runs every mutant on every case. Returns a matrix that tells which case kills which mutant.
    pub(super) fn matrix(&mut self, cases: &[&GameCase]) -> Matrix {
        let (game, line) = (self.game.id(), &mut self.line);
        let mutants = counted(self.mutants.len(), "wrong solution");
        Matrix::new(&self.mutants, cases, &mut |done| {
            let cases = counted(cases.len(), "case");
            line.show(&format!(
                "{game}: {} of {cases} run on {mutants}",
                count(done)
            ));
        })
    }

    /// Searches for the simplest instances that kill these mutants.
    pub(super) fn search(&mut self, mutants: &[usize], trials: usize, seed: u64) -> Witnesses {
        let plan = WitnessPlan {
            game: self.game,
            seed: Seed(seed),
            trials,
            claims: mutants,
        };
        let (game, line) = (self.game.id(), &mut self.line);
        let (max, sought) = (
            counted(trials, "instance"),
            counted(mutants.len(), "wrong solution"),
        );
        let mut show = |search: &Witnesses| {
            let (tried, killed) = (count(search.tried), count(search.found.len()));
            line.show(&format!(
                "{game}: searching: {tried} of {max} tried, {killed} of {sought} killed"
            ));
        };
        stress::find_witnesses(plan, &mut show, |instance, some| {
            let answer = instance.reply(instance.solve());
            strength::killed_mutants(&self.mutants, some, instance, answer)
        })
    }
}
