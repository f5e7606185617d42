//! Tests of the hunt: catches, campaigns, the hall of fame.

use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use super::hall::{EXTREME, Entry, Hall, SLOW};
use super::*;
use cat_and_mouse::game::{Bounds, Graph, Outcome};
use cat_and_mouse::problem::Problem;
use mousetrap_base::{Limits, Shard};
use mousetrap_suite::NoPrograms;
use mousetrap_suite::generate::Seed;

const BOARDS: Target = Target::Boards {
    goal: Goal::MouseWin,
    size: (4, 4),
    jumps: (1, 2),
};

fn campaign(targets: &[Target], rounds: usize) -> Campaign {
    Campaign {
        targets: targets.to_vec(),
        seed: Seed(1),
        steps: 2_000,
        max_plies: None,
        first: 0,
        rounds: Some(rounds),
        shard: Shard::WHOLE,
        jobs: NonZeroUsize::MIN,
    }
}

fn run(campaign: &Campaign) -> Standing {
    let mut standing = campaign.standing();
    let stop = AtomicBool::new(false);
    let done: Result<(), Infallible> = campaign.run(&mut standing, &stop, |_, _| Ok(()));
    done.unwrap();
    standing
}

#[test]
fn every_goal_finds_instances_that_score_what_it_says() {
    let graphs = |goal| Target::Graphs { goal, nodes: 8 };
    let targets = [
        BOARDS,
        Target::Boards {
            goal: Goal::Detour,
            size: (5, 3),
            jumps: (1, 3),
        },
        graphs(Goal::MouseWin),
        graphs(Goal::CatWin),
        graphs(Goal::Draws),
        graphs(Goal::QueueSteps),
        graphs(Goal::SearchCalls),
        Target::Boards {
            goal: Goal::Recursion,
            size: (2, 3),
            jumps: (1, 1),
        },
    ];
    let standing = run(&campaign(&targets, 2));
    assert_eq!(standing.restarts(), 2 * targets.len());
    for target in targets {
        let best = standing.targets[&target.to_string()].best.clone().unwrap();
        let instance = target
            .problem()
            .parse(&best.input, Bounds::Contest)
            .unwrap();
        assert_eq!(target.score(&instance), Some(best.score));
        assert!(best.score >= 1, "{target}: {}", best.score);
    }
}

#[test]
fn a_seed_finds_the_same_with_any_number_of_threads() {
    let one = campaign(&[BOARDS, BOARDS_OF_ANOTHER_JUMP], 4);
    let many = Campaign {
        jobs: NonZeroUsize::new(3).unwrap(),
        ..one.clone()
    };
    let bests = |standing: Standing| standing.targets;
    assert_eq!(bests(run(&one)), bests(run(&many)));
}

const BOARDS_OF_ANOTHER_JUMP: Target = Target::Boards {
    goal: Goal::MouseWin,
    size: (4, 4),
    jumps: (2, 1),
};

#[test]
fn hunt_with_a_depth_limit_ends_at_the_deepest_instance_within_it() {
    let graphs = |goal| Target::Graphs { goal, nodes: 8 };
    let targets = [BOARDS, graphs(Goal::MouseWin), graphs(Goal::CatWin)];
    for (max_plies, expected) in [(6, [5, 5, 6]), (7, [7, 7, 7])] {
        let limited = Campaign {
            max_plies: Some(max_plies),
            rounds: None,
            ..campaign(&targets, 0)
        };
        let standing = run(&limited);
        for (target, expected) in targets.iter().zip(expected) {
            let best = standing.targets[&target.to_string()].best.clone().unwrap();
            let instance = target
                .problem()
                .parse(&best.input, Bounds::Contest)
                .unwrap();
            assert_eq!(best.score, expected, "{target}, at most {max_plies}");
            assert_eq!(target.score(&instance), Some(expected), "{target}");
        }
        let restarts = standing.restarts();
        let mut resumed = standing;
        let done: Result<(), Infallible> =
            limited.run(&mut resumed, &AtomicBool::new(false), |_, _| Ok(()));
        done.unwrap();
        assert_eq!(resumed.restarts(), restarts, "nothing is left to do");
    }
}

#[test]
fn hunt_with_a_depth_limit_finds_the_same_with_any_number_of_threads() {
    let one = Campaign {
        max_plies: Some(9),
        rounds: None,
        ..campaign(&[BOARDS, BOARDS_OF_ANOTHER_JUMP], 0)
    };
    let many = Campaign {
        jobs: NonZeroUsize::new(3).unwrap(),
        ..one.clone()
    };
    let best = |standing: Standing| -> Vec<Find> {
        let all = standing.targets.into_values();
        all.map(|progress| progress.best.unwrap()).collect()
    };
    assert_eq!(best(run(&one)), best(run(&many)));
}

#[test]
fn a_hunt_that_was_stopped_comes_to_the_same_end() {
    let campaign = campaign(&[BOARDS], 6);
    let mut standing = campaign.standing();
    let stop = AtomicBool::new(false);
    let mut finished = 0;
    let done: Result<(), Infallible> = campaign.run(&mut standing, &stop, |news, _| {
        finished += usize::from(matches!(news, Event::Finished(_)));
        stop.store(finished == 2, Ordering::Relaxed);
        Ok(())
    });
    done.unwrap();
    let text = serde_json::to_string(&standing).unwrap();
    let mut resumed: Standing = serde_json::from_str(&text).unwrap();
    let done: Result<(), Infallible> =
        campaign.run(&mut resumed, &AtomicBool::new(false), |_, _| Ok(()));
    done.unwrap();
    assert_eq!(resumed.targets, run(&campaign).targets);
}

#[test]
fn parts_of_a_hunt_come_to_what_one_would_have_found() {
    let whole = campaign(&[BOARDS, BOARDS_OF_ANOTHER_JUMP], 5);
    let part = |shard: &str| {
        let shard = shard.parse().unwrap();
        let mut standing = run(&Campaign {
            shard,
            ..whole.clone()
        });
        "this".clone_into(&mut standing.build);
        (format!("{}.json", standing.shard.number).into(), standing)
    };
    let parts = vec![part("2/3"), part("3/3"), part("1/3")];
    assert_eq!(Standing::merge(parts.clone()).unwrap(), run(&whole));
    let said = |parts| Standing::merge(parts).unwrap_err().to_string();
    assert!(said(parts[..2].to_vec()).contains("of 3 shards these are missing: 1;"));
    for (change, reason) in [
        (
            &(|part: &mut Standing| part.steps += 1) as &dyn Fn(&mut Standing),
            ": --steps;",
        ),
        (&|part| part.build = "other".to_owned(), ": mousetrap;"),
        (&|part| part.rounds = Some(50), "shard 3/3 was cut short"),
        (
            &|part| part.shard = Shard::WHOLE,
            "it is the state of a whole run",
        ),
        (
            &|part| *part = parts[0].1.clone(),
            "it is shard 2/3, as 2.json is",
        ),
    ] {
        let mut changed = parts.clone();
        change(&mut changed[1].1);
        let said = said(changed);
        assert!(
            said.starts_with("3.json: ") && said.contains(reason),
            "{said}"
        );
    }
}

#[test]
fn the_hall_takes_what_is_better_and_proved() {
    let directory = tempfile::tempdir().unwrap();
    let problem = Problem::CatAndMouse;
    let target = Target::Graphs {
        goal: Goal::MouseWin,
        nodes: 4,
    };
    let catch = |score, lists: &str| Find {
        score,
        restart: 0,
        input: Graph::parse(lists, Bounds::Contest).unwrap().text(),
    };
    let mut hall = Hall::read(&directory.path().into(), problem, EXTREME, Limits::DEFAULT).unwrap();
    let near = catch(1, "[[1,3],[0],[3],[0,2]]");
    let taken = hall.offer(target, &near, "a test").unwrap();
    assert!(
        matches!(taken, Entry::Taken { before: None, .. }),
        "{taken:?}"
    );
    hall.write(&directory.path().into(), &mut NoPrograms)
        .unwrap();
    let mut hall = Hall::read(&directory.path().into(), problem, EXTREME, Limits::DEFAULT).unwrap();
    assert_eq!(
        hall.offer(target, &near, "again").unwrap(),
        Entry::Kept { score: 1 }
    );
    assert!(hall.cases()[0].0.starts_with("a test; certificate of"));
    let lied = catch(3, "[[1,3],[0],[3],[0,2]]");
    assert!(hall.offer(target, &lied, "a lie").is_err());
}

#[test]
fn a_case_that_costs_more_keeps_the_limits_of_the_one_before() {
    let directory = tempfile::tempdir().unwrap();
    let target = Target::Graphs {
        goal: Goal::QueueSteps,
        nodes: 4,
    };
    assert_eq!(target.goal().suite(), SLOW);
    let catch = |lists: &str| {
        let graph = Graph::parse(lists, Bounds::Contest).unwrap();
        let input = graph.text();
        let score = target.score(&graph.into()).unwrap();
        Find {
            score,
            restart: 0,
            input,
        }
    };
    let root = directory.path().into();
    let read = || Hall::read(&root, Problem::CatAndMouse, SLOW, Limits::DEFAULT).unwrap();
    let mut hall = read();
    hall.offer(target, &catch("[[1,3],[0],[3],[0,2]]"), "a path")
        .unwrap();
    hall.write(&root, &mut NoPrograms).unwrap();
    let file = directory.path().join("cases/913/slow.toml");
    let text = std::fs::read_to_string(&file).unwrap();
    let text = text.replace("input =", "limits = { cpu = \"6s\" }\ninput =");
    std::fs::write(&file, text).unwrap();
    let mut hall = read();
    hall.offer(
        target,
        &catch("[[1,2,3],[0,2,3],[0,1,3],[0,1,2]]"),
        "all edges",
    )
    .unwrap();
    let [(from, case)] = hall.cases() else {
        panic!("one for each target")
    };
    assert!(from.starts_with("all edges"), "{from}");
    assert_eq!(case.limits.cpu, std::time::Duration::from_secs(6));
}

#[test]
fn the_hall_of_fame_is_as_good_as_what_was_known_before() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let mut depths = std::collections::BTreeMap::new();
    for problem in Problem::ALL {
        let hall = Hall::read(&root.into(), problem, EXTREME, Limits::DEFAULT).unwrap();
        for (_, case) in hall.cases() {
            let winner = match case.outcome {
                Outcome::Mouse { .. } => "mouse",
                _ => "cat",
            };
            let size = case.input.lines().next().unwrap().to_owned();
            let size = match problem {
                Problem::CatAndMouse => size,
                Problem::CatAndMouse2 => size[..3].to_owned(),
            };
            let depth = case.outcome.depth().map_or(0, |depth| depth.0);
            let most = depths.entry((winner, size)).or_insert(0);
            *most = depth.max(*most);
        }
    }
    for (winner, size, known) in [
        ("mouse", "8 8", 79),
        ("mouse", "8", 17),
        ("mouse", "10", 33),
        ("mouse", "20", 101),
        ("mouse", "30", 191),
        ("mouse", "50", 387),
        ("cat", "10", 36),
        ("cat", "20", 152),
        ("cat", "30", 318),
        ("cat", "50", 1038),
    ] {
        assert!(
            depths[&(winner, size.to_owned())] >= known,
            "{winner} {size}"
        );
    }
}
