//! Tests of the hunt: the instances that it finds, and the inputs that determine the result.

use std::cmp::Reverse;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use super::*;
use cat_and_mouse::game::{Outcome, Player};
use mousetrap_suite::generate::Seed;

const TARGETS: [Target; 4] = [
    boards((1, 2)),
    boards((2, 1)),
    graphs(Player::Mouse),
    graphs(Player::Cat),
];

const fn boards(jumps: (u16, u16)) -> Target {
    Target::Boards {
        size: (4, 4),
        jumps,
    }
}

const fn graphs(winner: Player) -> Target {
    Target::Graphs { winner, nodes: 8 }
}

fn campaign(rounds: usize) -> Campaign {
    Campaign {
        targets: TARGETS.to_vec(),
        seed: Seed(1),
        steps: 2_000,
        first: 0,
        rounds: Some(rounds),
        jobs: NonZeroUsize::MIN,
    }
}

fn run(campaign: &Campaign) -> Progress {
    campaign.run(&AtomicBool::new(false), |_, _| ())
}

#[test]
fn best_instance_is_a_win_of_the_reported_depth() {
    let progress = run(&campaign(2));
    assert_eq!(progress.finished_restart_count(), 2 * TARGETS.len());
    for (target, best) in TARGETS.iter().zip(progress.best) {
        let best = best.unwrap();
        let outcome = best.instance.solve();
        assert_eq!(outcome.depth().unwrap().0, best.score, "{target}");
        let is_cat = matches!(outcome, Outcome::Cat { .. });
        assert_eq!(is_cat, target.to_string().starts_with("cat"), "{target}");
    }
}

#[test]
fn result_does_not_depend_on_the_number_of_threads() {
    let one = campaign(4);
    let many = Campaign {
        jobs: NonZeroUsize::new(3).unwrap(),
        ..one.clone()
    };
    assert_eq!(run(&one), run(&many));
}

#[test]
fn stopped_and_continued_hunt_finds_the_same_as_one_run() {
    let whole = campaign(6);
    let stop = AtomicBool::new(false);
    let stopped = whole.run(&stop, |_, progress| {
        stop.store(progress.finished_restart_count() >= 9, Ordering::Relaxed);
    });
    // The workers do not wait for this thread, so on a busy machine they may finish all rounds
    // before they see the `stop` flag.
    let first = stopped.next_restart();
    assert!((2..=6).contains(&first), "{first}");
    let rest = run(&Campaign {
        first,
        rounds: Some(6 - first),
        ..whole.clone()
    });
    assert_eq!(rest.next_restart(), 6);
    let both = stopped.best.into_iter().zip(rest.best).map(|(one, other)| {
        let finds = [one, other].into_iter().flatten();
        finds.min_by_key(|find| (Reverse(find.score), find.restart))
    });
    assert_eq!(both.collect::<Vec<_>>(), run(&whole).best);
}
