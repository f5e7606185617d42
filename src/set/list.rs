//! `mousetrap list`: what there is to name in recipes, options and `judge.toml`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use clap::Subcommand;
use serde::Serialize;

use crate::cli::common::Global;
use crate::cli::failure::{Failure, Status};
use cat_and_mouse::Game;
use mousetrap_judge::config::Config;
use mousetrap_setter::strength;
use mousetrap_suite::generate::{self, Family};
use mousetrap_suite::{Outline, SuiteName};
use mousetrap_util::printable::one_line;

/// List families, suites, mutants or languages
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap list families                  what a recipe can draw, with parameters
  mousetrap list families --problem 913
  mousetrap list suites                    what --suite and judge.toml can name
  mousetrap list mutants --problem 1728    the wrong solutions of `mousetrap strength`
  mousetrap list languages --json

Exit codes: 0 done, 2 bad usage or configuration.")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
    /// Only this problem
    #[arg(long, short, global = true, value_parser = crate::cli::common::problem)]
    problem: Option<Game>,
    /// Print JSON instead: an array of objects
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Kinds of instances that recipes draw, their parameters and ranges
    #[command(after_help = "Example:\n  mousetrap list families --problem 913")]
    Families,
    /// Suites of this project and those that are built in
    #[command(after_help = "Example:\n  mousetrap list suites")]
    Suites,
    /// Wrong solutions that `mousetrap strength` asks about every case
    #[command(after_help = "Example:\n  mousetrap list mutants --problem 1728")]
    Mutants,
    /// Languages of submissions and custom generators
    #[command(after_help = "Example:\n  mousetrap list languages")]
    Languages,
}

pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let games: Vec<Game> = match arguments.problem {
        Some(game) => vec![game],
        None => Game::ALL.to_vec(),
    };
    let json = arguments.json;
    match arguments.what {
        What::Families => show(&families(&games), json, family_text),
        What::Suites => show(&suites(&global.config()?, &games)?, json, suite_text),
        What::Mutants => show(&mutants(&games), json, mutant_text),
        What::Languages => show(&languages(&global.config()?), json, language_text),
    }
}

/// Prints all of a kind, as an array or one after the other.
fn show<T: Serialize>(all: &[T], json: bool, text: fn(&T) -> String) -> Result<Status, Failure> {
    if json {
        let all = serde_json::to_string_pretty(all).map_err(Failure::internal)?;
        outln!("{all}");
    } else {
        for one in all {
            outln!("{}", text(one));
        }
    }
    Ok(Status::Expected)
}

#[derive(Serialize)]
struct FamilyRow {
    problem: &'static str,
    name: &'static str,
    kills: &'static str,
    /// How many cases one draw makes.
    cases_per_draw: usize,
    parameters: Vec<ParameterRow>,
}

#[derive(Serialize)]
struct ParameterRow {
    name: &'static str,
    meaning: &'static str,
    default: [u32; 2],
    allowed: [u32; 2],
}

fn families(games: &[Game]) -> Vec<FamilyRow> {
    let row = |family: &'static Family| FamilyRow {
        problem: family.game.id(),
        name: family.name,
        kills: family.kills,
        cases_per_draw: family.per_draw,
        parameters: family.parameters.iter().map(parameter).collect(),
    };
    let all = games.iter().copied().flat_map(generate::of_game);
    all.map(row).collect()
}

fn parameter(parameter: &generate::Parameter) -> ParameterRow {
    ParameterRow {
        name: parameter.name,
        meaning: parameter.meaning,
        default: [parameter.default.low, parameter.default.high],
        allowed: [parameter.allowed.low, parameter.allowed.high],
    }
}

fn family_text(family: &FamilyRow) -> String {
    let mut text = format!("{} {}\n  for {}", family.problem, family.name, family.kills);
    if family.cases_per_draw > 1 {
        let _ = write!(text, "; {} cases belong together", family.cases_per_draw);
    }
    for parameter in &family.parameters {
        let [from, to] = parameter.allowed;
        let _ = write!(
            text,
            "\n    {:<12} {:<10} {}; {from} to {to}",
            parameter.name,
            range(parameter.default),
            parameter.meaning
        );
    }
    text
}

/// A range as recipes write it.
fn range([low, high]: [u32; 2]) -> String {
    if low == high {
        low.to_string()
    } else {
        format!("[{low}, {high}]")
    }
}

#[derive(Serialize)]
struct SuiteRow {
    problem: &'static str,
    name: String,
    /// Cases that `cases.lock` has recorded, those of the project and those built in.
    own_cases: Option<usize>,
    built_in_cases: Option<usize>,
    /// Whether `judge` runs it without being asked.
    judged: bool,
    about: Vec<String>,
}

/// The suites of the project, and those that the program has.
fn suites(config: &Config, games: &[Game]) -> Result<Vec<SuiteRow>, Failure> {
    let outlines = |root| mousetrap_suite::outlines(root).map_err(Failure::usage);
    let built_in = config.root.built_in();
    let own = match config.root.directory() {
        Some(_) => outlines(&config.root)?,
        None => Vec::new(),
    };
    let mut all: BTreeMap<SuiteName, [Option<Outline>; 2]> = BTreeMap::new();
    for (place, outlines) in [own, outlines(&built_in)?].into_iter().enumerate() {
        for outline in outlines {
            let name = outline.name.clone();
            all.entry(name).or_default()[place] = Some(outline);
        }
    }
    let wanted = all
        .into_iter()
        .filter(|(name, _)| games.contains(&name.game));
    let row = |(name, [own, built_in]): (SuiteName, [Option<Outline>; 2])| SuiteRow {
        problem: name.game.id(),
        judged: config.suites_of(name.game.problem()).contains(&name.suite),
        own_cases: own.as_ref().map(|own| own.recorded),
        built_in_cases: built_in.as_ref().map(|built_in| built_in.recorded),
        about: own
            .or(built_in)
            .map_or_else(Vec::new, |outline| outline.about),
        name: name.suite,
    };
    Ok(wanted.map(row).collect())
}

fn suite_text(suite: &SuiteRow) -> String {
    let cases = |cases: Option<usize>, of: &str| {
        cases.map(|cases| match cases {
            0 => format!("{of}, not in the lock yet"),
            cases => format!("{of}: {}", mousetrap_report::counted(cases, "case")),
        })
    };
    let mut facts: Vec<String> = [
        cases(suite.own_cases, "this project's"),
        cases(suite.built_in_cases, "built in"),
    ]
    .into_iter()
    .flatten()
    .collect();
    facts.push(
        if suite.judged {
            "judged by default"
        } else {
            "judged when named"
        }
        .to_owned(),
    );
    let mut text = format!("{}/{}\n  {}", suite.problem, suite.name, facts.join("; "));
    for about in &suite.about {
        let _ = write!(text, "\n  {about}");
    }
    text
}

#[derive(Serialize)]
struct MutantRow {
    problem: &'static str,
    class: &'static str,
    name: String,
    /// Why it is right after all, or what speaks for it.
    equivalent: Option<&'static str>,
    evidence: Option<&'static str>,
}

fn mutants(games: &[Game]) -> Vec<MutantRow> {
    let of_game = |&game: &Game| {
        let mutants = strength::of_game(game).into_iter();
        mutants.map(move |mutant| MutantRow {
            problem: game.id(),
            class: mutant.class,
            name: mutant.name,
            equivalent: mutant.equivalent,
            evidence: mutant.evidence,
        })
    };
    games.iter().flat_map(of_game).collect()
}

fn mutant_text(mutant: &MutantRow) -> String {
    let mut text = format!("{} {}: {}", mutant.problem, mutant.class, mutant.name);
    if let Some(reason) = mutant.equivalent {
        let _ = write!(text, "\n  right after all: {reason}");
    } else if let Some(evidence) = mutant.evidence {
        let _ = write!(text, "\n  perhaps right after all: {evidence}");
    }
    text
}

#[derive(Serialize)]
struct LanguageRow {
    id: String,
    name: String,
    extensions: Vec<String>,
    /// Whether a pasted function is taken, and whether a whole program is.
    function: bool,
    program: bool,
    time_factor: f64,
    memory_factor: f64,
    lacks: Option<String>,
}

fn languages(config: &Config) -> Vec<LanguageRow> {
    let all = config.languages.iter();
    all.map(|language| LanguageRow {
        id: language.id.clone(),
        name: one_line(&language.name),
        extensions: language.extensions.clone(),
        function: language.function.is_some(),
        program: language.program.is_some(),
        time_factor: language.time_factor,
        memory_factor: language.memory_factor,
        lacks: language.lacks.as_deref().map(one_line),
    })
    .collect()
}

fn language_text(language: &LanguageRow) -> String {
    let forms = match (language.function, language.program) {
        (true, true) => "functions and programs",
        (true, false) => "functions",
        _ => "programs",
    };
    let mut text = format!(
        "{:<12} {:<12} .{:<14} {forms}, time × {}, memory × {}",
        language.id,
        language.name,
        language.extensions.join(" ."),
        language.time_factor,
        language.memory_factor
    );
    if let Some(lacks) = &language.lacks {
        let _ = write!(text, "\n  {lacks}");
    }
    text
}
