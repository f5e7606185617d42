//! The checker: decides whether a certificate proves its claim. It shares
//! nothing with the solvers, not even the moves; everything it trusts is in
//! this directory, and the fields of [`Grid`] and [`Graph`].
//!
//! **Why an accepted attack wins.** Every entry moves legally to a position
//! where the player has won, and then its rank is 1, or from which each reply
//! of the opponent loses on the spot or leads to an entry whose rank is lower
//! by at least 2 plies. Ranks are finite and fall, so play ends, and it can
//! only end with the player's win; by induction on the rank, after at most
//! `rank` plies.
//!
//! **Why an accepted defence holds.** Let the bound of an entry be `b`. No move
//! of the opponent wins at once unless `b ≤ 1`, and after each the defender
//! has a reply that wins, leads to an entry with a bound of at least `b − 2`,
//! or, if `b ≤ 3`, leaves the game open, since then the opponent needs at least
//! a ply. By induction the opponent needs at least `b` plies; among entries
//! that hold for ever it never gets anywhere else.
//!
//! Ranks and bounds must moreover be exactly what the entries they lead to
//! make them, and something must lead to every entry, so that a certificate
//! has no slack in which an error could hide.
//!
//! **How it is read.** While one player moves the other stays, so for each
//! place of the player whose plan it is, *own*, there is a set of places of
//! the opponent, *other*, a bit for each. All moves of the opponent are then
//! looked at together: they must be a subset of where the plan goes on.

mod plans;
mod refusal;
mod rules;

use super::{Attack, Certificate, Defence};
use crate::game::{Graph, Grid, Outcome, Player, Ply};
use plans::{check_attack, check_defence};
pub use refusal::Refusal;
use rules::{GraphRules, GridRules, Place, Rules};

/// Checks a certificate for a grid, move limit included.
///
/// # Errors
/// Says which rule of proof is broken, and by which entry.
pub fn check_grid(grid: &Grid, certificate: &Certificate) -> Result<(), Refusal> {
    if certificate.problem != "1728" {
        return Err(Refusal::Problem(certificate.problem.clone()));
    }
    let rules = GridRules { grid };
    let start = (grid.mouse.0, grid.cat.0);
    match (
        certificate.outcome,
        &certificate.attack,
        &certificate.defences[..],
    ) {
        (Outcome::Mouse { depth }, Some(attack), [defence]) => {
            if depth.0 > grid.max_plies {
                return Err(Refusal::Depth("an attack beyond the move limit"));
            }
            check_win(&rules, start, Player::Mouse, depth, attack, defence)
        }
        (Outcome::Cat { depth: None }, None, [defence]) if defence.player == Player::Cat => {
            match check_defence(&rules, start, defence)? {
                Some(Ply(bound)) if bound <= grid.max_plies => {
                    Err(Refusal::Depth("a defence within the move limit"))
                }
                _ => Ok(()),
            }
        }
        (Outcome::Mouse { .. }, ..) => Err(Refusal::Plans(
            "an attack of the mouse and a defence of the cat",
        )),
        _ => Err(Refusal::Plans("a defence of the cat alone, and no depth")),
    }
}

/// Checks a certificate for a graph.
///
/// # Errors
/// Says which rule of proof is broken, and by which entry.
pub fn check_graph(graph: &Graph, certificate: &Certificate) -> Result<(), Refusal> {
    if certificate.problem != "913" {
        return Err(Refusal::Problem(certificate.problem.clone()));
    }
    let rules = GraphRules { graph };
    let start = (1, 2);
    match (
        certificate.outcome,
        &certificate.attack,
        &certificate.defences[..],
    ) {
        (Outcome::Mouse { depth }, Some(attack), [defence]) => {
            check_win(&rules, start, Player::Mouse, depth, attack, defence)
        }
        (Outcome::Cat { depth: Some(depth) }, Some(attack), [defence]) => {
            check_win(&rules, start, Player::Cat, depth, attack, defence)
        }
        (Outcome::Draw, None, [one, two]) if one.player != two.player => {
            for defence in [one, two] {
                if check_defence(&rules, start, defence)?.is_some() {
                    return Err(Refusal::Depth("a defence that does not last"));
                }
            }
            Ok(())
        }
        (Outcome::Draw, ..) => Err(Refusal::Plans("a defence of each player")),
        _ => Err(Refusal::Plans(
            "an attack of the winner, a defence of the loser, and the depth",
        )),
    }
}

/// A win of exactly `depth` plies: the attack forces it, the defence forbids
/// a quicker one.
fn check_win(
    rules: &impl Rules,
    start: Place,
    winner: Player,
    depth: Ply,
    attack: &Attack,
    defence: &Defence,
) -> Result<(), Refusal> {
    if attack.player != winner || defence.player == winner {
        return Err(Refusal::Plans(
            "an attack of the winner and a defence of the loser",
        ));
    }
    if check_attack(rules, start, attack)? != depth.0 {
        return Err(Refusal::Depth("the attack"));
    }
    if check_defence(rules, start, defence)? != Some(depth) {
        return Err(Refusal::Depth("the defence"));
    }
    Ok(())
}
