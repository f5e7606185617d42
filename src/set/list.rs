//! `mousetrap list`: lists families, suites and problems.

use std::fmt::Write as _;

use clap::Subcommand;

use crate::cli::context::{GlobalOptions, chosen_games, find_game, find_problem};
use crate::cli::failure::{CommandResult, ExitStatus, Failure};
use cat_and_mouse::Game;
use mousetrap_judge::config::Config;
use mousetrap_model::Problem;
use mousetrap_problems::{Definition, cases};
use mousetrap_report::format_count;
use mousetrap_suite::generate::{self, Family};
use mousetrap_suite::{SuiteName, SuiteSummary};
use mousetrap_util::printable::escape_line;

/// List problems, suites or families
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap list families                  families and their parameters, for recipes
  mousetrap list families --problem 913
  mousetrap list suites                    suites, for --suite and judge.toml
  mousetrap list problems                  the built-in games and your custom problems

Exit codes: 0 done, 2 bad usage or configuration.")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    list: ListCommand,
    /// List only items of this problem
    #[arg(long, short, global = true)]
    problem: Option<String>,
}

#[derive(Debug, Subcommand)]
enum ListCommand {
    /// List families, the kinds of instances that recipes draw, with their parameters
    #[command(after_help = "Example:\n  mousetrap list families --problem 913")]
    Families,
    /// List the suites of this project and the built-in suites
    #[command(after_help = "Example:\n  mousetrap list suites")]
    Suites,
    /// List the built-in games and the custom problems of this project, with their suites
    #[command(after_help = "Example:\n  mousetrap list problems")]
    Problems,
}

pub(crate) fn run(global: &GlobalOptions, arguments: &Arguments) -> CommandResult {
    let config = global.read_config()?;
    let named = arguments.problem.as_deref();
    let named = named.map(|id| find_problem(&config, id)).transpose()?;
    let is_named = |problem: &Problem| named.is_none_or(|named| named.id == problem.id);
    let own = config.definitions.iter();
    let own: Vec<&Definition> = own.filter(|own| is_named(&own.problem)).collect();
    let mut failures = Vec::new();
    let items: Vec<String> = match arguments.list {
        ListCommand::Families => {
            let games = chosen_games(named.map(|problem| find_game(problem)).transpose()?);
            let families = games.into_iter().flat_map(generate::families_of);
            families.map(describe_family).collect()
        }
        ListCommand::Suites => {
            let games = Game::ALL
                .into_iter()
                .filter(|game| is_named(game.problem()));
            let items = describe_suites(&config, &games.collect::<Vec<_>>());
            let mut items = items.unwrap_or_else(|failure| {
                failures.push(failure);
                Vec::new()
            });
            for own in own {
                items.extend(custom_suite_lines(&config, own, &mut failures));
            }
            items
        }
        ListCommand::Problems => {
            let problems = config.problems.iter().filter(|problem| is_named(problem));
            let items = problems.map(|problem| describe_problem(&config, problem, &mut failures));
            items.collect()
        }
    };
    for item in items {
        outln!("{item}");
    }
    for failure in &failures {
        failure.print();
    }
    Ok(failures
        .first()
        .map_or(ExitStatus::Expected, |failure| failure.status))
}

/// Describes a family.
fn describe_family(family: &Family) -> String {
    let id = family.game.id();
    let mut text = format!("{id} {}\n  catches {}", family.name, family.kills);
    if family.instances_per_draw > 1 {
        let _ = write!(
            text,
            "; draws groups of {} related cases",
            family.instances_per_draw
        );
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

/// Describes a problem. For a custom problem, the description lists its suites.
fn describe_problem(config: &Config, problem: &Problem, failures: &mut Vec<Failure>) -> String {
    let (title, signature) = (escape_line(&problem.title), &problem.signature);
    let suites = match config.definition(problem) {
        Some(own) => custom_suite_lines(config, own, failures),
        None => vec!["a built-in game".to_owned()],
    };
    let suites = suites
        .iter()
        .map(|suite| format!("\n  {}", suite.replace("\n  ", ": ")));
    let suites = suites.collect::<String>();
    format!("{problem}: {title}\n  {signature}{suites}")
}

/// Describes the suites of a custom problem. Suites that cannot be read are added to `failures`.
fn custom_suite_lines(
    config: &Config,
    definition: &Definition,
    failures: &mut Vec<Failure>,
) -> Vec<String> {
    let problem = &definition.problem;
    let names = cases::suites(&config.root, &problem.id).unwrap_or_else(|error| {
        failures.push(error.into());
        Vec::new()
    });
    let mut lines = Vec::new();
    for name in names {
        match cases::read(&config.root, definition, &name) {
            Ok(cases) => {
                let cases = format_count(cases.len(), "case");
                let when = describe_when_suite_is_judged(config, problem, &name);
                lines.push(format!("{problem}/{name}\n  {cases}; {when}"));
            }
            Err(error) => failures.push(error.into()),
        }
    }
    lines
}

/// Describes the project's suites and the built-in suites.
fn describe_suites(config: &Config, games: &[Game]) -> Result<Vec<String>, Failure> {
    let built_in = config.root.built_in();
    let project = config.root.directory().map(|_| &config.root);
    let project = project.map(|root| (root, "this project's"));
    let mut suites = Vec::new();
    for (root, owner) in project.into_iter().chain([(&built_in, "built in")]) {
        let outlines = mousetrap_suite::suite_summaries(root)?;
        suites.extend(outlines.into_iter().map(|outline| (outline, owner)));
    }
    suites.retain(|(outline, _)| games.contains(&outline.name.game));
    // The sort is stable, so a project's suite stays before the built-in suite with the same name.
    suites.sort_by(|(one, _), (other, _)| one.name.cmp(&other.name));
    let describe = |(outline, owner): (SuiteSummary, &str)| {
        let SuiteName { game, suite } = &outline.name;
        let cases = match outline.recorded {
            0 => ", not in the lock yet".to_owned(),
            cases => format!(": {}", format_count(cases, "case")),
        };
        let when = describe_when_suite_is_judged(config, game.problem(), suite);
        let about = outline.about.iter().map(|line| format!("\n  {line}"));
        let about = about.collect::<String>();
        format!("{game}/{suite}\n  {owner}{cases}; {when}{about}")
    };
    Ok(suites.into_iter().map(describe).collect())
}

/// Describes when the command `judge` runs a suite.
fn describe_when_suite_is_judged(config: &Config, problem: &Problem, suite: &str) -> &'static str {
    if config.suites_of(problem).iter().any(|it| it == suite) {
        "judged by default"
    } else {
        "judged when named"
    }
}
