//! What is said of suites that users make: which are judged, and which
//! extend a built-in one.

use crate::cli::common::again;
use crate::cli::failure::Failure;
use cat_and_mouse::Game;
use mousetrap_judge::config::Config;
use mousetrap_suite::{Suite, SuiteName};

/// Says where a suite stands that was just written to.
pub(crate) fn say_standing(config: &Config, name: &SuiteName) -> Result<(), Failure> {
    let SuiteName { game, suite } = name;
    if is_built_in(config, name)? {
        outln!("{name} extends the built-in suite of this name");
    }
    if !config.suites_of(game.problem()).contains(suite) {
        outln!(
            "judge.toml does not name {name}: add it to [suites], or run \
             `mousetrap judge --suite {suite}{}`",
            again(&config.root)
        );
    }
    Ok(())
}

/// Says of a suite that is about to be judged on what of it is built in.
pub(crate) fn say_built_in(suite: &Suite) {
    if suite.built_in > 0 {
        errln!(
            "{}: {} of this project's, and {} of the built-in suite of this name",
            suite.name,
            mousetrap_report::counted(suite.cases.len() - suite.built_in, "case"),
            suite.built_in
        );
    }
}

/// Says which suites of this project alone are not judged by default.
pub(crate) fn say_unnamed(config: &Config, game: Game) -> Result<(), Failure> {
    if config.root.directory().is_none() {
        return Ok(());
    }
    let all = mousetrap_suite::list(&config.root).map_err(Failure::usage)?;
    for name in all.iter().filter(|name| name.game == game) {
        if !config.suites_of(game.problem()).contains(&name.suite) && !is_built_in(config, name)? {
            errln!(
                "{name} is not judged, since judge.toml does not name it; add it to [suites], or \
                 use --suite {}",
                name.suite
            );
        }
    }
    Ok(())
}

/// Whether the program has a suite of this name, besides the project's.
fn is_built_in(config: &Config, name: &SuiteName) -> Result<bool, Failure> {
    let built_in = mousetrap_suite::list(&config.root.built_in()).map_err(Failure::usage)?;
    Ok(config.root.directory().is_some() && built_in.contains(name))
}
