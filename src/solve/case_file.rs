//! One case for the commands that work on a single one: from a file, standard
//! input, the command line, or a suite.

use std::io::{self, IsTerminal as _};
use std::path::Path;

use clap::Args;

use crate::cli::common::{self, Global, suites};
use crate::cli::failure::Failure;
use cat_and_mouse::game::Bounds;
use cat_and_mouse::{Game, Instance};
use mousetrap_judge::config::Config;
use mousetrap_util::missing_file::similar_path;
use mousetrap_util::printable::{named, one_line};
use mousetrap_util::regular_file::{MAX_TEXT, read_or_stdin};
use mousetrap_util::toml_file::closest;

/// How a case is to be read.
#[derive(Debug, Args)]
pub(crate) struct CaseOptions {
    /// The problem it belongs to [default: recognised from its form]
    #[arg(long, value_name = "ID", value_parser = common::problem)]
    pub(crate) problem: Option<Game>,
    /// Accept boards and graphs beyond contest size
    #[arg(long)]
    pub(crate) extended: bool,
    /// Plies after which the cat wins a grid [default: 1000]
    #[arg(long, value_name = "N")]
    pub(crate) max_plies: Option<u32>,
}

impl CaseOptions {
    /// Reads the case: from a file, from standard input for `-`, from the text
    /// itself, or from the suite that has a case of this name. Where both problems
    /// have one, that of the submission is meant.
    ///
    /// # Errors
    /// Names the file, the line and the broken rule.
    pub(crate) fn read(
        &self,
        global: &Global,
        config: &Config,
        case: &Path,
        submission: Option<&Path>,
    ) -> Result<Instance, Failure> {
        let text = case.to_string_lossy();
        let instance = if case.as_os_str() == "-" || case.exists() {
            self.parse(&shown(case), &read_text(case)?)?
        } else if text.trim_start().starts_with(['[', '"']) || text.trim().contains('\n') {
            self.parse("the case", &text)?
        } else {
            self.stored(global, config, &text, submission)?
        };
        let Some(plies) = self.max_plies else {
            return Ok(instance);
        };
        let game = instance.game();
        instance.with_max_plies(plies).ok_or_else(|| {
            Failure::usage(format!(
                "problem {game} knows no move limit; leave --max-plies out"
            ))
        })
    }

    fn parse(&self, name: &str, text: &str) -> Result<Instance, Failure> {
        let game = self.problem.or_else(|| Game::recognise(text));
        let game = game.ok_or_else(|| {
            Failure::usage(format!(
                "{name}: this is not a case of a known problem; write \"rows cols catJump \
                 mouseJump\" and the board, \"n\" and the lists of neighbours, or the \
                 LeetCode form"
            ))
        })?;
        let bounds = if self.extended {
            Bounds::Extended
        } else {
            Bounds::Contest
        };
        game.parse(text, bounds)
            .map_err(|error| Failure::usage(format!("{name}: {error}")))
    }

    /// The case `hidden/walls-017`, or `1728/hidden/walls-017`, of a suite.
    fn stored(
        &self,
        global: &Global,
        config: &Config,
        name: &str,
        submission: Option<&Path>,
    ) -> Result<Instance, Failure> {
        let unknown = |reason: &str| {
            let name = one_line(name);
            Failure::usage(format!("{name}: there is no such file, and {reason}"))
        };
        let (first, rest) = name.split_once('/').unwrap_or((name, ""));
        let (games, id) = match (Game::by_id(first), self.problem) {
            (Some(game), _) => (vec![game], rest),
            (None, Some(game)) => (vec![game], name),
            (None, None) => (Game::ALL.to_vec(), name),
        };
        let Some((suite, _)) = id.split_once('/') else {
            let similar = similar_path(Path::new(name)).filter(|path| path.is_file());
            let similar = similar.map_or_else(String::new, |similar| {
                format!("; did you mean \"{}\"?", named(&similar))
            });
            return Err(unknown(&format!(
                "it does not name a case of a suite, as hidden/walls-017 does{similar}"
            )));
        };
        let names = [suite.to_owned()];
        let holders = suites(config, &games, &names);
        let holders = holders.map_err(|failure| unknown(&failure.error().to_string()))?;
        let mut cases = Vec::new();
        for (game, names) in holders {
            let suites = global.load_suites(config, game, &names)?;
            cases.extend(suites.into_iter().flat_map(|suite| suite.cases));
        }
        let mut found: Vec<_> = cases.iter().filter(|case| case.id.0 == id).collect();
        if let ([_, _, ..], Some(path)) = (&found[..], submission) {
            let meant = common::submission(config, path, None, None)?.problem;
            found.retain(|case| Some(case.instance.game()) == Game::of(meant));
        }
        match found[..] {
            [case] => Ok(case.instance.clone()),
            [] => {
                let known: Vec<&str> = cases.iter().map(|case| case.id.0.as_str()).collect();
                let meant = closest(id, &known).map(|meant| format!("; did you mean \"{meant}\"?"));
                let meant = meant.unwrap_or_default();
                Err(unknown(&format!("suite {suite} has no such case{meant}")))
            }
            _ => Err(Failure::usage(format!(
                "{id}: both problems have a case of this name; say 913/{id} or 1728/{id}"
            ))),
        }
    }
}

/// Reads a whole text file, or standard input for `-`.
///
/// # Errors
/// Names the file, and for binary content the line at fault.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    let name = shown(path);
    let fault = |error: io::Error| Failure::usage(format!("{name}: cannot be read: {error}"));
    if path.as_os_str() == "-" && io::stdin().is_terminal() {
        errln!("waiting for a case on standard input; end it with Ctrl-D on a line of its own");
    }
    let bytes = read_or_stdin(path, MAX_TEXT).map_err(fault)?;
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.split(|&byte| byte == b'\n').count();
        Failure::usage(format!(
            "{name}: line {line}: not UTF-8 text; give a plain text file"
        ))
    })
}

/// A path as messages name it.
pub(crate) fn shown(path: &Path) -> String {
    if path.as_os_str() == "-" {
        "standard input".to_owned()
    } else {
        named(path).clone()
    }
}
