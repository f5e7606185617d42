//! `mousetrap strength --harden`: a small suite that catches everything.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::atomic::AtomicBool;

use super::arguments::Arguments;
use super::display::Display;
use super::matrix::{load, matrix};
use crate::cli::failure::Failure;
use crate::judge::standing;
use cat_and_mouse::Game;
use mousetrap_judge::Generators;
use mousetrap_judge::config::Config;
use mousetrap_model::CaseId;
use mousetrap_sandbox::Isolation;
use mousetrap_setter::strength::{self, Aim, CaseProfile, Matrix, Mutant};
use mousetrap_setter::stress::{self, WitnessPlan};
use mousetrap_suite::generate::Seed;
use mousetrap_suite::{GameCase, ProjectSuites, SuiteName};

/// The start of the comment at the top of a chosen suite.
const CHOSEN: &str = "Chosen by `mousetrap strength ";

/// Checks, before the search, that the suite can be written at its end.
pub(super) fn check(
    config: &Config,
    game: Game,
    arguments: &Arguments,
    name: &str,
) -> Result<(), Failure> {
    if arguments.suites.iter().any(|suite| suite == name) {
        return Err(Failure::usage(format!(
            "suite \"{name}\" cannot be built out of itself; choose another name"
        )));
    }
    mousetrap_suite::may_write_collection(&config.root, &SuiteName::new(game, name), CHOSEN)
        .map_err(Failure::usage)
}

/// Chooses a small suite and writes it. Returns whether it kills every mutant that can be
/// killed.
pub(super) fn run(
    config: &Config,
    game: Game,
    arguments: &Arguments,
    name: &str,
    cases: &[&GameCase],
    display: Display,
) -> Result<bool, Failure> {
    let mutants = strength::of_game(game);
    // A suite holds no case twice, not even turned; suites may share cases.
    // Variants are chosen with the case that they are made from.
    let mut known: BTreeSet<String> = BTreeSet::new();
    let mut names: BTreeSet<CaseId> = BTreeSet::new();
    let mut is_new = |case: &GameCase| match case.variant {
        Some(_) => names.contains(&case.base_id()),
        None => known.insert(case.instance.canonical()) && names.insert(case.id.clone()),
    };
    let mut cases = cases.to_vec();
    cases.retain(|case| is_new(case));
    let mut kills = matrix(&mutants, &cases, &display);
    let underkilled: Vec<usize> = strength::underkilled(&kills, &profiles(&cases))
        .into_iter()
        .filter(|&mutant| mutants[mutant].equivalent.is_none())
        .filter(|&mutant| mutants[mutant].evidence.is_none())
        .collect();
    let found = [1, 2].map(|round| {
        let plan = WitnessPlan {
            game,
            seed: Seed(arguments.seed + round - 1),
            trials: arguments.search,
            claims: underkilled.len(),
        };
        killers(config, plan, &mutants, &underkilled, round, &display)
    });
    let added: Vec<&(String, GameCase)> = found
        .iter()
        .flatten()
        .filter(|(_, case)| is_new(case))
        .collect();
    let mut from: Vec<String> = cases.iter().map(|case| case.id.to_string()).collect();
    from.extend(added.iter().map(|(from, _)| from.clone()));
    cases.extend(added.iter().map(|(_, case)| case));

    if !added.is_empty() {
        kills = matrix(&mutants, &cases, &display);
    }
    let last: BTreeSet<usize> = (0..mutants.len())
        .filter(|&number| mutants[number].evidence.is_some())
        .collect();
    let aim = Aim {
        max_cases: arguments.max_cases.0,
        last: &last,
    };
    let cover = strength::harden(&kills, &profiles(&cases), aim);
    let chosen: Vec<(String, &GameCase)> = cover
        .chosen
        .iter()
        .map(|&number| (from[number].clone(), cases[number]))
        .collect();
    let suite = SuiteName::new(game, name);
    let caught = Caught::new(&mutants, &kills, &cover.chosen);
    let together = together(
        config,
        &suite,
        arguments.isolation,
        &mutants,
        &chosen,
        &display,
    )?;
    drop(display);
    let header = format!(
        "{CHOSEN}{} --harden {name} --max-cases {}`:\n{together}{caught}.",
        arguments.suites.join(" "),
        arguments.max_cases
    );
    let interrupted = AtomicBool::new(false);
    let mut generators = Generators::new(config, arguments.isolation, &interrupted);
    ProjectSuites::new(config, &mut generators)
        .write_collection(&suite, &header, &chosen)
        .map_err(Failure::usage)?;
    outln!(
        "{suite}: {} of {} cases, {} of which were searched for",
        chosen.len(),
        cases.len(),
        added.len(),
    );
    outln!("{together}{caught}");
    let mut thin = cover.thin;
    thin.retain(|mutant| !caught.missed.contains(mutant));
    for (numbers, what) in [
        (&caught.missed, "missed"),
        (&thin, "caught by one case alone, or by cases of one family"),
    ] {
        if !numbers.is_empty() {
            outln!("{what}, {}:", numbers.len());
        }
        for line in strength::folded(&mutants, numbers) {
            outln!("  {line}");
        }
    }
    standing::say_standing(config, &suite)?;
    Ok(caught.missed.is_empty())
}

/// Returns the number of wrong solutions that the default suites catch together, as a
/// line of the header. It is empty if `suite` is not one of them.
fn together(
    config: &Config,
    suite: &SuiteName,
    isolation: Isolation,
    mutants: &[Mutant],
    chosen: &[(String, &GameCase)],
    display: &Display,
) -> Result<String, Failure> {
    let defaults = config.suites_of(suite.game.problem());
    if !defaults.contains(&suite.suite) {
        return Ok(String::new());
    }
    let others: Vec<String> = (defaults.iter().filter(|name| **name != suite.suite))
        .cloned()
        .collect();
    let others = load(config, suite.game, &others, isolation)?;
    let cases: Vec<&GameCase> = (others.iter().flat_map(|other| &other.cases))
        .chain(chosen.iter().map(|(_, case)| *case))
        .collect();
    let killers = matrix(mutants, &cases, display).killers();
    let caught = killers.iter().filter(|&&killers| killers > 0).count();
    let killable = mutants.iter().filter(|mutant| mutant.equivalent.is_none());
    Ok(format!(
        "the default suites ({}) together catch {caught} of {} wrong solutions;\n",
        defaults.join(", "),
        killable.count()
    ))
}

/// How many wrong solutions a choice of cases catches.
struct Caught {
    /// Those that any of the cases to choose from catches.
    all: usize,
    /// Those that the choice catches.
    once: usize,
    /// Those that two of its cases catch.
    twice: usize,
    /// Those that it misses although some case catches them.
    missed: Vec<usize>,
    /// Those that no case catches, although they are not equivalent.
    survivors: usize,
}

impl Caught {
    fn new(mutants: &[Mutant], kills: &Matrix, chosen: &[usize]) -> Self {
        let mut by_choice = vec![0; mutants.len()];
        for &mutant in chosen.iter().flat_map(|&case| &kills.kills[case]) {
            by_choice[mutant] += 1;
        }
        let killers = kills.killers();
        let count = |is: &dyn Fn(usize) -> bool| (0..mutants.len()).filter(|&n| is(n)).count();
        Self {
            all: count(&|mutant| killers[mutant] > 0),
            once: count(&|mutant| by_choice[mutant] > 0),
            twice: count(&|mutant| by_choice[mutant] > 1),
            missed: (0..mutants.len())
                .filter(|&mutant| killers[mutant] > 0 && by_choice[mutant] == 0)
                .collect(),
            survivors: count(&|mutant| {
                killers[mutant] == 0 && mutants[mutant].equivalent.is_none()
            }),
        }
    }
}

impl fmt::Display for Caught {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            all,
            once,
            twice,
            missed,
            survivors,
        } = self;
        write!(
            f,
            "alone, this suite catches {once} of the {all} that the cases to choose from catch, \
             {twice} of them twice;\nit misses {}, and no case catches {survivors}",
            missed.len()
        )
    }
}

fn profiles<'a>(cases: &[&'a GameCase]) -> Vec<CaseProfile<'a>> {
    let places: BTreeMap<&CaseId, usize> = cases.iter().map(|case| &case.id).zip(0..).collect();
    let of_case = |case: &&'a GameCase| CaseProfile {
        family: family(&case.id.0),
        answer: case.answer,
        cost: case.input.len(),
        needs: case
            .variant
            .and_then(|_| places.get(&case.base_id()).copied()),
    };
    cases.iter().map(of_case).collect()
}

/// A simplest killer of each of these mutants, with where it comes from. Each
/// round searches elsewhere, and what it finds is a family of its own.
fn killers(
    config: &Config,
    plan: WitnessPlan,
    mutants: &[Mutant],
    underkilled: &[usize],
    round: u64,
    display: &Display,
) -> Vec<(String, GameCase)> {
    let seed = plan.seed;
    let mut show = |search: &_| display.show_search(search, plan.claims, plan.trials);
    let found = stress::witnesses(plan, &mut show, |instance, claims| {
        let some: Vec<usize> = claims.iter().map(|&claim| underkilled[claim]).collect();
        let err = strength::killed_by(mutants, &some, instance);
        let is_true = |claim: &usize| err.contains(&underkilled[*claim]);
        claims.iter().copied().filter(is_true).collect()
    });
    let found = found.found.into_iter().flatten().enumerate();
    found
        .map(|(number, trial)| {
            let id = CaseId(format!("search/killer-{round}-{:03}", number + 1));
            let from = format!("{id}, seed {seed}, from an instance of {}", trial.origin);
            (from, GameCase::solved(id, trial.instance, config.limits))
        })
        .collect()
}

/// The family of a generated case, `walls` of `broad/walls-003`; the whole
/// name of another.
fn family(id: &str) -> &str {
    match id.rsplit_once('-') {
        Some((family, number)) if number.len() == 3 && number.parse::<u32>().is_ok() => family,
        _ => id,
    }
}
