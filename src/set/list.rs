//! `mousetrap list`: lists the families that recipes can name, and the suites that options and
//! `judge.toml` can name.

use std::fmt::Write as _;

use clap::Subcommand;

use crate::cli::common::{Global, games, problem};
use crate::cli::failure::{Failure, Status};
use cat_and_mouse::Game;
use mousetrap_judge::config::Config;
use mousetrap_report::counted;
use mousetrap_suite::Outline;
use mousetrap_suite::generate::{self, Family};

/// List families or suites
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap list families                  with parameters, for recipes
  mousetrap list families --problem 913
  mousetrap list suites                    for --suite and judge.toml

Exit codes: 0 done, 2 bad usage or configuration.")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
    /// Only this problem
    #[arg(long, short, global = true, value_parser = problem)]
    problem: Option<Game>,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Kinds of instances that recipes draw, their parameters and ranges
    #[command(after_help = "Example:\n  mousetrap list families --problem 913")]
    Families,
    /// Suites of this project and those that are built in
    #[command(after_help = "Example:\n  mousetrap list suites")]
    Suites,
}

pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let games = games(arguments.problem);
    let items: Vec<String> = match arguments.what {
        What::Families => {
            let families = games.into_iter().flat_map(generate::of_game);
            families.map(family).collect()
        }
        What::Suites => suites(&global.config()?, &games)?,
    };
    for item in items {
        outln!("{item}");
    }
    Ok(Status::Expected)
}

/// Describes a family.
fn family(family: &Family) -> String {
    let id = family.game.id();
    let mut text = format!("{id} {}\n  for {}", family.name, family.kills);
    if family.per_draw > 1 {
        let _ = write!(text, "; {} cases belong together", family.per_draw);
    }
    for parameter in family.parameters {
        let (default, allowed) = (parameter.default, parameter.allowed);
        let default_range = if default.low == default.high {
            default.low.to_string()
        } else {
            format!("[{}, {}]", default.low, default.high)
        };
        let _ = write!(
            text,
            "\n    {:<12} {default_range:<10} {}; {} to {}",
            parameter.name, parameter.meaning, allowed.low, allowed.high
        );
    }
    text
}

/// Describes the suites of the project and the built-in ones.
fn suites(config: &Config, games: &[Game]) -> Result<Vec<String>, Failure> {
    let mut suites = Vec::new();
    for (root, owner) in [
        (&config.root, "this project's"),
        (&config.root.built_in(), "built in"),
    ] {
        let is_wanted = owner == "built in" || root.directory().is_some();
        let outlines = mousetrap_suite::outlines(root).map_err(Failure::usage)?;
        let outlines = outlines.into_iter().filter(|_| is_wanted);
        suites.extend(
            outlines
                .filter(|it| games.contains(&it.name.game))
                .map(|outline| {
                    let suites = config.suites_of(outline.name.game.problem());
                    let is_judged = suites.contains(&outline.name.suite);
                    (outline.name.clone(), suite(&outline, owner, is_judged))
                }),
        );
    }
    // The suite of a project stays before the built-in suite of the same name.
    suites.sort_by(|(one, _), (other, _)| one.cmp(other));
    Ok(suites.into_iter().map(|(_, text)| text).collect())
}

/// Describes a suite. `is_judged` says whether `judge` runs it by default.
fn suite(outline: &Outline, owner: &str, is_judged: bool) -> String {
    let cases = match outline.recorded {
        0 => ", not in the lock yet".to_owned(),
        cases => format!(": {}", counted(cases, "case")),
    };
    let when = if is_judged {
        "by default"
    } else {
        "when named"
    };
    let mut text = format!("{}\n  {owner}{cases}; judged {when}", outline.name);
    for line in &outline.about {
        let _ = write!(text, "\n  {line}");
    }
    text
}
