//! Fortresses: strategies with which a player never loses.

use std::collections::{BTreeMap, BTreeSet};

use crate::game::Player;
use crate::solve::solved_game::{Position, SolvedGame};

/// A strategy with which one player, the defender, never loses. Whatever the other player does in a
/// position of the fortress, the defender's reply wins or leads to another such position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fortress {
    /// The player who never loses.
    pub defender: Player,
    /// The defender's reply in each position with the defender to move.
    pub replies: BTreeMap<Position, Position>,
    /// The positions with the other player to move.
    pub positions: BTreeSet<Position>,
}

impl Fortress {
    /// Returns the defender's fortress from the start, or `None` if the other player wins.
    pub fn new(game: &SolvedGame, defender: Player) -> Option<Self> {
        let safe = |position: Position| match game.winner(position) {
            Some(winner) => winner == defender,
            None => game.outcome(position).winner() != Some(defender.opponent()),
        };
        let start = game.start();
        if !safe(start) {
            return None;
        }
        let mut fortress = Self {
            defender,
            replies: BTreeMap::new(),
            positions: BTreeSet::new(),
        };
        let mut waiting = vec![start];
        while let Some(position) = waiting.pop() {
            if game.winner(position).is_some() || fortress.contains(position) {
                continue;
            }
            if position.turn != defender {
                fortress.positions.insert(position);
                waiting.extend(game.moves(position));
                continue;
            }
            let replies = game.moves(position).into_iter().filter(|&next| safe(next));
            // Prefer a winning reply, and then a position that the fortress already contains, so
            // that the fortress stays small.
            let reply = replies.min_by_key(|&next| {
                let over = game.winner(next).is_some();
                (!over, !fortress.positions.contains(&next))
            })?;
            fortress.replies.insert(position, reply);
            waiting.push(reply);
        }
        Some(fortress)
    }

    fn contains(&self, position: Position) -> bool {
        self.replies.contains_key(&position) || self.positions.contains(&position)
    }

    /// Returns the cells or nodes of a player in the fortress's positions, in ascending order.
    pub fn places_of(&self, player: Player) -> Vec<u16> {
        let place = |position: &Position| match player {
            Player::Mouse => position.mouse,
            Player::Cat => position.cat,
        };
        let places: BTreeSet<u16> = self.positions.iter().map(place).collect();
        places.into_iter().collect()
    }
}
