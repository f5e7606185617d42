//! Tests that the explained games follow the rules and are played optimally.
//!
//! The moves and the ends of games come from `SolvedGame`. The values of alternative moves come
//! from a slow oracle. Defences are checked like those of certificates, without the solvers.

// The oracle is part of the solvers' tests. It imports the rules from `crate::game`.
#[path = "../../cat-and-mouse/src/solve/tests/oracle.rs"]
mod oracle;

use cat_and_mouse::explain::Explanation;
use cat_and_mouse::game::{self, Outcome};
use cat_and_mouse::solve::best_line::EndReason;
use cat_and_mouse::solve::certificate::Certificate;
use cat_and_mouse::solve::solved_game::SolvedGame;
use cat_and_mouse::{Game, Instance};
use mousetrap_suite::generate::{RandomStream, Seed, families_of};
use oracle::Oracle;

/// Checks one explanation. Returns the number of its plies.
fn referee(instance: &Instance, alternatives: bool) -> usize {
    let explanation = Explanation::new(instance);
    let solved = SolvedGame::new(instance);
    let case = instance.text();
    let mut at = solved.start();
    for (number, played) in explanation.moves.iter().enumerate() {
        assert_eq!((played.ply, played.from), (number + 1, at), "{case}");
        assert_eq!(solved.winner(at), None, "before ply {}\n{case}", played.ply);
        let is_legal = solved.moves(at).contains(&played.to);
        assert!(is_legal, "ply {}\n{case}", played.ply);
        at = played.to;
    }
    let outcome = explanation.outcome;
    let Some(winner) = outcome.depth().and(outcome.winner()) else {
        assert_ne!(explanation.end, EndReason::GoalReached, "{case}");
        assert!(!explanation.defences.is_empty(), "{case}");
        let certificate = Certificate {
            problem: instance.game().id().to_owned(),
            outcome: explanation.outcome,
            attack: None,
            defences: explanation.defences,
        };
        assert_eq!(instance.check_certificate(&certificate), Ok(()), "{case}");
        return explanation.moves.len();
    };
    let depth = explanation.outcome.depth().map(|depth| depth.0 as usize);
    assert_eq!(Some(explanation.moves.len()), depth, "{case}");
    assert_eq!(solved.winner(at), Some(winner), "{case}");
    if alternatives {
        check_moves_of_loser(instance, &explanation, &solved);
    }
    explanation.moves.len()
}

/// Checks with the slow oracle that no other move of the loser delays the loss.
fn check_moves_of_loser(instance: &Instance, explanation: &Explanation, solved: &SolvedGame) {
    let oracle = match instance {
        Instance::Graph(graph) => Oracle::of_graph(graph),
        Instance::Grid(grid) => Oracle::of_grid(grid),
    };
    let winner = explanation.outcome.winner();
    let moves = explanation.moves.iter();
    for played in moves.filter(|played| Some(played.from.turn) != winner) {
        let left = (explanation.moves.len() - played.ply) as u32;
        for other in solved.moves(played.from) {
            let end = oracle.outcome(other.turn, other.mouse, other.cat);
            let end = end.filter(|end| end.winner() == winner);
            let plies = end.and_then(Outcome::depth);
            let is_lost = plies.is_some_and(|plies| plies.0 <= left);
            assert!(is_lost, "{other:?} on {}", instance.text());
        }
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
    let is_varied = plies > count && won > count / 10;
    assert!(is_varied, "{plies} plies, {won} won");
}

#[test]
fn explanations_of_boards_are_correct() {
    referee_all("1728", 1500);
}

#[test]
fn explanations_of_graphs_are_correct() {
    referee_all("913", 1500);
}
