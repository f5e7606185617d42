//! `mousetrap import`: adds cases from other sources to a suite.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::custom::import_examples;
use crate::cli::context::{GlobalOptions, find_problem};
use crate::cli::failure::{CommandResult, ExitStatus};
use crate::set::suite_hints;
use cat_and_mouse::Game;
use mousetrap_problems::cases::SAMPLES_SUITE;
use mousetrap_suite::import;
use mousetrap_suite::{AddedCase, AdditionOutcome, SuiteName};
use mousetrap_util::file_name::is_portable_name;

/// Add cases from statements, test files or JSON Lines to a suite
///
/// A file contains a case as pasted from a bug report, examples with "Input:" and
/// "Output:", or JSON Lines from `mousetrap export jsonl`. Every case is checked, and cases
/// of the built-in games are solved. Cases that the suite already has, up to symmetry, are
/// not added. Answers of examples must agree with the reference solution, if it exists already.
/// If one case is wrong, nothing is written.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap import case.txt
  mousetrap import --suite contest more.jsonl
  wl-paste | mousetrap import -

The cases are added to cases/<problem>/<suite>.toml.")]
pub(crate) struct Arguments {
    /// Files; `-` is standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The suite to which the cases are added [default: imported; for a custom problem, samples]
    #[arg(long, short, value_parser = parse_suite_name)]
    suite: Option<String>,
    /// The problem to which all cases belong [default: recognised from each case]
    #[arg(long, short)]
    problem: Option<String>,
    /// Only show which cases would be added
    #[arg(long)]
    dry_run: bool,
}

/// Parses the name of a suite.
fn parse_suite_name(name: &str) -> Result<String, String> {
    if is_portable_name(name) {
        return Ok(name.to_owned());
    }
    Err(
        "the name of a suite may contain only lower-case letters, digits, \"-\" and \"_\""
            .to_owned(),
    )
}

pub(crate) fn run(global: &GlobalOptions, arguments: &Arguments) -> CommandResult {
    let config = global.read_config()?;
    let problem = arguments.problem.as_deref();
    let problem = problem.map(|id| find_problem(&config, id)).transpose()?;
    let definition = problem.and_then(|problem| config.definition(problem));
    if let Some(definition) = definition {
        let suite = arguments.suite.as_deref().unwrap_or(SAMPLES_SUITE);
        let source = (&*arguments.paths, suite);
        return import_examples((global, &config), definition, source, arguments.dry_run);
    }
    let problem = problem.and_then(|problem| Game::from_problem(problem));
    let suite = arguments.suite.as_deref().unwrap_or("imported");
    // A suite belongs to one game.
    let mut by_game: BTreeMap<Game, Vec<AddedCase>> = BTreeMap::new();
    for path in &arguments.paths {
        for addition in import::read_cases(path, problem)? {
            let game = addition.instance.game();
            by_game.entry(game).or_default().push(addition);
        }
    }
    for (game, additions) in by_game {
        let suite = SuiteName::new(game, suite);
        let mut suites = global.project_suites(&config);
        let added = suites.add_to_collection(&suite, &additions, arguments.dry_run)?;
        let mut new = 0;
        for (addition, added) in additions.iter().zip(&added) {
            match added {
                AdditionOutcome::New(id) => {
                    new += 1;
                    let instance = &addition.instance;
                    let answer = instance.reply(instance.solve());
                    outln!("{}: new, {game}/{id}, answer {answer}", addition.from);
                }
                AdditionOutcome::Known(id) => {
                    outln!("{}: already known as {game}/{id}", addition.from);
                }
            }
        }
        let done = if arguments.dry_run {
            "would be added"
        } else {
            "added"
        };
        let known = added.len() - new;
        outln!("{suite}: {new} {done}, {known} already in the suite");
        if new > 0 {
            suite_hints::print_suite_hints(&config, &suite)?;
        }
    }
    Ok(ExitStatus::Expected)
}
