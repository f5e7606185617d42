//! Tests of certificates that the checker rejects, with the reasons.

use super::golden;
use crate::Instance;
use crate::game::tests::grid;
use crate::game::{Grid, Outcome, Player, Ply};
use crate::solve::certificate::{Certificate, check_grid};

fn certify_grid(grid: &Grid) -> Certificate {
    Instance::from(grid.clone()).build_certificate()
}

/// Checks that a changed certificate is rejected with this reason.
fn assert_rejected(
    instance: &Instance,
    mut certificate: Certificate,
    change: &dyn Fn(&mut Certificate),
    expect: &str,
) {
    change(&mut certificate);
    let rejection = instance.check_certificate(&certificate).unwrap_err();
    let rejection = rejection.to_string();
    assert!(rejection.contains(expect), "{rejection}\n{expect}");
}

#[test]
fn certificate_with_the_wrong_strategies_is_rejected() {
    let draw = |certificate: &mut Certificate| {
        certificate.outcome = Outcome::Draw;
        certificate.attack = None;
    };

    let both = "an attack strategy for the mouse and a defence strategy for the cat";
    let alone = "only a defence strategy for the cat, and no depth";
    for (mouse_jump, needs) in [(4, both), (3, alone)] {
        let board = Instance::from(grid("M.C...F", 1, mouse_jump));
        let good = board.build_certificate();
        let check = |change: &dyn Fn(&mut Certificate), expect: &str| {
            assert_rejected(&board, good.clone(), change, expect);
        };
        check(&|it| it.problem = "913".to_owned(), "is for problem 913");
        check(&|it| it.defences.clear(), needs);
        check(&draw, "only a defence strategy for the cat");
        let players = if good.attack.is_some() {
            "an attack strategy for the winner and a defence strategy for the loser"
        } else {
            needs
        };
        check(&|it| it.defences[0].player = Player::Mouse, players);
    }

    let mut drawn = 0;
    for (graph, _) in golden::graphs() {
        let graph = Instance::from(graph);
        let good = graph.build_certificate();
        let check = |change: &dyn Fn(&mut Certificate), expect: &str| {
            assert_rejected(&graph, good.clone(), change, expect);
        };
        check(&|it| it.problem = "1728".to_owned(), "is for problem 1728");
        let Some(attack) = &good.attack else {
            drawn += 1;
            for (kept, dropped) in [(0, 1), (1, 0)] {
                let twice = |it: &mut Certificate| it.defences[dropped] = it.defences[kept].clone();
                check(&twice, "a defence strategy for each player");
            }
            continue;
        };
        check(&|it| it.attack = None, "an attack strategy for the winner");
        check(&draw, "a defence strategy for each player");
        let short = |it: &mut Certificate| {
            draw(it);
            let mut other = it.defences[0].clone();
            other.player = other.player.opponent();
            it.defences.push(other);
        };
        check(&short, "a defence that does not hold");
        let players = "an attack strategy for the winner and a defence strategy for the loser";
        let other = attack.player.opponent();
        check(&|it| it.defences[0].player = attack.player, players);
        let swapped = |it: &mut Certificate| it.attack.as_mut().unwrap().player = other;
        check(&swapped, players);
    }
    assert_eq!(drawn, 1);
}

#[test]
fn claim_that_the_strategies_do_not_prove_is_rejected() {
    for (rows, mouse_jump) in [("M.C...F", 4), ("C#M...F", 1)] {
        let board = grid(rows, 1, mouse_jump);
        let certificate = certify_grid(&board);
        let depth = certificate.outcome.depth().unwrap().0;
        // The same mistake in the opposite direction, for a cat that defends.
        let lost = Certificate {
            outcome: Outcome::Cat { depth: None },
            attack: None,
            ..certificate.clone()
        };
        let late = "an attack that takes longer than the move limit does not";
        let within = "a defence that ends before the move limit does not prove";
        for (max_plies, is_won) in [(depth - 1, false), (depth, true), (depth + 1, true)] {
            let limited = Grid {
                max_plies,
                ..board.clone()
            };
            for (claim, is_true, expect) in [(&certificate, is_won, late), (&lost, !is_won, within)]
            {
                let rejection = check_grid(&limited, claim).err();
                let rejection = rejection.map(|rejection| rejection.to_string());
                assert_eq!(rejection.is_none(), is_true);
                assert!(rejection.is_none_or(|reason| reason.starts_with(expect)));
            }
        }
        let mut claim = certificate.clone();
        claim.outcome = Outcome::Mouse {
            depth: Ply(depth + 2),
        };
        let rejection = check_grid(&board, &claim).unwrap_err().to_string();
        assert!(rejection.starts_with("the attack does not"), "{rejection}");
    }
}

#[test]
fn entry_to_which_nothing_leads_is_rejected() {
    // The mouse comes from the left. The entry for a mouse on the right is true, but unreachable.
    let grid = grid("M..F..#C", 1, 1);
    let attack = "0 7 5 1\n1 7 3 2\n2 7 1 3\n";
    let defence = "0 7 5\n1 7 3\n";
    for (attack_more, defence_more, expect) in [
        ("", "", None),
        ("4 7 1 3\n5 7 3 4\n", "", Some("attack, entry 5")),
        ("", "5 7 3\n", Some("defence, entry 3")),
    ] {
        let text = format!(
            "certificate 1728\noutcome mouse 5\nattack mouse\n{attack}{attack_more}\
             defence cat\n{defence}{defence_more}"
        );
        let rejection = check_grid(&grid, &text.parse().unwrap()).err();
        let expect = expect
            .map(|entry| format!("{entry}: neither the start nor any reply leads to this entry"));
        assert_eq!(rejection.map(|rejection| rejection.to_string()), expect);
    }
}

#[test]
fn superfluous_bound_is_accepted() {
    let grid = grid("MF.C", 1, 1);
    for bound in ["", "0 3 1\n"] {
        let text = format!(
            "certificate 1728\noutcome mouse 1\nattack mouse\n0 3 1 1\ndefence cat\n{bound}"
        );
        assert_eq!(check_grid(&grid, &text.parse().unwrap()), Ok(()));
    }
}
