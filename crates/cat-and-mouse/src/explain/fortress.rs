//! Fortresses: plans with which a player never loses.

use std::collections::{BTreeMap, BTreeSet};

use crate::game::Player;
use crate::solve::play::{Play, Position};

/// A plan with which a player, the keeper, never loses. Whatever the other player does in one of
/// its positions, the keeper's reply leads to one of them again, or wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fortress {
    /// The player who never loses.
    pub keeper: Player,
    /// The reply of the keeper in each position with the keeper to move.
    pub replies: BTreeMap<Position, Position>,
    /// The positions with the other player to move.
    pub positions: BTreeSet<Position>,
}

impl Fortress {
    /// Returns the plan of the keeper from the start, or `None` if the other player wins.
    pub fn new(play: &Play, keeper: Player) -> Option<Self> {
        let safe = |position: Position| match play.winner(position) {
            Some(winner) => winner == keeper,
            None => play.outcome(position).winner() != Some(keeper.other()),
        };
        let start = play.start();
        if !safe(start) {
            return None;
        }
        let mut fortress = Self {
            keeper,
            replies: BTreeMap::new(),
            positions: BTreeSet::new(),
        };
        let mut waiting = vec![start];
        while let Some(position) = waiting.pop() {
            if play.winner(position).is_some() || fortress.holds(position) {
                continue;
            }
            if position.turn != keeper {
                fortress.positions.insert(position);
                waiting.extend(play.moves(position));
                continue;
            }
            let replies = play.moves(position).into_iter().filter(|&next| safe(next));
            // A win is best, then a position that the plan already has, so that it stays small.
            let reply = replies.min_by_key(|&next| {
                let over = play.winner(next).is_some();
                (!over, !fortress.positions.contains(&next))
            })?;
            fortress.replies.insert(position, reply);
            waiting.push(reply);
        }
        Some(fortress)
    }

    fn holds(&self, position: Position) -> bool {
        self.replies.contains_key(&position) || self.positions.contains(&position)
    }

    /// Returns the places of a player in the positions, ascending.
    pub fn places(&self, player: Player) -> Vec<u16> {
        let place = |position: &Position| match player {
            Player::Mouse => position.mouse,
            Player::Cat => position.cat,
        };
        let places: BTreeSet<u16> = self.positions.iter().map(place).collect();
        places.into_iter().collect()
    }
}
