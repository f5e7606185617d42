//! Writing certificates from a solved game.

use std::collections::{BTreeMap, BTreeSet};

use super::{Attack, AttackEntry, Certificate, Defence, DefenceEntry};
use crate::game::{Outcome, Ply, Turn};
use crate::solve::play::{Play, Position};

impl Certificate {
    /// The certificate of the start of a solved game. `limit` is the move
    /// limit of a grid.
    #[must_use]
    pub fn of(problem: &str, play: &dyn Play, limit: Option<u32>) -> Self {
        let unlimited = play.outcome(play.start());
        let outcome = match (unlimited, limit) {
            (Outcome::Mouse { depth }, Some(limit)) if depth.0 > limit => {
                Outcome::Cat { depth: None }
            }
            _ => unlimited,
        };
        let (attack, defenders): (Option<Turn>, &[Turn]) = match outcome {
            Outcome::Mouse { .. } => (Some(Turn::Mouse), &[Turn::Cat]),
            Outcome::Cat { depth: Some(_) } => (Some(Turn::Cat), &[Turn::Mouse]),
            Outcome::Cat { depth: None } => (None, &[Turn::Cat]),
            Outcome::Draw => (None, &[Turn::Cat, Turn::Mouse]),
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

/// The positions with `player` to move that a game from the start can reach
/// when it plays the first of its best moves.
fn attack_of(play: &dyn Play, player: Turn) -> Attack {
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
            Turn::Mouse => next.mouse,
            Turn::Cat => next.cat,
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

/// The positions with the opponent of `player` to move that a game from the
/// start can reach when `player` plays one of its best moves, one that is in
/// the plan already if there is one.
fn defence_of(play: &dyn Play, player: Turn) -> Defence {
    let mut entries: BTreeMap<(u16, u16), DefenceEntry> = BTreeMap::new();
    let mut open: Vec<Position> = Vec::new();
    let reply = |entries: &BTreeMap<_, _>, from: Position| {
        let best = play.best_moves(from);
        let known = |next: &&Position| entries.contains_key(&(next.mouse, next.cat));
        let ends = |next: &&Position| play.winner(**next) == Some(player);
        let chosen = best
            .iter()
            .find(ends)
            .or(best.iter().find(known))
            .or(best.first());
        chosen.copied()
    };
    if play.start().turn == player {
        open.extend(reply(&entries, play.start()));
    } else {
        open.push(play.start());
    }
    while let Some(position) = open.pop() {
        let key = (position.mouse, position.cat);
        if play.winner(position).is_some() || entries.contains_key(&key) {
            continue;
        }
        let bound = losing_depth(play.outcome(position), player);
        entries.insert(
            key,
            DefenceEntry {
                mouse: key.0,
                cat: key.1,
                bound,
            },
        );
        for next in play.moves(position) {
            if play.winner(next).is_none() {
                open.extend(reply(&entries, next));
            }
        }
    }
    let needed = needed(play, player, &entries);
    Defence {
        player,
        entries: entries
            .into_values()
            .filter(|entry| needed.contains(&(entry.mouse, entry.cat)))
            .collect(),
    }
}

/// The entries that remain if the first reply is made that holds out for long
/// enough, which is how a defence is read. Dropping the others changes no
/// choice, so nothing else becomes superfluous.
fn needed(
    play: &dyn Play,
    player: Turn,
    entries: &BTreeMap<(u16, u16), DefenceEntry>,
) -> BTreeSet<(u16, u16)> {
    let mut needed = BTreeSet::new();
    let mut open = Vec::new();
    // Bounds in plies; none is for ever, which is more than any.
    let plies = |bound: Option<Ply>| bound.map_or(u32::MAX, |bound| bound.0);
    let replies = |open: &mut Vec<Position>, from: Position, enough: u32| {
        for next in play.moves(from) {
            let lasts = match (play.winner(next), entries.get(&(next.mouse, next.cat))) {
                (Some(winner), _) if winner == player => u32::MAX,
                (None, Some(entry)) => {
                    open.push(next);
                    plies(entry.bound)
                }
                _ => 0,
            };
            if lasts >= enough {
                break;
            }
        }
    };
    if play.start().turn == player {
        replies(&mut open, play.start(), u32::MAX);
    } else {
        open.push(play.start());
    }
    while let Some(position) = open.pop() {
        let key = (position.mouse, position.cat);
        if needed.insert(key) {
            let enough = match plies(entries[&key].bound) {
                u32::MAX => u32::MAX,
                bound => bound.saturating_sub(2),
            };
            for next in play.moves(position) {
                if play.winner(next).is_none() {
                    replies(&mut open, next, enough);
                }
            }
        }
    }
    needed
}

/// When `player` loses, if ever.
fn losing_depth(outcome: Outcome, player: Turn) -> Option<Ply> {
    match (outcome, player) {
        (Outcome::Mouse { depth }, Turn::Cat) => Some(depth),
        (Outcome::Cat { depth }, Turn::Mouse) => depth,
        _ => None,
    }
}
