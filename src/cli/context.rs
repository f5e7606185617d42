//! The context in which commands run: global options, the project and its suites, and signals.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use crate::built_in_project;
use crate::cli::failure::{ExitStatus, Failure};
use cat_and_mouse::Game;
use mousetrap_judge::config::{CONFIG_FILE_NAME, Config};
use mousetrap_judge::{Options, ProjectPrograms};
use mousetrap_model::Problem;
use mousetrap_problems::definition::PROBLEMS_DIRECTORY;
use mousetrap_report::Progress;
use mousetrap_sandbox::Isolation;
use mousetrap_suite::{ProjectSuites, Suite, SuiteName};
use mousetrap_util::Choice;
#[cfg(feature = "service")]
use mousetrap_util::printable::escape_path;
use mousetrap_util::printable::quote_for_shell;
use mousetrap_util::project::Project;
#[cfg(feature = "service")]
use mousetrap_util::regular_file::{self, MAX_TEXT_SIZE};
use mousetrap_util::toml_file::suggest_known_name;

/// The options that all commands accept.
#[derive(Debug, Args)]
#[command(next_help_heading = "Global options")]
pub(crate) struct GlobalOptions {
    /// Project directory, which contains judge.toml [default: this directory or its nearest
    /// ancestor with a judge.toml, else the built-in suites]
    #[arg(short = 'C', long, value_name = "DIR", global = true)]
    pub project: Option<PathBuf>,
    /// Do not show progress, and print only unexpected verdicts
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// How to isolate submissions and custom generators from this machine; use "none" only for code
    /// that you trust
    #[arg(long, global = true, value_parser = choice_parser::<Isolation>(), default_value = "full")]
    pub isolation: Isolation,
}

impl GlobalOptions {
    /// Reads the configuration of the user's project.
    pub(crate) fn read_config(&self) -> Result<Config, Failure> {
        let known = mousetrap_suite::known_suites();
        let config = match &self.project {
            Some(directory) => Config::read(directory, &built_in_project::PROJECT, known),
            None => Config::find(Path::new("."), &built_in_project::PROJECT, known),
        };
        let config = config.map_err(Failure::usage_error)?;
        for error in &config.broken_definitions {
            errln!("error: {error} (this problem is left out)");
        }
        Ok(config)
    }

    /// Returns the progress display for judging submissions.
    pub(crate) fn progress_display(&self) -> Progress {
        if self.quiet {
            Progress::Quiet
        } else {
            Progress::stderr()
        }
    }

    /// Returns the judging options for a project with this configuration.
    pub(crate) fn judge_options(&self, config: &Config) -> Options {
        Options::from_config(config).with_isolation(self.isolation)
    }

    /// Returns the suites of a project.
    pub(crate) fn project_suites<'a>(&self, config: &'a Config) -> ProjectSuites<'a> {
        let programs = ProjectPrograms::new(config, self.isolation, &INTERRUPTED);
        ProjectSuites::new(config, programs)
    }

    /// Loads suites of one problem.
    pub(crate) fn load_suites(
        &self,
        config: &Config,
        game: Game,
        names: &[String],
    ) -> Result<Vec<Suite>, Failure> {
        let mut suites = self.project_suites(config);
        let mut load = |name: &String| Ok(suites.load(game, name)?);
        names.iter().map(&mut load).collect()
    }
}

/// Returns the problem with this id, or a usage failure if there is no such problem.
pub(crate) fn find_problem<'a>(config: &'a Config, id: &str) -> Result<&'a Arc<Problem>, Failure> {
    if let Some(problem) = config.problem(id) {
        return Ok(problem);
    }
    check_definition(config, id)?;
    let known: Vec<&str> = config.problems.iter().map(|problem| &*problem.id).collect();
    let remedy = suggest_known_name(id, &known);
    Err(Failure::usage_error(format!(
        "there is no problem \"{id}\"; {remedy}"
    )))
}

/// Returns an error if this id belongs to a custom problem whose definition is invalid.
pub(crate) fn check_definition(config: &Config, id: &str) -> Result<(), Failure> {
    let directories = config.root.entry_names(Path::new(PROBLEMS_DIRECTORY));
    let directories = directories.map_err(Failure::usage_error)?;
    if config.problem(id).is_none() && directories.iter().any(|name| name.as_os_str() == id) {
        return Err(Failure::usage_error(format!(
            "problem \"{id}\" cannot be used until its definition is corrected"
        )));
    }
    Ok(())
}

/// Returns ` -C DIR`, with a leading space, if a command needs this option to find the project from
/// the current directory. Otherwise returns an empty string.
pub(crate) fn project_option_text(root: &Project) -> String {
    let Some(directory) = root.directory() else {
        return String::new();
    };
    let absolute = |path: &Path| std::path::absolute(path).ok();
    let here = absolute(Path::new("."));
    let mut ancestors = here.iter().flat_map(|here| here.ancestors());
    let nearest = ancestors.find(|directory| directory.join(CONFIG_FILE_NAME).exists());
    if nearest.is_some() && nearest == absolute(directory).as_deref() {
        return String::new();
    }
    format!(" -C {}", quote_for_shell(&directory.to_string_lossy()))
}

/// Returns a parser for an argument with a fixed set of values, which the help lists.
pub(crate) fn choice_parser<T: Choice + Send + Sync>() -> impl TypedValueParser<Value = T> {
    let values = T::ALL
        .iter()
        .map(|choice| PossibleValue::new(choice.name()).help(choice.help().replace('`', "")));
    PossibleValuesParser::new(values).try_map(|name| T::from_name(&name).ok_or("unknown value"))
}

/// Parses the id of a built-in game.
pub(crate) fn parse_game(id: &str) -> Result<Game, String> {
    Game::by_id(id).ok_or_else(|| {
        let known = Game::ALL.map(Game::id);
        format!(
            "this command supports only the built-in games: {}",
            known.join(", ")
        )
    })
}

/// Returns the names of the requested suites for each game, or the names in judge.toml if no suite
/// is requested. Omits games that have none of the requested suites.
///
/// # Errors
/// Returns an error if a requested suite does not exist for any of these games.
pub(crate) fn find_suites(
    config: &Config,
    games: &[Game],
    names: &[String],
) -> Result<Vec<(Game, Vec<String>)>, Failure> {
    if games.is_empty() {
        return Ok(Vec::new());
    }
    if names.is_empty() {
        let configured = |&game: &Game| (game, config.suites_of(game.problem()).to_vec());
        return Ok(games.iter().map(configured).collect());
    }
    let mut known = BTreeSet::new();
    for root in [&config.root, &config.root.built_in()] {
        known.extend(mousetrap_suite::list(root)?);
    }
    known.retain(|known| games.contains(&known.game));
    let problem = match games {
        [game] => Some(game.id()),
        _ => None,
    };
    check_suite_names(names, known.iter().map(|known| &*known.suite), problem)?;
    let of_game = |&game: &Game| {
        let exists = |name: &&String| known.contains(&SuiteName::new(game, *name));
        let names: Vec<String> = names.iter().filter(exists).cloned().collect();
        (!names.is_empty()).then_some((game, names))
    };
    Ok(games.iter().filter_map(of_game).collect())
}

/// Checks that each of these names is a known suite. The error message mentions `problem` if it is
/// given.
pub(crate) fn check_suite_names<'a>(
    names: &[String],
    known: impl Iterator<Item = &'a str>,
    problem: Option<&str>,
) -> Result<(), Failure> {
    let known: BTreeSet<&str> = known.collect();
    let Some(name) = names.iter().find(|name| !known.contains(name.as_str())) else {
        return Ok(());
    };
    let of_problem = problem.map_or_else(String::new, |id| format!(" for problem {id}"));
    Err(Failure::usage_error(format!(
        "there is no suite \"{name}\"{of_problem}; {}",
        suggest_known_name(name, &Vec::from_iter(known))
    )))
}

/// Returns the game that the user chose, or else both games.
pub(crate) fn chosen_games(chosen: Option<Game>) -> Vec<Game> {
    chosen.map_or_else(|| Game::ALL.to_vec(), |game| vec![game])
}

/// Parses a positive integer.
pub(crate) fn parse_positive_integer(text: &str) -> Result<NonZeroUsize, String> {
    text.parse()
        .map_err(|_| "it must be a positive integer".to_owned())
}

/// Reads the text file whose path is the value of an option.
#[cfg(feature = "service")]
pub(crate) fn read_file_given_by_option(option: &str, file: &Path) -> Result<String, Failure> {
    regular_file::read_text(file, MAX_TEXT_SIZE).map_err(|error| {
        Failure::usage_error(format!(
            "{option} {}: cannot read the file: {error}",
            escape_path(file)
        ))
    })
}

/// Whether the user asked to stop. The flag stays false until [`listen_for_signals`] is called.
pub(crate) static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Installs signal handlers: the first signal sets [`INTERRUPTED`], and the second one ends the
/// process immediately. Returns [`INTERRUPTED`].
pub(crate) fn listen_for_signals() -> Result<&'static AtomicBool, Failure> {
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        let status = ExitStatus::Interrupted as i32;
        signal_hook::flag::register_conditional_shutdown(signal, status, Arc::clone(&INTERRUPTED))
            .and_then(|_| signal_hook::flag::register(signal, Arc::clone(&INTERRUPTED)))
            .map_err(|error| {
                Failure::internal_error(format!("cannot listen for signals: {error}"))
            })?;
    }
    Ok(&INTERRUPTED)
}

/// Returns whether the user asked to stop.
pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Returns the built-in game of this problem. Used by commands that do not support custom problems.
pub(crate) fn find_game(problem: &Problem) -> Result<Game, Failure> {
    Game::from_problem(problem).ok_or_else(|| {
        Failure::usage_error(format!(
            "problem {problem} is not a built-in game; this command supports only built-in games"
        ))
    })
}
