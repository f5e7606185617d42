//! Players, plies and the outcome of a game.

use std::fmt;

/// A number of plies. A ply is one move of one player; the first move of the mouse is ply 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ply(pub u32);

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A player: the mouse or the cat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// The mouse.
    Mouse,
    /// The cat.
    Cat,
}

impl Player {
    /// Both players.
    pub const ALL: [Self; 2] = [Self::Mouse, Self::Cat];

    /// Returns `mouse` or `cat`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mouse => "mouse",
            Self::Cat => "cat",
        }
    }

    /// Returns the other player.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Mouse => Self::Cat,
            Self::Cat => Self::Mouse,
        }
    }
}

/// The result of a game that both players play optimally.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The mouse forces a win.
    Mouse {
        /// The ply on which the mouse wins if both players play optimally.
        depth: Ply,
    },
    /// The cat wins.
    Cat {
        /// The ply of the forced capture on a graph. `None` on a board, where the cat also wins
        /// if the mouse does not reach the food in time.
        depth: Option<Ply>,
    },
    /// Neither player can force a win; graphs only.
    Draw,
}

impl Outcome {
    /// Returns the winner, or `None` for a draw.
    pub const fn winner(self) -> Option<Player> {
        match self {
            Self::Mouse { .. } => Some(Player::Mouse),
            Self::Cat { .. } => Some(Player::Cat),
            Self::Draw => None,
        }
    }

    /// Returns the ply of the forced win, or `None` if no win is forced.
    pub const fn depth(self) -> Option<Ply> {
        match self {
            Self::Mouse { depth } => Some(depth),
            Self::Cat { depth } => depth,
            Self::Draw => None,
        }
    }
}
