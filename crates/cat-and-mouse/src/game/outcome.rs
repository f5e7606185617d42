//! How a game ends under optimal play.

use std::fmt;

/// A number of plies; one ply is one move of one player. The mouse's first
/// move is ply 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ply(pub u32);

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// The mouse moves next.
    Mouse,
    /// The cat moves next.
    Cat,
}

impl Player {
    /// `mouse` or `cat`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mouse => "mouse",
            Self::Cat => "cat",
        }
    }

    /// Who moves after this one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Mouse => Self::Cat,
            Self::Cat => Self::Mouse,
        }
    }
}

/// The value of a game under optimal play of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The mouse forces a win; `depth` is the ply on which it arrives when it
    /// hurries and the cat delays.
    Mouse {
        /// Plies to the forced end.
        depth: Ply,
    },
    /// The cat wins. On a graph `depth` is the ply of the forced capture; on a
    /// grid, where the cat also wins by outlasting the mouse, there is none.
    Cat {
        /// Plies to the forced end, if the game has such a notion.
        depth: Option<Ply>,
    },
    /// Neither side can force a win (graphs only).
    Draw,
}

impl Outcome {
    /// Who wins, if somebody does.
    #[must_use]
    pub const fn winner(self) -> Option<Player> {
        match self {
            Self::Mouse { .. } => Some(Player::Mouse),
            Self::Cat { .. } => Some(Player::Cat),
            Self::Draw => None,
        }
    }

    /// Plies to the forced end, where one is forced.
    pub const fn depth(self) -> Option<Ply> {
        match self {
            Self::Mouse { depth } => Some(depth),
            Self::Cat { depth } => depth,
            Self::Draw => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Outcome, Ply};

    #[test]
    fn a_forced_end_has_a_depth() {
        let depth = Ply(7);
        for (outcome, expect) in [
            (Outcome::Mouse { depth }, Some(depth)),
            (Outcome::Cat { depth: Some(depth) }, Some(depth)),
            (Outcome::Cat { depth: None }, None),
            (Outcome::Draw, None),
        ] {
            assert_eq!(outcome.depth(), expect);
        }
    }

    #[test]
    fn plies_are_written_as_a_number() {
        assert_eq!(format!("{:>3}", Ply(42)), " 42");
    }
}
