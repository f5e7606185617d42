//! Hints about a project's suites: the suites that are not judged by default, and those that extend
//! a built-in suite.

use cat_and_mouse::Game;
use mousetrap_judge::config::Config;
use mousetrap_suite::{SuiteName, list};

use crate::cli::context::project_option_text;
use crate::cli::failure::Failure;

/// Prints whether a new suite extends a built-in suite, and how to judge submissions on it.
pub(crate) fn print_suite_hints(config: &Config, name: &SuiteName) -> Result<(), Failure> {
    if extends_built_in_suite(config, name)? {
        outln!("{name} extends the built-in suite with the same name");
    }
    if !is_listed(config, name) {
        outln!(
            "judge.toml does not list {name}; add it to [suites], or run \
             `mousetrap judge --suite {}{}`",
            name.suite,
            project_option_text(&config.root)
        );
    }
    Ok(())
}

/// Prints the suites of the project that are neither built in nor judged by default.
pub(crate) fn print_unlisted_suites(config: &Config, game: Game) -> Result<(), Failure> {
    if config.root.directory().is_none() {
        return Ok(());
    }
    for name in list(&config.root)? {
        if name.game == game && !is_listed(config, &name) && !extends_built_in_suite(config, &name)?
        {
            warnln!(
                "{name} is not judged, because judge.toml does not list it; add it to [suites], or \
                 use --suite {}",
                name.suite
            );
        }
    }
    Ok(())
}

/// Returns whether `judge.toml` lists the suite.
fn is_listed(config: &Config, name: &SuiteName) -> bool {
    config.suites_of(name.game.problem()).contains(&name.suite)
}

/// Returns whether a suite of the project has the same name as a built-in suite.
fn extends_built_in_suite(config: &Config, name: &SuiteName) -> Result<bool, Failure> {
    let built_in = list(&config.root.built_in())?;
    Ok(config.root.directory().is_some() && built_in.contains(name))
}
