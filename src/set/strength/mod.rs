//! `mousetrap strength`: which wrong solutions a suite catches.

mod arguments;
mod display;
mod harden;
mod judged;
mod matrix;
pub(crate) mod source;

use std::fmt::Write as _;

use cat_and_mouse::Game;
use mousetrap_judge::config::Config;
use mousetrap_setter::strength::{self, KillerSearch, StrengthPage};
use mousetrap_setter::stress::{self, Trial, WitnessPlan};
use mousetrap_suite::GameCase;
use mousetrap_suite::generate::Seed;
use mousetrap_util::toml_file::suggest;

use crate::cli::common::{Global, suites};
use crate::cli::failure::{Failure, Status};
use crate::judge::outputs;
use display::Display;
use judged::Judged;
use matrix::{load, matrix};

pub(crate) use arguments::Arguments;

pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    if let ([one, other], Some(game)) = (&arguments.differ[..], arguments.problem) {
        return differ(game, [one, other], arguments);
    }
    if let (Some(file), true) = (&arguments.judged, arguments.suites.is_empty()) {
        return judged::rates(file, arguments);
    }
    if !arguments.source.source.is_empty() {
        return source::run(global, arguments);
    }
    let config = global.config()?;
    let mut status = Status::Expected;
    let games = match arguments.problem {
        Some(game) => vec![game],
        None => Game::ALL.to_vec(),
    };
    let games = suites(&config, &games, &arguments.suites)?;
    if let Some(file) = &arguments.output {
        outputs::may_write_markdown(file, |text| text.starts_with(HEADING))?;
    }
    if let Some(name) = &arguments.harden {
        for (game, _) in &games {
            harden::check(&config, *game, arguments, name)?;
        }
    }
    let judged = arguments.judged.as_deref().map(Judged::read).transpose()?;
    let mut page = format!("{HEADING}{PREFACE}");
    let mut overview = String::new();
    for (game, names) in games {
        let display = Display::new(global, game);
        if let Some(name) = &arguments.harden {
            let suites = load(&config, game, &names, arguments.isolation)?;
            let cases: Vec<&GameCase> = suites.iter().flat_map(|suite| &suite.cases).collect();
            if !harden::run(&config, game, arguments, name, &cases, display)? {
                status = Status::Unexpected;
            }
            continue;
        }
        let measured = measure(&config, game, &names, arguments, judged.as_ref(), display)?;
        page += &measured.page;
        overview += &measured.overview;
        if !measured.is_strong {
            status = Status::Unexpected;
        }
    }
    if let Some(judged) = &judged {
        match judged.rates(arguments.problem) {
            Some((text, all_correct)) => {
                for part in [&mut page, &mut overview] {
                    part.push('\n');
                    *part += &text;
                }
                if !all_correct {
                    status = Status::Unexpected;
                }
            }
            None => errln!("{}", judged.without_labels()),
        }
    }
    out!("{overview}");
    match &arguments.output {
        Some(file) => outputs::write(file, &format!("{}\n", page.trim_end()))?,
        None if arguments.harden.is_some() => {}
        None => outln!("--output FILE.md writes the entire report"),
    }
    Ok(status)
}

/// Prints a simplest instance found on which two mutants differ.
fn differ(game: Game, names: [&String; 2], arguments: &Arguments) -> Result<Status, Failure> {
    let mutants = strength::of_game(game);
    let known: Vec<&str> = mutants.iter().map(|mutant| mutant.name.as_str()).collect();
    let named = |name: &String| {
        let found = mutants.iter().find(|mutant| mutant.name == *name);
        found.ok_or_else(|| {
            Failure::usage(format!(
                "problem {} has no mutant \"{name}\"; {}",
                game.id(),
                suggest(name, &known)
            ))
        })
    };
    let (one, other) = (named(names[0])?, named(names[1])?);
    let seed = Seed(arguments.seed);
    let plan = WitnessPlan {
        game,
        seed,
        trials: arguments.search,
        claims: 1,
    };
    let search = stress::witnesses(plan, &mut |_| (), |instance, claims| {
        let differ = strength::differ(instance, one, other);
        if differ { claims.to_vec() } else { Vec::new() }
    });
    let Some(Some(Trial { instance, origin })) = search.found.into_iter().next() else {
        outln!("no instance found among {}, seed {seed}", search.tried);
        return Ok(Status::Unexpected);
    };
    outln!(
        "from an instance of {origin}, as simple as single steps make it:\n{}",
        instance.leetcode().trim()
    );
    outln!("{}", instance.describe(instance.solve()));
    Ok(Status::Expected)
}

/// How the report begins.
const HEADING: &str = "# Strength\n";

const PREFACE: &str = "
Which wrong solutions the suites catch. A *mutant* is a wrong solution: a rule that is changed, or a
search that goes wrong.

";

/// The strength of suites against the mutants of one problem.
struct Usage {
    page: String,
    overview: String,
    /// Whether every mutant that an instance kills is killed.
    is_strong: bool,
}

fn measure(
    config: &Config,
    game: Game,
    names: &[String],
    arguments: &Arguments,
    judged: Option<&Judged>,
    display: Display,
) -> Result<Usage, Failure> {
    let suites = load(config, game, names, arguments.isolation)?;
    let cases: Vec<&GameCase> = suites.iter().flat_map(|suite| &suite.cases).collect();
    let mutants = strength::of_game(game);
    let matrix = matrix(&mutants, &cases, &display);
    let survivors = StrengthPage::survivors(&mutants, &matrix);
    let asked: Vec<usize> = (survivors.into_iter())
        .filter(|&number| mutants[number].evidence.is_none())
        .collect();
    let plan = WitnessPlan {
        game,
        seed: Seed(arguments.seed),
        trials: arguments.search,
        claims: asked.len(),
    };
    let mut show = |search: &_| display.show_search(search, asked.len(), arguments.search);
    let search = stress::witnesses(plan, &mut show, |one, some| {
        let some_asked: Vec<usize> = some.iter().map(|&claim| asked[claim]).collect();
        let killed = strength::killed_by(&mutants, &some_asked, one);
        let is_killed = |claim: &usize| killed.contains(&asked[*claim]);
        some.iter().copied().filter(is_killed).collect()
    });
    drop(display);
    let killers = asked.iter().zip(search.found);
    let found = KillerSearch {
        killers: killers
            .filter_map(|(&number, found)| Some((number, found?)))
            .map(|(number, Trial { instance, origin })| (number, (instance, origin)))
            .collect(),
        tried: search.tried,
    };
    let report = StrengthPage {
        title: format!("{} · {}", game.id(), names.join(" + ")),
        cases: &cases,
        mutants: &mutants,
        matrix: &matrix,
        found: &found,
        solutions: &judged.map_or_else(Vec::new, |judged| judged.solutions(game, names, &cases)),
    };
    let is_strong =
        found.killers.is_empty() && report.solutions.iter().all(|s| !s.fails.is_empty());
    let mut overview = report.overview();
    if !found.killers.is_empty() {
        let _ = writeln!(
            overview,
            "add cases that kill them: `mousetrap strength {} --problem {} --harden NAME`",
            names.join(" "),
            game.id()
        );
    }
    Ok(Usage {
        page: format!("{report}\n"),
        overview,
        is_strong,
    })
}
