//! The checker, which decides whether a certificate proves its claim. It shares nothing with the
//! solvers, not even the moves. It trusts only the code in this directory and the fields of
//! [`Grid`] and [`Graph`].
//!
//! **Why an accepted attack wins.** Every entry has a legal move. Either the move wins, and the
//! rank is 1, or each reply of the opponent loses at once or leads to an entry with a rank that is
//! lower by at least 2. Ranks are finite and decrease, so the game ends, and only with the
//! player's win. By induction on the rank, it ends after at most `rank` plies.
//!
//! **Why an accepted defence lasts.** Let the bound of an entry be `b`. No move of the opponent
//! wins at once unless `b ≤ 1`. After each move the defender has a reply that wins, or leads to an
//! entry with a bound of at least `b − 2`, or, if `b ≤ 3`, leaves the game open, because then the
//! opponent needs at least one more ply. By induction the opponent needs at least `b` plies, and
//! entries that last for ever lead only to one another.
//!
//! Ranks and bounds must also be exactly those that follow from the next entries, and every entry
//! must be reached, so that no error can hide in superfluous claims.
//!
//! **How it is checked.** While one player moves, the other stays. So for each place of the player
//! whose plan it is (*own*), there is a set of places of the opponent (*other*), one bit for each.
//! All moves of the opponent are checked together: they must be a subset of the places for which
//! the plan has an entry.

mod plans;
mod refusal;
mod rules;
mod sets;

use super::{Attack, Certificate, Defence};
use crate::game::{Graph, Grid, Outcome, Player, Ply};
use plans::{check_attack, check_defence};
pub use refusal::Refusal;
use rules::{GraphRules, GridRules, Place, Rules};

/// Checks a certificate for a grid, move limit included.
///
/// # Errors
/// Names the broken rule and the entry.
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
/// Names the broken rule and the entry.
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

/// Checks a win in exactly `depth` plies: the attack forces it, and the defence prevents an
/// earlier one.
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
