//! The problem, cases, recipes and point groups of an export.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::arguments::Arguments;
use crate::cli::common::suites;
use crate::cli::failure::Failure;
use cat_and_mouse::Game;
use mousetrap_judge::Generators;
use mousetrap_judge::config::Config;
use mousetrap_model::points::RunPoints;
use mousetrap_suite::export::Format;
use mousetrap_suite::{GameCase, ProjectSuites};
use mousetrap_util::printable::named;

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
            "one problem is exported at a time; say which, with --problem 913 or --problem 1728",
        )),
    }
}

/// Returns the recipes of the suites. A suite need not have one.
pub(super) fn recipes(
    config: &Config,
    game: Game,
    names: &[String],
) -> Result<Vec<(String, String)>, Failure> {
    let mut recipes = Vec::new();
    for suite in names {
        let name = format!("{suite}.toml");
        let file = Path::new("generators").join(game.id()).join(&name);
        let text = config.root.read_text(&file).map_err(|error| {
            Failure::usage(format!("{}: cannot be read: {error}", named(&file)))
        })?;
        recipes.extend(text.map(|text| (name, text)));
    }
    Ok(recipes)
}

/// Returns the cases of the suites. A package also gets the samples.
pub(super) fn cases(
    config: &Config,
    arguments: &Arguments,
    game: Game,
    names: &[String],
) -> Result<Vec<GameCase>, Failure> {
    let interrupted = AtomicBool::new(false);
    let mut generators = Generators::new(config, arguments.isolation, &interrupted);
    let mut names = names.to_vec();
    let samples = SAMPLES.to_owned();
    if arguments.format.is_package() && !names.contains(&samples) {
        names.push(samples);
    }
    let mut all = ProjectSuites::new(config, &mut generators);
    let mut cases = Vec::new();
    for name in &names {
        let suite = all.load(game, name).map_err(Failure::usage)?;
        cases.extend(suite.cases);
    }
    Ok(cases)
}

/// Returns the point groups of the export.
pub(super) fn points(
    config: &Config,
    arguments: &Arguments,
    game: Game,
    cases: &[GameCase],
) -> Result<Option<RunPoints>, Failure> {
    let format = arguments.format;
    if !arguments.points && format != Format::Jsonl {
        return Ok(None);
    }
    if !format.has_points() {
        return Err(Failure::usage(format!(
            "a package of the form {format} gives no points; use kattis or polygon, or leave \
             --points out"
        )));
    }
    let scheme = config.points.get(game.id());
    let ids: Vec<_> = cases.iter().map(|case| &case.id).collect();
    let points = scheme.map(|scheme| scheme.in_run(&ids)).transpose();
    let points = points.map_err(Failure::usage)?.flatten();
    if points.is_none() && arguments.points {
        return Err(Failure::usage(format!(
            "judge.toml has no point group of these suites for problem {game}; add \
             [points.{game}], as docs/judge-toml.md describes"
        )));
    }
    Ok(points)
}
