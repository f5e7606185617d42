//! Tests of the mutants, the kill matrix and the choice of a small suite.

use std::collections::BTreeSet;
use std::path::Path;

use super::matrix::AnalysedInstance;
use super::mutants::graph_mutants::QUADRATIC_BOUND_EVIDENCE;
use super::mutants::grid_mutants::PLY_BOUND_EVIDENCE;
use super::mutants::longest_wins::{
    LONGEST_CAT_WINS_ON_GRAPHS, LONGEST_MOUSE_WINS_ON_BOARDS, LONGEST_MOUSE_WINS_ON_GRAPHS,
    MIN_NODE_COUNT_OF_TABLES,
};
use super::mutants::mutant::MutantKind;
use super::report::summary_sentence;
use super::rules::graph_rules::GraphRules;
use super::rules::grid_rules::GridRules;
use super::rules::state_graph::DefeatRule;
use super::rules::strategy::{GameRules, Horizon, Strategy, Winner};
use super::*;
use cat_and_mouse::game::{Outcome, Player};
use cat_and_mouse::{Game, Instance};
use mousetrap_model::Limits;
use mousetrap_suite::generate::{self, RandomStream, Seed};
use mousetrap_suite::{GameCase, ProjectSuites};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn cases(game: Game, name: &str) -> Vec<GameCase> {
    let mut suites = ProjectSuites {
        root: &Path::new(ROOT).into(),
        limits: Limits::DEFAULT,
        programs: None,
    };
    suites.load(game, name).unwrap().cases
}

fn matrix(mutants: &[Mutant], cases: &[GameCase]) -> KillMatrix {
    let cases: Vec<&GameCase> = cases.iter().collect();
    KillMatrix::new(mutants, &cases, &mut |_| ())
}

/// Returns a mutant with the correct rules of a game. `strategy` gets the result that a correct
/// solution returns if neither player can force a win.
fn mutant_with_strategy(game: Game, strategy: impl FnOnce(Winner) -> Strategy) -> Mutant {
    let (rules, default_claim) = match game {
        Game::CatAndMouse2 => (GameRules::Grid(GridRules::default()), Some(Player::Cat)),
        Game::CatAndMouse => (GameRules::Graph(GraphRules::default()), None),
    };
    Mutant {
        name: String::new(),
        class: "none",
        equivalent: None,
        evidence: None,
        kind: MutantKind::Solver(rules, strategy(default_claim)),
    }
}

#[test]
fn engine_with_unchanged_rules_agrees_with_the_reference_solver() {
    for game in Game::ALL {
        let unchanged = mutant_with_strategy(game, Strategy::full_analysis);
        for family in generate::families_of(game) {
            let settings = family.defaults();
            for index in 0..20 {
                let mut stream = RandomStream::named("unbent", family.name, Seed(1), index);
                for instance in family.draw(&settings, &mut stream) {
                    let right = instance.reply(instance.solve());
                    let found = AnalysedInstance::new(&instance).reply(&unchanged);
                    assert_eq!(found, right, "{}\n{}", family.name, instance.text());
                }
            }
        }
    }
}

#[test]
fn mutants_have_unique_names_and_class_descriptions_that_fit_on_a_line() {
    for game in Game::ALL {
        let mut names = BTreeSet::new();
        for mutant in mutants_of_game(game) {
            let length = mutant.description().len();
            assert!((1..=50).contains(&length), "{}", mutant.class);
            assert!(names.insert(mutant.name.clone()), "{}", mutant.name);
        }
    }
}

#[test]
fn hidden_suite_kills_every_mutant_that_is_not_equivalent() {
    let root = Path::new(ROOT);
    let page = std::fs::read_to_string(root.join("docs/generated/strength.md")).unwrap();
    for game in Game::ALL {
        let mutants = mutants_of_game(game);
        let cases = cases(game, "hidden");
        assert!(cases.len() <= 120);
        let matrix = matrix(&mutants, &cases);
        let summary = summary_sentence(cases.len(), &mutants, &matrix);
        assert!(
            page.contains(&summary),
            "docs/generated/strength.md is out of date; regenerate it as its first lines say: {summary}"
        );
        let survivors = StrengthPage::survivors(&mutants, &matrix);
        for survivor in survivors {
            let mutant = &mutants[survivor];
            assert!(mutant.evidence.is_some(), "{} survives", mutant.name);
        }
        for (mutant, killers) in mutants.iter().zip(matrix.killing_case_counts()) {
            let is_equivalent = mutant.equivalent.is_some();
            assert!(!is_equivalent || killers == 0, "{} is killed", mutant.name);
            let is_killed_twice = killers > 1 || is_equivalent || mutant.evidence.is_some();
            assert!(is_killed_twice, "{}: {killers} killers", mutant.name);
        }
    }
}

#[test]
fn cover_has_few_cheap_cases_of_two_families_for_each_mutant() {
    let profile = |family, cost| Candidate {
        family,
        cost,
        original: None,
    };
    let profiles = [("a", 1), ("b", 1), ("a", 9), ("c", 1)].map(|(name, cost)| profile(name, cost));
    let matrix = KillMatrix {
        kills: vec![vec![0], vec![0, 1], vec![0], vec![]],
        mutants: 3,
    };
    let last = BTreeSet::new();
    for (max_cases, chosen, lacking) in [(1, &[1][..], &[0, 1][..]), (4, &[0, 1], &[1])] {
        let cover = choose_cases(&matrix, &profiles, max_cases, &last);
        assert_eq!(cover.chosen, chosen);
        assert_eq!(cover.mutants_lacking_killers, lacking);
    }
    assert_eq!(mutants_lacking_killers(&matrix, &profiles), [1, 2]);
}

/// Tests every horizon up to the longest known forced win. A solution that stops its search at a
/// horizon must fail on a case of the suite `horizons` whose win takes at most about an eighth more
/// plies.
#[test]
fn horizons_suite_kills_every_horizon_up_to_the_longest_known_win() {
    for game in Game::ALL {
        let cases = cases(game, "horizons");
        for winner in ["mouse", "cat"] {
            let of_winner = |case: &&GameCase| case.id.0.contains(&format!("/{winner}-"));
            let ladder: Vec<&GameCase> = cases.iter().filter(of_winner).collect();
            let depth = |case: &GameCase| case.outcome.depth().map_or(0, |depth| depth.0);
            let Some(record) = ladder.iter().map(|case| depth(case)).max() else {
                assert_eq!((game, winner), (Game::CatAndMouse2, "cat"));
                continue;
            };
            let subjects = ladder
                .iter()
                .map(|case| AnalysedInstance::new(&case.instance));
            let mut subjects: Vec<_> = subjects.collect();
            for plies in 1..record {
                let mutant = mutant_with_strategy(game, |default_claim| {
                    let horizon = Horizon::Plies(plies);
                    Strategy::forced_wins(horizon, default_claim, DefeatRule::All)
                });
                let judged = subjects.iter_mut().zip(&ladder);
                let wrong = judged.filter_map(|(subject, case)| {
                    (subject.reply(&mutant) != case.answer).then(|| depth(case))
                });
                let first = wrong.min();
                let is_near = first.is_some_and(|first| first <= plies + plies / 8 + 2);
                assert!(is_near, "{game} {winner} {plies}: {first:?}");
            }
        }
    }
}

/// The mutants that miss wins at one size are built from these tables.
#[test]
fn record_tables_match_the_suite_extreme() {
    let records = |game| {
        let cases = cases(game, "extreme").into_iter();
        let records = cases.filter(|case| case.record.is_some() && case.variant.is_none());
        records.map(|case| (case.outcome.depth().unwrap().0, case))
    };
    for (depth, case) in records(Game::CatAndMouse) {
        let place = case.instance.size() - MIN_NODE_COUNT_OF_TABLES as usize;
        let table = match case.outcome {
            Outcome::Cat { .. } => LONGEST_CAT_WINS_ON_GRAPHS,
            _ => LONGEST_MOUSE_WINS_ON_GRAPHS,
        };
        assert_eq!(table[place], depth, "{}", case.id);
    }
    let mut boards = BTreeSet::new();
    for (depth, case) in records(Game::CatAndMouse2) {
        let Instance::Grid(grid) = &case.instance else {
            unreachable!()
        };
        let [less, more] = [grid.rows.min(grid.cols), grid.rows.max(grid.cols)].map(u32::from);
        boards.insert((less, more, grid.mouse_jump.into(), depth));
    }
    let listed = LONGEST_MOUSE_WINS_ON_BOARDS
        .into_iter()
        .flat_map(|((rows, cols), records)| {
            records
                .iter()
                .map(move |&(jump, depth)| (rows, cols, jump, depth))
        });
    assert_eq!(boards, listed.collect());
}

#[test]
fn published_records_match_the_stored_instances() {
    let root = Path::new(ROOT);
    let squares = cases(Game::CatAndMouse, "extreme").into_iter().map(|case| {
        let nodes = case.instance.size() as u32;
        (100 * case.outcome.depth().unwrap().0).div_ceil(nodes * nodes)
    });
    let published = format!("more than {} % of n² plies", squares.max().unwrap());
    assert!(QUADRATIC_BOUND_EVIDENCE.contains(&published), "{published}");

    let boards = cases(Game::CatAndMouse2, "extreme").into_iter();
    let densities = boards.map(|case| {
        let floor = case.instance.text().matches(['C', 'M', 'F', '.']).count() as u32;
        1000 * case.outcome.depth().map_or(0, |depth| depth.0) / (2 * floor)
    });
    let published = format!("more than {} ‰.", densities.max().unwrap());
    assert!(PLY_BOUND_EVIDENCE.contains(&published), "{published}");

    let tables = std::fs::read_dir(root.join("crates/cat-and-mouse/tables")).unwrap();
    let densities = tables.flat_map(|entry| {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let table: serde_json::Value = serde_json::from_str(&text).unwrap();
        let rows = table["found"]["rows"].as_object().unwrap().clone();
        let complete = table["shard"]["of"] == 1;
        let rows = rows.into_values().filter(move |_| complete);
        rows.filter_map(|row| row["extremes"]["density"]["most"].as_u64())
    });
    let published = format!("more than {} ‰ of", densities.max().unwrap());
    assert!(PLY_BOUND_EVIDENCE.contains(&published), "{published}");
}

/// The suite `extreme` kills all mutants that miss wins at one size, or at one size and in one
/// order.
#[test]
fn longest_wins_kill_mutants_of_one_size() {
    for game in Game::ALL {
        let mut mutants = mutants_of_game(game);
        mutants.retain(|mutant| ["one size", "one order"].contains(&mutant.class));
        assert!(mutants.len() >= 700, "{}", mutants.len());
        let matrix = matrix(&mutants, &cases(game, "extreme"));
        for (mutant, killers) in mutants.iter().zip(matrix.killing_case_counts()) {
            assert!(killers > 0, "{} survives", mutant.name);
        }
    }
}
