//! `mousetrap strength harden`: chooses a small suite that catches as many wrong solutions as
//! larger suites.

use std::collections::{BTreeMap, BTreeSet};

use mousetrap_model::CaseId;
use mousetrap_setter::strength::{self, Candidate, KillMatrix, Mutant};
use mousetrap_suite::{GameCase, SuiteName};

use super::mutant_runner::{MutantRunner, SearchOptions, SuiteSelection};
use crate::cli::context::GlobalOptions;
use crate::cli::failure::{CommandResult, ExitStatus, Failure};
use crate::set::suite_hints::print_suite_hints;

/// Choose a small suite that catches as many wrong solutions as larger suites
///
/// First searches for new cases that catch wrong solutions: those that the given suites miss, and
/// those that only cases of one family catch. Then chooses cases from the suites and from the new
/// cases, and writes them to cases/<problem>/NAME.toml, which must not exist yet.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap strength harden broad extreme --into hidden --max-cases 120
  mousetrap strength harden broad --problem 913 --into small --search 0

Exit codes: 0 the new suite catches every wrong solution that the suites catch, 1 it
misses one, 2 bad usage or configuration, 3 internal error.")]
pub(super) struct Arguments {
    #[command(flatten)]
    selection: SuiteSelection,
    /// Name of the suite to write
    #[arg(long, value_name = "NAME")]
    into: String,
    /// Maximum number of cases
    #[arg(long, value_name = "N", default_value_t = 120)]
    max_cases: usize,
    #[command(flatten)]
    search: SearchOptions,
}

/// The first words of the comment that this command writes at the top of each suite.
const HEADER_PREFIX: &str = "Chosen by `mousetrap strength ";

pub(super) fn run(global: &GlobalOptions, arguments: &Arguments) -> CommandResult {
    let config = global.read_config()?;
    let games = arguments.selection.game_suites(&config)?;
    let name = &arguments.into;
    if arguments.selection.suites.contains(name) {
        return Err(Failure::usage_error(format!(
            "--into {name}: this suite is also given as a source; use another name"
        )));
    }
    // This check comes before the search, which takes a long time.
    for (game, _) in &games {
        let suite = SuiteName::new(*game, name);
        mousetrap_suite::check_new_collection(&config.root, &suite)?;
    }
    let mut misses_none = true;
    for (game, names) in games {
        let runner = MutantRunner::new(global, &config, game);
        misses_none &= choose_small_suite(runner, arguments, &names)?;
    }
    Ok(ExitStatus::from_is_expected(misses_none))
}

/// Chooses a small suite for one game and writes it. Returns whether the suite kills every mutant
/// that any available case kills.
fn choose_small_suite(
    mut runner: MutantRunner<'_>,
    arguments: &Arguments,
    names: &[String],
) -> Result<bool, Failure> {
    let (config, game) = (runner.config, runner.game);
    let suites = runner.load_suites(names)?;
    // A suite must not contain a case twice, even rotated, but suites may have cases in common.
    // Variants are chosen together with the case that they are derived from.
    let mut known: BTreeSet<String> = BTreeSet::new();
    let mut ids: BTreeSet<CaseId> = BTreeSet::new();
    let mut is_new = |case: &&GameCase| match case.variant {
        Some(_) => ids.contains(&case.base_id()),
        None => known.insert(case.instance.canonical_text()) && ids.insert(case.id.clone()),
    };
    let mut cases: Vec<&GameCase> = suites.iter().flat_map(|suite| &suite.cases).collect();
    cases.retain(&mut is_new);
    let mut kills = runner.kill_matrix(&cases);
    let has_evidence = |mutant: &Mutant| mutant.equivalent.is_some() || mutant.evidence.is_some();
    let mut underkilled = strength::mutants_lacking_killers(&kills, &candidate_cases(&cases));
    underkilled.retain(|&number| !has_evidence(&runner.mutants[number]));
    let mut found = killing_cases(&mut runner, arguments, &underkilled, 1);
    found.extend(killing_cases(&mut runner, arguments, &underkilled, 2));
    found.retain(|(_, case)| is_new(&case));
    let mut origins: Vec<String> = cases.iter().map(|case| case.id.to_string()).collect();
    origins.extend(found.iter().map(|(origin, _)| origin.clone()));
    cases.extend(found.iter().map(|(_, case)| case));
    if !found.is_empty() {
        kills = runner.kill_matrix(&cases);
    }
    let mutants = &runner.mutants;
    let last = (0..mutants.len()).filter(|&number| mutants[number].evidence.is_some());
    let last = last.collect();
    let cover =
        strength::choose_cases(&kills, &candidate_cases(&cases), arguments.max_cases, &last);
    let (caught, missed) = summarise_kills(mutants, &kills, &cover.chosen);
    let chosen = cover.chosen.iter();
    let chosen: Vec<(String, &GameCase)> = chosen
        .map(|&number| (origins[number].clone(), cases[number]))
        .collect();
    let suite = SuiteName::new(game, &arguments.into);
    let MutantRunner {
        global, mutants, ..
    } = runner;
    let header = format!(
        "{HEADER_PREFIX}harden {} --into {} --max-cases {}`:\n{caught}.",
        arguments.selection.suites.join(" "),
        arguments.into,
        arguments.max_cases
    );
    let mut project_suites = global.project_suites(config);
    project_suites.write_collection(&suite, &header, &chosen)?;
    outln!(
        "{suite}: chose {} of {} cases, {} of which were found by the search",
        chosen.len(),
        cases.len(),
        found.len(),
    );
    outln!("{caught}");
    let mut thin = cover.mutants_lacking_killers;
    thin.retain(|mutant| !missed.contains(mutant));
    for (numbers, what) in [
        (&missed, "missed"),
        (
            &thin,
            "caught by only one case, or only by cases of one family",
        ),
    ] {
        if !numbers.is_empty() {
            outln!("{what}, {}:", numbers.len());
        }
        for line in strength::mutant_group_names(&mutants, numbers) {
            outln!("  {line}");
        }
    }
    print_suite_hints(config, &suite)?;
    Ok(missed.is_empty())
}

/// Searches for the simplest instances that kill these mutants. Returns each instance with its
/// origin. Each round uses a different seed, and its cases form a separate family.
fn killing_cases(
    runner: &mut MutantRunner<'_>,
    arguments: &Arguments,
    mutants: &[usize],
    round: u64,
) -> Vec<(String, GameCase)> {
    let SearchOptions { search, seed } = arguments.search;
    let seed = seed + round - 1;
    let found = runner.find_killing_instances(mutants, search, seed).found;
    (1..)
        .zip(found.into_values())
        .map(|(number, trial)| {
            let id = CaseId(format!("search/killer-{round}-{number:03}"));
            let origin = format!("{id} (seed {seed}; shrunk; origin: {})", trial.origin);
            let limits = runner.config.limits;
            (origin, GameCase::from_instance(id, trial.instance, limits))
        })
        .collect()
}

/// Returns a two-line summary of the mutants that the chosen cases catch, and the indices of the
/// mutants that only other cases catch.
fn summarise_kills(
    mutants: &[Mutant],
    kills: &KillMatrix,
    chosen: &[usize],
) -> (String, Vec<usize>) {
    let mut by_choice = vec![0; mutants.len()];
    for &mutant in chosen.iter().flat_map(|&case| &kills.kills[case]) {
        by_choice[mutant] += 1;
    }
    let killers = kills.killing_case_counts();
    let numbers = |is: &dyn Fn(usize) -> bool| -> Vec<usize> {
        (0..mutants.len()).filter(|&number| is(number)).collect()
    };
    let survives = |number: usize| killers[number] == 0 && mutants[number].equivalent.is_none();
    let missed = numbers(&|number| killers[number] > 0 && by_choice[number] == 0);
    let text = format!(
        "alone, this suite catches {} of the {} wrong solutions that any available case catches, {} \
         of them at least twice;\nit misses {}; no available case catches the other {}",
        numbers(&|number| by_choice[number] > 0).len(),
        numbers(&|number| killers[number] > 0).len(),
        numbers(&|number| by_choice[number] > 1).len(),
        missed.len(),
        numbers(&survives).len()
    );
    (text, missed)
}

/// Returns, for each case, the properties that determine whether it is chosen: its family, its
/// cost, and the case that must be chosen before it.
fn candidate_cases<'a>(cases: &[&'a GameCase]) -> Vec<Candidate<'a>> {
    let places: BTreeMap<&CaseId, usize> = cases.iter().map(|case| &case.id).zip(0..).collect();
    let of_case = |case: &&'a GameCase| Candidate {
        family: family_of(&case.id.0),
        cost: case.input.len(),
        original: case
            .variant
            .and_then(|_| places.get(&case.base_id()).copied()),
    };
    cases.iter().map(of_case).collect()
}

/// Returns the family of a generated case, such as `broad/walls` for `broad/walls-003`. If the name
/// does not follow this pattern, returns the entire name.
fn family_of(id: &str) -> &str {
    match id.rsplit_once('-') {
        Some((family, number)) if number.len() == 3 && number.parse::<u32>().is_ok() => family,
        _ => id,
    }
}
