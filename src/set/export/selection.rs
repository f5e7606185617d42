//! The problem, cases and point groups of an export.

use super::Arguments;
use crate::cli::common::{Global, suites};
use crate::cli::failure::Failure;
use cat_and_mouse::Game;
use mousetrap_judge::config::Config;
use mousetrap_model::points::RunPoints;
use mousetrap_suite::GameCase;
use mousetrap_suite::export::Format;

/// The suite with the cases that contestants see. It is part of every package.
const SAMPLES: &str = "samples";

/// Returns the problem and the suites to export.
pub(super) fn wanted(
    config: &Config,
    arguments: &Arguments,
) -> Result<(Game, Vec<String>), Failure> {
    let games = match arguments.problem {
        Some(game) => vec![game],
        None => Game::ALL.to_vec(),
    };
    let found = suites(config, &games, &arguments.suite)?;
    let every = arguments.suite.len();
    match <[_; 1]>::try_from(found) {
        Ok([(game, names)]) if every == 0 || names.len() == every => Ok((game, names)),
        _ => Err(Failure::usage(
            "one problem is exported at a time; add --problem 913 or --problem 1728",
        )),
    }
}

/// Returns the cases of the suites. A package also gets the samples.
pub(super) fn cases(
    global: &Global,
    config: &Config,
    arguments: &Arguments,
    (game, mut names): (Game, Vec<String>),
) -> Result<Vec<GameCase>, Failure> {
    let samples = SAMPLES.to_owned();
    if arguments.format == Format::Icpc && !names.contains(&samples) {
        names.push(samples);
    }
    let suites = global.load_suites(config, game, &names)?;
    Ok(suites.into_iter().flat_map(|suite| suite.cases).collect())
}

/// Returns the point groups of these cases.
pub(super) fn points(
    config: &Config,
    game: Game,
    cases: &[GameCase],
) -> Result<Option<RunPoints>, Failure> {
    let scheme = config.points.get(game.id());
    let ids: Vec<_> = cases.iter().map(|case| &case.id).collect();
    let points = scheme.map(|scheme| scheme.in_run(&ids)).transpose();
    Ok(points.map_err(Failure::usage)?.flatten())
}
