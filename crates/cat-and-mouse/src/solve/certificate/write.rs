//! Writes the certificate of a solved game.

use std::collections::BTreeMap;

use super::{Attack, AttackEntry, Certificate, Defence, DefenceEntry};
use crate::game::{Outcome, Player, Ply};
use crate::solve::solved_game::{Position, SolvedGame};

impl Certificate {
    /// Returns a certificate that proves the outcome of a solved game from the starting position.
    pub fn from_solved_game(game: &SolvedGame) -> Self {
        let outcome = match (game.start_outcome(), game.instance.max_plies()) {
            (Outcome::Mouse { depth }, Some(limit)) if depth.0 > limit => {
                Outcome::Cat { depth: None }
            }
            (outcome, _) => outcome,
        };
        let (attack, defenders): (Option<Player>, &[Player]) = match outcome {
            Outcome::Mouse { .. } => (Some(Player::Mouse), &[Player::Cat]),
            Outcome::Cat { depth: Some(_) } => (Some(Player::Cat), &[Player::Mouse]),
            Outcome::Cat { depth: None } => (None, &[Player::Cat]),
            Outcome::Draw => (None, &[Player::Cat, Player::Mouse]),
        };
        Self {
            problem: game.instance.game().id().to_owned(),
            outcome,
            attack: attack.map(|player| build_attack(game, player)),
            defences: defenders
                .iter()
                .map(|&player| build_defence(game, player))
                .collect(),
        }
    }
}

/// Returns `player`'s attack. The attack contains the positions with `player` to move that can
/// occur if `player` always plays the first of its best moves.
fn build_attack(game: &SolvedGame, player: Player) -> Attack {
    let mut entries = BTreeMap::new();
    let mut open = vec![game.start()];
    if game.start().turn != player {
        open = game.moves(game.start());
    }
    while let Some(position) = open.pop() {
        let key = (position.mouse, position.cat);
        if game.winner(position).is_some() || entries.contains_key(&key) {
            continue;
        }
        let Some(&next) = game.best_moves(position).first() else {
            continue;
        };
        let to = next.place_of(player);
        let rank = game.outcome(position).depth().map_or(0, |depth| depth.0);
        entries.insert(
            key,
            AttackEntry {
                mouse: key.0,
                cat: key.1,
                rank,
                to,
            },
        );
        if game.winner(next).is_none() {
            open.extend(game.moves(next));
        }
    }
    Attack {
        player,
        entries: entries.into_values().collect(),
    }
}

/// Returns `player`'s defence. The defence contains the positions with the opponent to move that
/// can occur in this way of playing: `player` chooses a reply with a sufficient bound that leads to
/// an existing entry or, if there is no such reply, the reply with the smallest sufficient bound.
/// This keeps the defence small.
pub(crate) fn build_defence(game: &SolvedGame, player: Player) -> Defence {
    let mut entries = BTreeMap::new();
    // Positions with the player to move, and the minimum bound after the player's reply.
    let mut open = Vec::new();
    let lasts = |position| bound_as_number(losing_depth(game.outcome(position), player));
    let enter = |entries: &mut BTreeMap<_, _>, open: &mut Vec<_>, position: Position| {
        let (mouse, cat) = (position.mouse, position.cat);
        let bound = losing_depth(game.outcome(position), player);
        entries.insert((mouse, cat), DefenceEntry { mouse, cat, bound });
        let moves = game.moves(position);
        open.extend(
            moves
                .into_iter()
                .map(|next| (next, min_bound_after_reply(bound_as_number(bound)))),
        );
    };
    let start = game.start();
    if start.turn == player {
        open.push((start, lasts(start).saturating_sub(1)));
    } else if lasts(start) > 1 {
        enter(&mut entries, &mut open, start);
    }
    while let Some((position, enough)) = open.pop() {
        // A game that is not over lasts at least one more ply, even without an entry.
        if enough < 2 || game.winner(position).is_some() {
            continue;
        }
        let moves = game.moves(position);
        if moves.iter().any(|&next| game.winner(next) == Some(player)) {
            continue;
        }
        let long = |next: &&Position| game.winner(**next).is_none() && lasts(**next) >= enough;
        let replies = moves.iter().filter(long);
        let known = |next: &Position| entries.contains_key(&(next.mouse, next.cat));
        if !replies.clone().any(known) {
            let reply = replies.min_by_key(|&&next| lasts(next));
            enter(&mut entries, &mut open, *reply.expect("a solved game"));
        }
    }
    Defence {
        player,
        entries: entries.into_values().collect(),
    }
}

/// Returns a bound as a number of plies, or [`u32::MAX`] for "forever".
fn bound_as_number(bound: Option<Ply>) -> u32 {
    bound.map_or(u32::MAX, |bound| bound.0)
}

/// Given the bound of an entry, returns the minimum bound that the next entry must have, after a
/// move of the opponent and the player's reply.
fn min_bound_after_reply(bound: u32) -> u32 {
    match bound {
        u32::MAX => u32::MAX,
        bound => bound.saturating_sub(2),
    }
}

/// Returns the ply on which `player` loses, or `None` if `player` does not lose.
fn losing_depth(outcome: Outcome, player: Player) -> Option<Ply> {
    let loses = outcome.winner() == Some(player.opponent());
    outcome.depth().filter(|_| loses)
}
