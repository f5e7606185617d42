//! Positions in which a player is safe for ever.

use std::collections::{BTreeMap, BTreeSet};

use crate::game::Player;
use crate::solve::play::{Play, Position};

/// A plan with which the keeper never loses: whatever the other does in one of
/// its positions, the reply leads into one of them again, or ends the game in
/// the keeper's favour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fortress {
    /// Who is safe.
    pub keeper: Player,
    /// The reply to every position in which the keeper is to move.
    pub replies: BTreeMap<Position, Position>,
    /// The positions that are never left, with the other to move.
    pub positions: BTreeSet<Position>,
}

impl Fortress {
    /// The keeper's plan from the start; none where the other wins.
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
            // The game over is best, then a position that is known already,
            // so that the fortress stays small.
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
        if position.turn == self.keeper {
            self.replies.contains_key(&position)
        } else {
            self.positions.contains(&position)
        }
    }

    /// The places on which this player is in some position.
    pub fn places(&self, player: Player) -> Vec<u16> {
        let place = |position: &Position| match player {
            Player::Mouse => position.mouse,
            Player::Cat => position.cat,
        };
        let mut places: Vec<u16> = self.positions.iter().map(place).collect();
        places.sort_unstable();
        places.dedup();
        places
    }
}
