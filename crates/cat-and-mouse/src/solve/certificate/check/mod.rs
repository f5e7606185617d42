//! Checks whether a certificate proves its claim. The checker shares no code with the solvers, not
//! even the rules for moves. The checker relies only on the code in this directory and on the
//! fields of [`Grid`] and [`Graph`].
//!
//! **Why an accepted attack wins.** Every entry has a legal move. Either the move wins and the rank
//! is 1, or each reply of the opponent loses immediately or leads to an entry whose rank is lower
//! by at least 2. Ranks are finite and decrease, so the game must end, and it can only end with the
//! player's win. By induction on the rank, it ends after at most `rank` plies.
//!
//! **Why an accepted defence holds.** Let `b` be the bound of an entry. No move of the opponent
//! wins immediately unless `b ≤ 1`. After each move of the opponent, the defender has a reply that
//! wins or leads to an entry with a bound of at least `b − 2`. If `b ≤ 3`, the bound holds after
//! any reply that does not end the game, because the opponent then needs at least one more ply. By
//! induction, the opponent needs at least `b` plies. If the bound of an entry is "forever", the
//! defender always has a reply that wins or leads to another entry with that bound.
//!
//! Each rank and bound must also equal the value computed from the entry's successors, and every
//! entry must be reachable from the start. An accepted certificate therefore
//! contains no unproved claims.
//!
//! **How the check works.** A move changes the place of only one player. The checker therefore
//! stores a bit set of the opponent's places (`other`) for each place (`own`) of the player who
//! follows the strategy. All moves of the opponent are checked at once: the places to which they
//! lead must be a subset of the places for which the strategy has an entry.

mod rejection;
mod rules;
mod sets;
mod strategies;
mod strategy_check;

use super::{Attack, Certificate, Defence};
use crate::game::{Graph, Grid, Outcome, Player, Ply};
pub use rejection::Rejection;
use rules::{PlacePair, Rules};
use strategies::{check_attack, check_defence};

/// Checks a certificate for a grid, including the move limit.
///
/// # Errors
/// Returns the broken rule, with the entry that breaks it.
pub fn check_grid(grid: &Grid, certificate: &Certificate) -> Result<(), Rejection> {
    if certificate.problem != "1728" {
        return Err(Rejection::Problem(certificate.problem.clone()));
    }
    let start = (grid.mouse.0, grid.cat.0);
    match (
        certificate.outcome,
        &certificate.attack,
        &certificate.defences[..],
    ) {
        (Outcome::Mouse { depth }, Some(attack), [defence]) => {
            if depth.0 > grid.max_plies {
                return Err(Rejection::Depth(
                    "an attack that takes longer than the move limit",
                ));
            }
            check_win(grid, start, Player::Mouse, depth, attack, defence)
        }
        (Outcome::Cat { depth: None }, None, [defence]) if defence.player == Player::Cat => {
            match check_defence(grid, start, defence)? {
                Some(Ply(bound)) if bound <= grid.max_plies => Err(Rejection::Depth(
                    "a defence that ends before the move limit",
                )),
                _ => Ok(()),
            }
        }
        (Outcome::Mouse { .. }, ..) => Err(Rejection::Strategies(
            "an attack strategy for the mouse and a defence strategy for the cat",
        )),
        _ => Err(Rejection::Strategies(
            "only a defence strategy for the cat, and no depth",
        )),
    }
}

/// Checks a certificate for a graph.
///
/// # Errors
/// Returns the broken rule, with the entry that breaks it.
pub fn check_graph(graph: &Graph, certificate: &Certificate) -> Result<(), Rejection> {
    if certificate.problem != "913" {
        return Err(Rejection::Problem(certificate.problem.clone()));
    }
    let start = (1, 2);
    match (
        certificate.outcome,
        &certificate.attack,
        &certificate.defences[..],
    ) {
        (Outcome::Mouse { depth }, Some(attack), [defence]) => {
            check_win(graph, start, Player::Mouse, depth, attack, defence)
        }
        (Outcome::Cat { depth: Some(depth) }, Some(attack), [defence]) => {
            check_win(graph, start, Player::Cat, depth, attack, defence)
        }
        (Outcome::Draw, None, [one, two]) if one.player != two.player => {
            for defence in [one, two] {
                if check_defence(graph, start, defence)?.is_some() {
                    return Err(Rejection::Depth("a defence that does not hold forever"));
                }
            }
            Ok(())
        }
        (Outcome::Draw, ..) => Err(Rejection::Strategies("a defence strategy for each player")),
        _ => Err(Rejection::Strategies(
            "an attack strategy for the winner, a defence strategy for the loser, and a depth",
        )),
    }
}

/// Checks a win in exactly `depth` plies: the attack forces it, and the defence prevents an
/// earlier one.
fn check_win(
    rules: &impl Rules,
    start: PlacePair,
    winner: Player,
    depth: Ply,
    attack: &Attack,
    defence: &Defence,
) -> Result<(), Rejection> {
    if attack.player != winner || defence.player == winner {
        return Err(Rejection::Strategies(
            "an attack strategy for the winner and a defence strategy for the loser",
        ));
    }
    if check_attack(rules, start, attack)? != depth.0 {
        return Err(Rejection::Depth("the attack"));
    }
    if check_defence(rules, start, defence)? != Some(depth) {
        return Err(Rejection::Depth("the defence"));
    }
    Ok(())
}
