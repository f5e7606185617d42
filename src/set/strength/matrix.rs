//! Loads suites and runs the mutants on their cases.

use std::sync::atomic::AtomicBool;

use cat_and_mouse::{Game, Instance};
use mousetrap_judge::Generators;
use mousetrap_judge::config::Config;
use mousetrap_sandbox::Isolation;
use mousetrap_setter::strength::{Matrix, Mutant};
use mousetrap_suite::{GameCase, ProjectSuites, Suite};

use super::display::Display;
use crate::cli::failure::Failure;

/// Runs every mutant on every case. Returns which case kills which mutant.
pub(super) fn matrix(mutants: &[Mutant], cases: &[&GameCase], display: &Display) -> Matrix {
    let instances: Vec<(&Instance, &str)> = cases
        .iter()
        .map(|case| (&case.instance, case.answer))
        .collect();
    Matrix::new(mutants, &instances, &|done| {
        display.show_cases(done, instances.len(), mutants.len());
    })
}

/// Loads suites of a game.
pub(super) fn load(
    config: &Config,
    game: Game,
    names: &[String],
    isolation: Isolation,
) -> Result<Vec<Suite>, Failure> {
    let interrupted = AtomicBool::new(false);
    let mut generators = Generators::new(config, isolation, &interrupted);
    let mut suites = ProjectSuites::new(config, &mut generators);
    let mut load = |name: &String| suites.load(game, name).map_err(Failure::usage);
    names.iter().map(&mut load).collect()
}
