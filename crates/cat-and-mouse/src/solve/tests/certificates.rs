//! Certificates: complete for every outcome, and nothing false is accepted.

use rand::RngExt;

use super::{golden, random, stream};
use crate::game::{Bounds, Graph, Grid, Outcome, Player, Ply};
use crate::solve::certificate::{AttackEntry, Certificate, DefenceEntry, check_graph, check_grid};
use crate::solve::play::{Play, Position};

pub(super) fn of_grid(grid: &Grid) -> Certificate {
    Certificate::of("1728", &Play::of_grid(grid), Some(grid.max_plies))
}

pub(super) fn of_graph(graph: &Graph) -> Certificate {
    Certificate::of("913", &Play::of_graph(graph), None)
}

#[test]
fn every_random_board_is_certified() {
    let mut rng = stream(41);
    for round in 0..3000 {
        let mut grid = random::grid(&mut rng, 1 + round % 8, 3 + round % 6);
        if rng.random_bool(0.3) {
            grid.max_plies = rng.random_range(1..12);
        }
        let certificate = of_grid(&grid);
        assert_eq!(certificate.outcome, crate::solve::grid::solve(&grid));
        assert_eq!(
            check_grid(&grid, &certificate),
            Ok(()),
            "{}{certificate}",
            grid.text()
        );
        assert_eq!(certificate.to_string().parse(), Ok(certificate));
    }
}

#[test]
fn every_random_graph_is_certified() {
    let mut rng = stream(42);
    for round in 0..3000 {
        let graph = random::graph(&mut rng, 3 + round % 20);
        let certificate = of_graph(&graph);
        assert_eq!(certificate.outcome, crate::solve::graph::solve(&graph));
        assert_eq!(
            check_graph(&graph, &certificate),
            Ok(()),
            "{}{certificate}",
            graph.leetcode()
        );
        assert_eq!(certificate.to_string().parse(), Ok(certificate));
    }
}

#[test]
fn known_games_are_certified() {
    for (grid, outcome) in golden::grids() {
        let certificate = of_grid(&grid);
        assert_eq!(certificate.outcome, outcome);
        assert_eq!(check_grid(&grid, &certificate), Ok(()));
    }
    for (graph, outcome) in golden::graphs() {
        let certificate = of_graph(&graph);
        assert_eq!(certificate.outcome, outcome);
        assert_eq!(check_graph(&graph, &certificate), Ok(()));
    }
}

#[test]
fn the_move_limit_is_certified_from_both_sides() {
    for (distance, wins) in [(500, true), (501, false)] {
        let row = format!("C#M{}F", ".".repeat(distance - 1));
        let grid = Grid::from_rows(&[row], 1, 1, Bounds::Extended).unwrap();
        let certificate = of_grid(&grid);
        assert_eq!(check_grid(&grid, &certificate), Ok(()));
        assert_eq!(matches!(certificate.outcome, Outcome::Mouse { .. }), wins);
        // A limit of just the plies that the win takes is enough.
        let exact = Grid {
            max_plies: 2 * distance as u32 - 1,
            ..grid.clone()
        };
        let won = of_grid(&exact);
        assert_eq!(won.outcome.depth(), Some(Ply(exact.max_plies)));
        assert_eq!(check_grid(&exact, &won), Ok(()));
        let other = Grid {
            max_plies: if wins { 998 } else { 1001 },
            ..grid
        };
        assert!(
            check_grid(&other, &certificate).is_err(),
            "another limit, another answer"
        );
    }
}

/// Whether everything that a certificate says is true.
fn is_true(certificate: &Certificate, play: &Play, outcome: Outcome) -> bool {
    let value = |turn, mouse, cat| play.outcome(Position { turn, mouse, cat });
    let attack = certificate.attack.iter().all(|attack| {
        attack.entries.iter().all(|entry| {
            let value = value(attack.player, entry.mouse, entry.cat);
            let winner = match value {
                Outcome::Mouse { .. } => Player::Mouse,
                _ => Player::Cat,
            };
            winner == attack.player && value.depth() == Some(Ply(entry.rank))
        })
    });
    let defence = certificate.defences.iter().all(|defence| {
        defence.entries.iter().all(|entry| {
            let value = value(defence.player.other(), entry.mouse, entry.cat);
            let loses = match defence.player {
                Player::Cat => matches!(value, Outcome::Mouse { .. }),
                Player::Mouse => matches!(value, Outcome::Cat { .. }),
            };
            // "Not in fewer plies than": less than could be said is true as well.
            let depth = value.depth().filter(|_| loses);
            depth.is_none_or(|depth| entry.bound.is_some_and(|bound| bound <= depth))
        })
    });
    certificate.outcome == outcome && attack && defence
}

/// Changes one thing in a certificate.
fn mutate(certificate: &mut Certificate, rng: &mut impl rand::Rng) {
    let near = |value: u32, rng: &mut dyn rand::Rng| match rng.random_range(0..4) {
        0 => value + 1,
        1 => value.saturating_sub(1),
        2 => value + 2,
        _ => rng.random_range(0..64),
    };
    let kinds = if certificate.attack.is_some() {
        0..9
    } else {
        3..9
    };
    match rng.random_range(kinds) {
        kind @ 0..3 => {
            let attack = certificate
                .attack
                .as_mut()
                .expect("kinds 0 to 2 need an attack");
            if attack.entries.is_empty() {
                return;
            }
            let at = rng.random_range(0..attack.entries.len());
            let entry = &mut attack.entries[at];
            match kind {
                0 => entry.rank = near(entry.rank, rng),
                1 => entry.to = near(entry.to.into(), rng) as u16,
                _ => {
                    attack.entries.remove(at);
                }
            }
        }
        kind @ 3..8 => {
            let which = rng.random_range(0..certificate.defences.len());
            let defence = &mut certificate.defences[which];
            if defence.entries.is_empty() {
                return;
            }
            let at = rng.random_range(0..defence.entries.len());
            let entry = &mut defence.entries[at];
            match (kind, entry.bound) {
                (3, Some(bound)) => entry.bound = Some(Ply(near(bound.0, rng))),
                (3, None) => entry.bound = Some(Ply(rng.random_range(0..30))),
                (4, _) => entry.bound = None,
                (5, _) => entry.mouse = near(entry.mouse.into(), rng) as u16,
                (6, _) => entry.cat = near(entry.cat.into(), rng) as u16,
                _ => {
                    defence.entries.remove(at);
                }
            }
        }
        _ => {
            certificate.outcome = match certificate.outcome {
                Outcome::Mouse { depth } if rng.random_bool(0.5) => Outcome::Mouse {
                    depth: Ply(near(depth.0, rng)),
                },
                Outcome::Mouse { .. } | Outcome::Draw => Outcome::Cat { depth: None },
                Outcome::Cat { depth: Some(depth) } if rng.random_bool(0.5) => Outcome::Cat {
                    depth: Some(Ply(near(depth.0, rng))),
                },
                Outcome::Cat { .. } if rng.random_bool(0.5) => Outcome::Draw,
                Outcome::Cat { .. } => Outcome::Mouse {
                    depth: Ply(rng.random_range(0..20)),
                },
            };
        }
    }
}

/// Mutants of one certificate: whatever is still accepted must be true in
/// every entry. Returns how many were refused and how many accepted.
fn check_mutants(
    certificate: &Certificate,
    play: &Play,
    rng: &mut impl rand::Rng,
    accepts: &dyn Fn(&Certificate) -> bool,
) -> (u32, u32) {
    let (mut refused, mut accepted) = (0, 0);
    for _ in 0..30 {
        let mut mutant = certificate.clone();
        mutate(&mut mutant, rng);
        if mutant == *certificate {
            continue;
        }
        if accepts(&mutant) {
            accepted += 1;
            assert!(
                is_true(&mutant, play, certificate.outcome),
                "{certificate}\n{mutant}"
            );
        } else {
            refused += 1;
        }
    }
    (refused, accepted)
}

#[test]
fn no_mutant_of_a_certificate_that_says_something_false_is_accepted() {
    let mut rng = stream(43);
    let (mut refused, mut accepted) = (0, 0);
    for round in 0..400 {
        let grid = random::grid(&mut rng, 1 + round % 6, 3 + round % 5);
        let play = Play::of_grid(&grid);
        let certificate = of_grid(&grid);
        let accepts = |mutant: &Certificate| check_grid(&grid, mutant).is_ok();
        let counts = check_mutants(&certificate, &play, &mut rng, &accepts);
        (refused, accepted) = (refused + counts.0, accepted + counts.1);

        let graph = random::graph(&mut rng, 3 + round % 12);
        let play = Play::of_graph(&graph);
        let certificate = of_graph(&graph);
        let accepts = |mutant: &Certificate| check_graph(&graph, mutant).is_ok();
        let counts = check_mutants(&certificate, &play, &mut rng, &accepts);
        (refused, accepted) = (refused + counts.0, accepted + counts.1);
    }
    // What is accepted are other proofs of the same: another best move, or a
    // defence that did not need the reply that was dropped.
    assert!(
        refused > 20 * accepted,
        "{refused} refused, {accepted} accepted"
    );
}

#[test]
fn a_bound_below_what_its_replies_make_it_is_refused() {
    let mut rng = stream(45);
    for _ in 0..300 {
        let grid = random::grid(&mut rng, 5, 5);
        let certificate = of_grid(&grid);
        for at in 0..certificate.defences[0].entries.len() {
            let mut mutant = certificate.clone();
            if let Some(bound) = &mut mutant.defences[0].entries[at].bound {
                // Still true, but not all that the plan proves.
                bound.0 -= 1;
                assert!(check_grid(&grid, &mutant).is_err(), "entry {at} {mutant}");
            }
        }
    }
}

#[test]
fn an_entry_that_nothing_leads_to_is_refused() {
    let corridor = Grid::from_rows(&["CFM.#..".to_owned()], 1, 1, Bounds::Extended).unwrap();
    let certificate = of_grid(&corridor);
    assert_eq!(check_grid(&corridor, &certificate), Ok(()));
    let (mouse, cat) = (2, 6);
    let mut mutant = certificate.clone();
    mutant.attack.as_mut().unwrap().entries.push(AttackEntry {
        mouse,
        cat,
        rank: 1,
        to: 1,
    });
    let refusal = check_grid(&corridor, &mutant).unwrap_err().to_string();
    assert_eq!(refusal, "attack, entry 2: nothing leads here");
    let mut mutant = certificate;
    mutant.defences[0].entries = vec![DefenceEntry {
        mouse: 3,
        cat,
        bound: Some(Ply(3)),
    }];
    let refusal = check_grid(&corridor, &mutant).unwrap_err().to_string();
    assert_eq!(refusal, "defence, entry 1: nothing leads here");
}

#[test]
fn a_certificate_for_another_case_is_refused() {
    let mut rng = stream(44);
    for _ in 0..200 {
        let grid = random::grid(&mut rng, 4, 4);
        let graph = random::graph(&mut rng, 8);
        assert!(check_grid(&grid, &of_graph(&graph)).is_err());
        assert!(check_graph(&graph, &of_grid(&grid)).is_err());
        let other = random::grid(&mut rng, 4, 4);
        if check_grid(&grid, &of_grid(&other)).is_ok() {
            assert_eq!(
                crate::solve::grid::solve(&grid),
                crate::solve::grid::solve(&other)
            );
        }
    }
}

#[test]
fn the_text_form_says_everything() {
    for (outcome, plans, entries) in [
        (
            "mouse 5",
            "attack mouse\n10 6 5 12\ndefence cat\n10 6 5\n",
            2,
        ),
        ("cat 7", "attack cat\n3 2 6 4\n5 2 4 3\ndefence mouse\n", 2),
        ("cat", "defence cat\n10 6 forever\n", 1),
        (
            "draw",
            "defence cat\n1 2 forever\ndefence mouse\n3 2 forever\n",
            2,
        ),
    ] {
        let text = format!("certificate 913\noutcome {outcome}\n{plans}");
        let certificate: Certificate = text.parse().unwrap();
        assert_eq!(certificate.to_string(), text);
        assert_eq!(certificate.entries(), entries);
        let said = format!("{:?}", certificate.outcome).to_lowercase();
        assert!(said.starts_with(outcome.split(' ').next().unwrap()));
    }
}

#[test]
fn a_text_that_is_no_certificate_is_refused_with_its_line() {
    for (text, expect) in [
        ("", "line 1: the text ends"),
        ("certificate\n", "line 1: the first line must be"),
        (
            "certificate 913\n",
            "line 1: the text ends before its line \"outcome\"",
        ),
        (
            "certificate 913\noutcome maybe\n",
            "line 2: the second line must be",
        ),
        (
            "certificate 913\noutcome draw\n1 2 3\n",
            "line 3: a plan begins with",
        ),
        (
            "certificate 913\noutcome draw\ndefence dog\n",
            "line 3: a plan is played by",
        ),
        (
            "certificate 913\noutcome draw\nattack cat\n1 2 3\n",
            "line 4: an entry of an attack",
        ),
        (
            "certificate 913\noutcome draw\ndefence cat\n1 2 soon\n",
            "line 4: an entry of a defence",
        ),
        (
            "certificate 913\noutcome cat 3\nattack cat\nattack mouse\n",
            "line 4: an entry of an attack",
        ),
    ] {
        let error = text.parse::<Certificate>().unwrap_err().to_string();
        assert!(error.starts_with(expect), "{text:?} gave {error}");
    }
}
