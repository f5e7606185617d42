//! Tests that the explained games follow the rules and are played optimally.
//!
//! The moves and the ends of games come from `SolvedGame`. The values of alternative moves come
//! from a slow oracle.

// The oracle is part of the solvers' tests. It imports the rules from `crate::game`.
#[path = "../../cat-and-mouse/src/solve/tests/oracle.rs"]
mod oracle;

use std::collections::BTreeSet;

use cat_and_mouse::explain::Explanation;
use cat_and_mouse::game::{self, Player};
use cat_and_mouse::solve::best_line::EndReason;
use cat_and_mouse::solve::certificate::{Defence, DefenceEntry};
use cat_and_mouse::solve::solved_game::{Position, SolvedGame};
use cat_and_mouse::{Game, Instance};
use mousetrap_suite::generate::{RandomStream, Seed, families_of};
use oracle::Oracle;

/// Returns the plies until `winner` has won from a position, as computed by the slow oracle.
fn won_in(instance: &Instance, winner: Player) -> impl Fn(Position) -> Option<u32> {
    let oracle = match instance {
        Instance::Graph(graph) => Oracle::of_graph(graph),
        Instance::Grid(grid) => Oracle::of_grid(grid),
    };
    move |at| {
        let outcome = oracle.outcome(at.turn, at.mouse, at.cat)?;
        let depth = outcome.depth()?.0;
        (outcome.winner() == Some(winner)).then_some(depth)
    }
}

/// Checks one explanation. Returns the number of its plies.
fn referee(instance: &Instance, alternatives: bool) -> usize {
    let explanation = Explanation::new(instance);
    let solved = instance.solve_all_positions();
    let case = instance.text();
    let mut at = solved.start();
    for (number, played) in explanation.moves.iter().enumerate() {
        let expected = (number + 1, at, at.turn);
        assert_eq!((played.ply, played.from, played.mover), expected, "{case}");
        assert_eq!(solved.winner(at), None, "before ply {}\n{case}", played.ply);
        assert!(
            solved.moves(at).contains(&played.to),
            "ply {}\n{case}",
            played.ply
        );
        at = played.to;
    }
    let Some(winner) = explanation
        .outcome
        .depth()
        .and(explanation.outcome.winner())
    else {
        assert_ne!(explanation.end, EndReason::GoalReached, "{case}");
        assert!(!explanation.defences.is_empty(), "{case}");
        for defence in &explanation.defences {
            check_defence(defence, &solved, &case);
        }
        return explanation.moves.len();
    };
    let depth = explanation.outcome.depth().map(|depth| depth.0 as usize);
    assert_eq!(Some(explanation.moves.len()), depth, "{case}");
    assert_eq!(solved.winner(at), Some(winner), "{case}");
    if alternatives {
        defences(instance, &explanation, &solved, winner);
    }
    explanation.moves.len()
}

/// Checks with the slow oracle that no other move of the loser delays the loss.
fn defences(instance: &Instance, explanation: &Explanation, solved: &SolvedGame, winner: Player) {
    let won_in = won_in(instance, winner);
    for played in explanation
        .moves
        .iter()
        .filter(|played| played.mover != winner)
    {
        let left = (explanation.moves.len() - played.ply) as u32;
        for other in solved.moves(played.from) {
            let plies = match solved.winner(other) {
                Some(won) => (won == winner).then_some(0),
                None => won_in(other),
            };
            let is_lost = plies.is_some_and(|plies| plies <= left);
            assert!(is_lost, "{other:?} on {}", instance.text());
        }
    }
}

/// Checks that the defender has a reply to every move of the other player that wins or leads to an
/// entry of the defence.
fn check_defence(defence: &Defence, solved: &SolvedGame, case: &str) {
    let turn = defence.player.opponent();
    let entries = defence.entries.iter();
    let entries = entries.map(|&DefenceEntry { mouse, cat, .. }| Position { turn, mouse, cat });
    let entries: BTreeSet<Position> = entries.collect();
    let is_won_or_listed =
        |at: &Position| solved.winner(*at) == Some(defence.player) || entries.contains(at);
    let is_safe = |at: &Position| {
        let has_reply = || solved.moves(*at).iter().any(is_won_or_listed);
        is_won_or_listed(at) || solved.winner(*at).is_none() && at.turn != turn && has_reply()
    };
    assert!(is_safe(&solved.start()), "{case}");
    for &position in &entries {
        assert_eq!(solved.winner(position), None, "{case}");
        let stays = solved.moves(position).iter().all(is_safe);
        assert!(stays, "{position:?} on {case}");
    }
}

fn referee_all(problem: &str, count: usize) {
    let game = Game::by_id(problem).unwrap();
    let families: Vec<_> = families_of(game).collect();
    let instances = (0..).flat_map(|draw| {
        let family = families[draw % families.len()];
        let mut stream = RandomStream::named(game.id(), "referee", Seed(7), draw);
        family.draw(&family.defaults(), &mut stream)
    });
    let mut plies = 0;
    let mut won = 0;
    for (number, instance) in instances.take(count).enumerate() {
        // The naive solver is slow, so it checks only some instances.
        let small = instance.size() <= 12;
        plies += referee(&instance, small && number % 3 == 0);
        won += usize::from(instance.solve().depth().is_some());
    }
    assert!(
        plies > count && won > count / 10,
        "{plies} plies, {won} won"
    );
}

#[test]
fn explanations_of_boards_are_correct() {
    referee_all("1728", 1500);
}

#[test]
fn explanations_of_graphs_are_correct() {
    referee_all("913", 1500);
}
