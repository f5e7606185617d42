//! Writes the certificate of a solved game.

use std::collections::BTreeMap;

use super::{Attack, AttackEntry, Certificate, Defence, DefenceEntry};
use crate::game::{Outcome, Player, Ply};
use crate::solve::play::{Play, Position};

impl Certificate {
    /// Returns the certificate for the start of a solved game. `limit` is the move limit of a
    /// board.
    #[must_use]
    pub fn from_play(problem: &str, play: &Play, limit: Option<u32>) -> Self {
        let unlimited = play.outcome(play.start());
        let outcome = match (unlimited, limit) {
            (Outcome::Mouse { depth }, Some(limit)) if depth.0 > limit => {
                Outcome::Cat { depth: None }
            }
            _ => unlimited,
        };
        let (attack, defenders): (Option<Player>, &[Player]) = match outcome {
            Outcome::Mouse { .. } => (Some(Player::Mouse), &[Player::Cat]),
            Outcome::Cat { depth: Some(_) } => (Some(Player::Cat), &[Player::Mouse]),
            Outcome::Cat { depth: None } => (None, &[Player::Cat]),
            Outcome::Draw => (None, &[Player::Cat, Player::Mouse]),
        };
        Self {
            problem: problem.to_owned(),
            outcome,
            attack: attack.map(|player| attack_of(play, player)),
            defences: defenders
                .iter()
                .map(|&player| defence_of(play, player))
                .collect(),
        }
    }
}

/// Returns `player`'s attack: the positions, with `player` to move, that a game from the start can
/// reach if `player` always plays the first of its best moves.
fn attack_of(play: &Play, player: Player) -> Attack {
    let mut entries = BTreeMap::new();
    let mut open = vec![play.start()];
    if play.start().turn != player {
        open = play.moves(play.start());
    }
    while let Some(position) = open.pop() {
        let key = (position.mouse, position.cat);
        if play.winner(position).is_some() || entries.contains_key(&key) {
            continue;
        }
        let Some(&next) = play.best_moves(position).first() else {
            continue;
        };
        let to = match player {
            Player::Mouse => next.mouse,
            Player::Cat => next.cat,
        };
        let rank = play.outcome(position).depth().map_or(0, |depth| depth.0);
        entries.insert(
            key,
            AttackEntry {
                mouse: key.0,
                cat: key.1,
                rank,
                to,
            },
        );
        if play.winner(next).is_none() {
            open.extend(play.moves(next));
        }
    }
    Attack {
        player,
        entries: entries.into_values().collect(),
    }
}

/// Returns `player`'s defence: the positions, with the opponent to move, that a game from the start
/// can reach if `player` chooses replies that last just long enough. Replies that are already in
/// the plan are preferred.
fn defence_of(play: &Play, player: Player) -> Defence {
    let mut entries = BTreeMap::new();
    // Positions with the player to move, and the number of plies that the player must last.
    let mut open = Vec::new();
    let lasts = |position| plies_or_max(losing_depth(play.outcome(position), player));
    let enter = |entries: &mut BTreeMap<_, _>, open: &mut Vec<_>, position: Position| {
        let (mouse, cat) = (position.mouse, position.cat);
        let bound = losing_depth(play.outcome(position), player);
        entries.insert((mouse, cat), DefenceEntry { mouse, cat, bound });
        let moves = play.moves(position);
        open.extend(
            moves
                .into_iter()
                .map(|next| (next, required_reply_plies(plies_or_max(bound)))),
        );
    };
    let start = play.start();
    if start.turn == player {
        open.push((start, lasts(start).saturating_sub(1)));
    } else if lasts(start) > 1 {
        enter(&mut entries, &mut open, start);
    }
    while let Some((position, enough)) = open.pop() {
        // A game that is not over lasts at least one ply, even if no entry says so.
        if enough < 2 || play.winner(position).is_some() {
            continue;
        }
        let moves = play.moves(position);
        if moves.iter().any(|&next| play.winner(next) == Some(player)) {
            continue;
        }
        let long = |next: &&Position| play.winner(**next).is_none() && lasts(**next) >= enough;
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

/// Returns a bound as a number of plies, or the maximum number for "forever".
fn plies_or_max(bound: Option<Ply>) -> u32 {
    bound.map_or(u32::MAX, |bound| bound.0)
}

/// Returns the number of plies that a reply must last if the preceding entry has this bound.
fn required_reply_plies(bound: u32) -> u32 {
    match bound {
        u32::MAX => u32::MAX,
        bound => bound.saturating_sub(2),
    }
}

/// Returns the ply on which `player` loses, or `None` if `player` does not lose.
fn losing_depth(outcome: Outcome, player: Player) -> Option<Ply> {
    let loses = outcome.winner() == Some(player.other());
    outcome.depth().filter(|_| loses)
}
