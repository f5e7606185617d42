//! Tests of the suites in this repository.

use super::*;

/// Loads a suite of this repository.
fn repository_suite(problem: &str, suite: &str) -> Suite {
    let root = Project::from(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")));
    load_from(&root, problem, suite).unwrap()
}

#[test]
fn large_suite_is_balanced() {
    for (problem, min_percent) in [("1728", 20), ("913", 15)] {
        for suite in ["hidden", "broad"].map(|name| repository_suite(problem, name)) {
            for reply in Game::by_id(problem).unwrap().replies() {
                let with_reply = suite.cases.iter().filter(|case| case.answer == *reply);
                let percent = 100 * with_reply.count() / suite.cases.len();
                assert!(percent >= min_percent, "{problem}: {reply} {percent} %");
            }
        }
    }
}

#[test]
fn broad_suite_has_a_case_of_every_family() {
    for game in Game::ALL {
        let suite = repository_suite(game.id(), "broad");
        assert_eq!(suite.cases.len(), 300);
        for family in crate::generate::families_of(game) {
            let prefix = format!("broad/{}-", family.name);
            let mut cases = suite.cases.iter();
            let found = cases.any(|case| case.id.0.starts_with(&prefix));
            assert!(found, "{game}: {}", family.name);
        }
    }
}

#[test]
fn lock_of_this_repository_has_every_case() {
    let root = Project::from(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")));
    let suites = list(&root).unwrap().into_iter();
    // The recipe of `combs` is an example with a program.
    for name in suites.filter(|name| name.suite != "combs") {
        let suite = repository_suite(name.game.id(), &name.suite);
        let differences = compare_with_lock(&root, &[suite]).unwrap();
        assert_eq!(differences, [""; 0]);
    }
}

#[test]
fn limit_edge_suite_kills_every_other_horizon() {
    let suite = repository_suite("1728", "limit-edge");
    // A search that stops after 999 plies is correct, because mouse wins take an odd number of
    // plies.
    for horizon in [998, 999, 1000, 1001, 2000] {
        let differs = ![999, 1000].contains(&horizon);
        let killers = suite.cases.iter().filter(|case| {
            let other = case.instance.with_max_plies(horizon).unwrap();
            other.reply(other.solve()) != case.answer
        });
        assert_eq!(killers.count() >= 2, differs, "{horizon} plies");
    }
}

#[test]
fn limit_8x8_suite_has_limits_on_the_last_ply_and_one_and_two_before_it() {
    let suite = repository_suite("1728", "limit-8x8");
    assert!(suite.cases.len() >= 15);
    for board in suite.cases.chunks(3) {
        let answers: Vec<&str> = board.iter().map(|case| case.answer).collect();
        assert_eq!(answers, ["true", "false", "false"], "{}", board[0].id);
        let depth = board[0].outcome.depth().unwrap();
        for (before, case) in (0..).zip(board) {
            let limit = case.instance.max_plies();
            assert_eq!(limit, Some(depth.0 - before), "{}", case.id);
        }
    }
}
