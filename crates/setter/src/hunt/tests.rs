//! Tests of the hunt: what goals find, and what a campaign depends on.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use super::*;
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
        jobs: NonZeroUsize::MIN,
    }
}

fn run(campaign: &Campaign) -> Progress {
    campaign.run(&AtomicBool::new(false), |_, _| ())
}

#[test]
fn goal_finds_instances_with_the_reported_score() {
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
    let progress = run(&campaign(&targets, 2));
    assert_eq!(progress.restarts(), 2 * targets.len());
    for (target, best) in targets.iter().zip(progress.best) {
        let best = best.unwrap();
        assert_eq!(target.score(&best.instance), Some(best.score));
        assert!(best.score >= 1, "{target}: {}", best.score);
    }
}

#[test]
fn seed_with_any_number_of_threads_finds_the_same() {
    let one = campaign(&[BOARDS, BOARDS_OF_ANOTHER_JUMP], 4);
    let many = Campaign {
        jobs: NonZeroUsize::new(3).unwrap(),
        ..one.clone()
    };
    assert_eq!(run(&one), run(&many));
}

const BOARDS_OF_ANOTHER_JUMP: Target = Target::Boards {
    goal: Goal::MouseWin,
    size: (4, 4),
    jumps: (2, 1),
};

/// The better of the finds of a target, of equally good ones the first.
fn better(one: Option<Find>, other: Option<Find>) -> Option<Find> {
    [one, other]
        .into_iter()
        .flatten()
        .min_by_key(|find| (std::cmp::Reverse(find.score), find.restart))
}

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
        let progress = run(&limited);
        for ((target, best), expected) in targets.iter().zip(progress.best).zip(expected) {
            let best = best.unwrap();
            assert_eq!(best.score, expected, "{target}, at most {max_plies}");
            assert_eq!(target.score(&best.instance), Some(expected), "{target}");
        }
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
    assert_eq!(run(&one).best, run(&many).best);
}

#[test]
fn hunt_continued_from_its_next_restart_finds_what_one_run_finds() {
    let whole = campaign(&[BOARDS, BOARDS_OF_ANOTHER_JUMP], 6);
    let stop = AtomicBool::new(false);
    let stopped = whole.run(&stop, |_, progress| {
        stop.store(progress.restarts() >= 5, Ordering::Relaxed);
    });
    // Each round has a restart of either target. The workers do not wait for this thread, so
    // on a busy machine they may complete all rounds before they see the flag.
    assert!((2..=6).contains(&stopped.next()), "{}", stopped.next());
    let rest = run(&Campaign {
        first: stopped.next(),
        rounds: Some(6 - stopped.next()),
        ..whole.clone()
    });
    assert_eq!(rest.next(), 6);
    let both = stopped.best.into_iter().zip(rest.best);
    let both: Vec<_> = both.map(|(one, other)| better(one, other)).collect();
    assert_eq!(both, run(&whole).best);
}

#[test]
fn ranges_of_restarts_find_what_one_run_finds() {
    let whole = campaign(&[BOARDS], 5);
    let range = |first, rounds| {
        let range = Campaign {
            first,
            rounds: Some(rounds),
            ..whole.clone()
        };
        run(&range).best[0].clone()
    };
    assert_eq!(better(range(0, 2), range(2, 3)), run(&whole).best[0]);
}
