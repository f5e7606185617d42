//! The problem, cases, recipes and point groups of an export.

use std::path::Path;

use super::Arguments;
use crate::cli::common::{Global, suites};
use crate::cli::failure::Failure;
use cat_and_mouse::Game;
use mousetrap_judge::config::Config;
use mousetrap_model::points::RunPoints;
use mousetrap_suite::GameCase;
use mousetrap_suite::export::Format;
use mousetrap_util::printable::named;

/// The suite with the cases that contestants see. It is part of every package.
const SAMPLES: &str = "samples";

/// The suites to export.
pub(super) struct Selection<'a> {
    global: &'a Global,
    config: &'a Config,
    arguments: &'a Arguments,
    pub(super) game: Game,
    names: Vec<String>,
}

impl<'a> Selection<'a> {
    pub(super) fn new(
        global: &'a Global,
        config: &'a Config,
        arguments: &'a Arguments,
    ) -> Result<Self, Failure> {
        let games = match arguments.problem {
            Some(game) => vec![game],
            None => Game::ALL.to_vec(),
        };
        let found = suites(config, &games, &arguments.suite)?;
        let every = arguments.suite.len();
        match <[_; 1]>::try_from(found) {
            Ok([(game, names)]) if every == 0 || names.len() == every => Ok(Self {
                global,
                config,
                arguments,
                game,
                names,
            }),
            _ => Err(Failure::usage(
                "one problem is exported at a time; add --problem 913 or --problem 1728",
            )),
        }
    }

    /// Returns the recipes of the suites. A suite need not have one.
    pub(super) fn recipes(&self) -> Result<Vec<(String, String)>, Failure> {
        let mut recipes = Vec::new();
        for suite in &self.names {
            let name = format!("{suite}.toml");
            let file = Path::new("generators").join(self.game.id()).join(&name);
            let text = self.config.root.read_text(&file).map_err(|error| {
                Failure::usage(format!("{}: cannot be read: {error}", named(&file)))
            })?;
            recipes.extend(text.map(|text| (name, text)));
        }
        Ok(recipes)
    }

    /// Returns the cases of the suites. A package also gets the samples.
    pub(super) fn cases(&self) -> Result<Vec<GameCase>, Failure> {
        let mut names = self.names.clone();
        let samples = SAMPLES.to_owned();
        if self.arguments.format.is_package() && !names.contains(&samples) {
            names.push(samples);
        }
        let suites = self.global.load_suites(self.config, self.game, &names)?;
        Ok(suites.into_iter().flat_map(|suite| suite.cases).collect())
    }

    /// Returns the point groups of the export.
    pub(super) fn points(&self, cases: &[GameCase]) -> Result<Option<RunPoints>, Failure> {
        let (format, game) = (self.arguments.format, self.game);
        let is_asked = self.arguments.points;
        if !is_asked && format != Format::Jsonl {
            return Ok(None);
        }
        if !format.has_points() {
            return Err(Failure::usage(format!(
                "the format {format} has no points; use kattis or polygon, or leave --points out"
            )));
        }
        let scheme = self.config.points.get(game.id());
        let ids: Vec<_> = cases.iter().map(|case| &case.id).collect();
        let points = scheme.map(|scheme| scheme.in_run(&ids)).transpose();
        let points = points.map_err(Failure::usage)?.flatten();
        if points.is_none() && is_asked {
            return Err(Failure::usage(format!(
                "judge.toml has no point group of these suites for problem {game}; add \
                 [points.{game}], as docs/judge-toml.md describes"
            )));
        }
        Ok(points)
    }
}
