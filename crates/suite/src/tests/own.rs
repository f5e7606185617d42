//! The suites of this repository.

use std::collections::BTreeMap;

use super::*;
use cat_and_mouse::Instance;
use cat_and_mouse::game::Outcome;

/// The suites of this repository.
fn own(problem: &str, suite: &str) -> Suite {
    let root = Root::from(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")));
    load_from(&root, problem, suite, &mut NoCustomGenerators).unwrap()
}

#[test]
fn the_large_suites_are_balanced_and_hold_nothing_twice() {
    for (problem, least) in [("1728", 20), ("913", 15)] {
        for suite in ["hidden", "broad"].map(|name| own(problem, name)) {
            for reply in Game::by_id(problem).unwrap().replies() {
                let share = suite
                    .cases
                    .iter()
                    .filter(|case| case.answer == *reply)
                    .count();
                assert!(
                    100 * share >= least * suite.cases.len(),
                    "{problem}: {reply} {share}"
                );
            }
            let cases = suite.cases.iter().filter(|case| case.variant.is_none());
            let mut forms: Vec<String> = cases.map(|case| case.instance.canonical()).collect();
            let all = forms.len();
            forms.sort_unstable();
            forms.dedup();
            assert_eq!(forms.len(), all, "{problem}");
        }
    }
}

#[test]
fn the_broad_suites_draw_on_every_family() {
    for game in Game::ALL {
        let suite = own(game.id(), "broad");
        assert_eq!(suite.cases.len(), 300);
        for family in crate::generate::of_game(game) {
            let prefix = format!("broad/{}-", family.name);
            let found = suite
                .cases
                .iter()
                .any(|case| case.id.0.starts_with(&prefix));
            assert!(found, "{game}: {}", family.name);
        }
    }
}

#[test]
fn the_lock_of_this_repository_knows_every_case() {
    let root = Root::from(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")));
    let lock = Lock::read(&root).unwrap();
    for (problem, suite) in [
        ("1728", "samples"),
        ("1728", "regressions"),
        ("1728", "extreme"),
        ("1728", "hidden"),
        ("1728", "broad"),
        ("1728", "horizons"),
        ("1728", "limit-8x8"),
        ("1728", "slow"),
        ("913", "horizons"),
        ("913", "slow"),
        ("913", "samples"),
        ("913", "regressions"),
        ("913", "extreme"),
        ("913", "hidden"),
        ("913", "broad"),
    ] {
        let suite = own(problem, suite);
        let differences = Lock::compare(lock.of_suite(&suite.name), &LockedCase::all(&suite));
        assert_eq!(differences, [], "{}", suite.name);
    }
}

#[test]
fn the_limit_edge_catches_every_other_horizon() {
    let suite = own("1728", "limit-edge");
    // A horizon of 999 plies is not a mistake, since a depth is always odd.
    for (horizon, differs) in [
        (998, true),
        (999, false),
        (1000, false),
        (1001, true),
        (2000, true),
    ] {
        let killers = suite.cases.iter().filter(|case| {
            let other = case.instance.with_max_plies(horizon).unwrap();
            other.reply(other.solve()) != case.answer
        });
        assert_eq!(killers.count() >= 2, differs, "{horizon} plies");
    }
}

#[test]
fn limits_on_8x8_lie_on_the_last_ply_and_one_and_two_before_it() {
    let suite = own("1728", "limit-8x8");
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

/// The longest win of each size, with how that is known.
fn records(suite: &Suite) -> BTreeMap<Vec<u32>, u32> {
    let rung = |case: &GameCase| {
        let key = match &case.instance {
            Instance::Graph(graph) => {
                let cat = u32::from(matches!(case.outcome, Outcome::Cat { .. }));
                vec![cat, graph.nodes() as u32]
            }
            Instance::Grid(grid) => {
                let sides = (grid.rows.min(grid.cols), grid.rows.max(grid.cols));
                vec![sides.0.into(), sides.1.into(), grid.mouse_jump.into()]
            }
        };
        Some((key, case.record.and(case.outcome.depth())?.0))
    };
    let mut records = BTreeMap::new();
    for (key, depth) in suite.cases.iter().filter_map(rung) {
        let record = records.entry(key).or_insert(depth);
        *record = depth.max(*record);
    }
    records
}

#[test]
fn there_is_a_longest_win_of_each_player_for_every_number_of_nodes_and_none_shrinks() {
    let records = records(&own("913", "extreme"));
    for cat in [0, 1] {
        let depths: Vec<u32> = (3..=50).map(|nodes| records[&vec![cat, nodes]]).collect();
        assert!(depths.is_sorted(), "a node can be hung on: {depths:?}");
    }
    let small = |cat: u32| [5, 6, 7, 8].map(|nodes| records[&vec![cat, nodes]]);
    assert_eq!((small(0), small(1)), ([5, 7, 9, 17], [5, 8, 12, 16]));
}

#[test]
fn there_is_a_longest_win_for_every_size_of_a_board_and_none_shrinks() {
    let records = records(&own("1728", "extreme"));
    for rows in 1..=8 {
        for cols in rows..=8 {
            if rows * cols < 3 {
                continue;
            }
            let record = records[&vec![rows, cols, 1]];
            let less =
                [(rows - 1, cols), (rows, cols - 1)].map(|(r, c)| vec![r.min(c), r.max(c), 1]);
            for less in less.iter().filter_map(|less| records.get(less)) {
                assert!(
                    *less <= record,
                    "{rows}x{cols}: a row of walls can be added"
                );
            }
        }
    }
    for (sides, depth) in [
        ([3, 6], 23),
        ([4, 5], 23),
        ([5, 5], 29),
        ([5, 6], 37),
        ([8, 8], 79),
    ] {
        assert_eq!(records[&vec![sides[0], sides[1], 1]], depth, "{sides:?}");
    }
}
