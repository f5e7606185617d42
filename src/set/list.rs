//! `mousetrap list`: what there is to name in recipes, options and `judge.toml`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use clap::Subcommand;

use crate::cli::common::Global;
use crate::cli::failure::{Failure, Status};
use cat_and_mouse::Game;
use mousetrap_judge::config::Config;
use mousetrap_languages::Language;
use mousetrap_report::counted;
use mousetrap_suite::generate::{self, Family};
use mousetrap_suite::{Outline, SuiteName};
use mousetrap_util::printable::one_line;

/// List families, suites or languages
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap list families                  what a recipe can draw, with parameters
  mousetrap list families --problem 913
  mousetrap list suites                    what --suite and judge.toml can name
  mousetrap list languages

Exit codes: 0 done, 2 bad usage or configuration.")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
    /// Only this problem
    #[arg(long, short, global = true, value_parser = crate::cli::common::problem)]
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
    /// Languages of submissions and custom generators
    #[command(after_help = "Example:\n  mousetrap list languages")]
    Languages,
}

pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let games: Vec<Game> = match arguments.problem {
        Some(game) => vec![game],
        None => Game::ALL.to_vec(),
    };
    let items: Vec<String> = match arguments.what {
        What::Families => {
            let families = games.into_iter().flat_map(generate::of_game);
            families.map(family).collect()
        }
        What::Suites => suites(&global.config()?, &games)?,
        What::Languages if arguments.problem.is_some() => {
            return Err(Failure::usage(
                "languages are the same for all problems; leave --problem out",
            ));
        }
        What::Languages => global.config()?.languages.iter().map(language).collect(),
    };
    for item in items {
        outln!("{item}");
    }
    Ok(Status::Expected)
}

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

/// The suites of the project, and the built-in ones.
fn suites(config: &Config, games: &[Game]) -> Result<Vec<String>, Failure> {
    let outlines = |root| mousetrap_suite::outlines(root).map_err(Failure::usage);
    let own = match config.root.directory() {
        Some(_) => outlines(&config.root)?,
        None => Vec::new(),
    };
    let built_in = outlines(&config.root.built_in())?;
    let mut all: BTreeMap<SuiteName, [Option<Outline>; 2]> = BTreeMap::new();
    for (place, outlines) in [own, built_in].into_iter().enumerate() {
        for outline in outlines {
            let name = outline.name.clone();
            all.entry(name).or_default()[place] = Some(outline);
        }
    }
    all.retain(|name, _| games.contains(&name.game));
    let row = |(name, outlines): (SuiteName, _)| {
        let is_judged = config.suites_of(name.game.problem()).contains(&name.suite);
        suite(&name, outlines, is_judged)
    };
    Ok(all.into_iter().map(row).collect())
}

/// A suite, by what the project and the program have of it. `is_judged` says whether `judge`
/// runs it by default.
fn suite(name: &SuiteName, outlines: [Option<Outline>; 2], is_judged: bool) -> String {
    let recorded = outlines
        .each_ref()
        .map(|it| it.as_ref().map(|it| it.recorded));
    let about = outlines.into_iter().flatten().next();
    let about = about.map_or_else(Vec::new, |outline| outline.about);
    let cases = recorded.iter().zip(["this project's", "built in"]);
    let mut facts: Vec<String> = cases
        .filter_map(|(cases, of)| {
            Some(match (*cases)? {
                0 => format!("{of}, not in the lock yet"),
                cases => format!("{of}: {}", counted(cases, "case")),
            })
        })
        .collect();
    let when = if is_judged {
        "by default"
    } else {
        "when named"
    };
    facts.push(format!("judged {when}"));
    let mut text = format!("{name}\n  {}", facts.join("; "));
    for line in &about {
        let _ = write!(text, "\n  {line}");
    }
    text
}

fn language(language: &Language) -> String {
    let name = one_line(&language.name);
    let lacks = language.lacks.as_deref().map(one_line);
    let (function, program) = (language.function.is_some(), language.program.is_some());
    let forms = match (function, program) {
        (true, true) => "functions and programs",
        (true, false) => "functions",
        _ => "programs",
    };
    let mut text = format!(
        "{:<12} {name:<12} .{:<14} {forms}, time × {}, memory × {}",
        language.id,
        language.extensions.join(" ."),
        language.time_factor,
        language.memory_factor
    );
    if let Some(lacks) = &lacks {
        let _ = write!(text, "\n  {lacks}");
    }
    text
}
