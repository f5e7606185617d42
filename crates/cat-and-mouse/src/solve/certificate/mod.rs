//! Certificates: answers with a proof that can be checked without solving.
//!
//! A certificate claims an outcome and has plans that prove it. An *attack* has the winner's move
//! for each position with the winner to move, and the rank: the plies to the forced end. A
//! *defence* has positions with the opponent to move, and a bound for each: the opponent cannot
//! win in fewer plies, or never. The plans are
//!
//! | outcome | plans |
//! | --- | --- |
//! | a win of depth `d` | the winner's attack of rank `d`, and the loser's defence with bound `d`, which proves that no quicker win exists |
//! | the cat wins a grid | the cat's defence, with a bound beyond the move limit |
//! | a draw | both players' defences for ever |
//!
//! The text form has one item per line, and numbers are separated by spaces. Places are nodes, or
//! cells counted row by row from 0:
//!
//! ```text
//! certificate 1728
//! outcome mouse 5
//! attack mouse
//! 10 6 5 12           mouse, cat, rank, move of the winner
//! defence cat
//! 10 6 5              mouse, cat, bound: plies or "forever"
//! ```
//!
//! The outcome is `mouse d`, `cat d`, `cat` (a board) or `draw`. The entries of a plan are sorted
//! by mouse, then cat.

mod check;
mod text;
mod write;

pub use check::{Refusal, check_graph, check_grid};
pub use text::CertificateError;

use crate::game::{Outcome, Player, Ply};

/// A claimed outcome and the plans that prove it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The number of the problem: `1728` or `913`.
    pub problem: String,
    /// The claimed outcome of the start.
    pub outcome: Outcome,
    /// The plan of the winner, if a win is forced by moves.
    pub attack: Option<Attack>,
    /// The plans of players who do not lose, or not sooner.
    pub defences: Vec<Defence>,
}

impl Certificate {
    /// Returns the number of entries of all plans.
    #[must_use]
    pub fn entries(&self) -> usize {
        let attack = self.attack.iter().map(|attack| attack.entries.len());
        let defences = self.defences.iter().map(|defence| defence.entries.len());
        attack.chain(defences).sum()
    }
}

/// A plan to win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// The winner.
    pub player: Player,
    /// Positions with this player to move, ascending by mouse, then cat.
    pub entries: Vec<AttackEntry>,
}

/// The move in one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackEntry {
    /// The place of the mouse.
    pub mouse: u16,
    /// The place of the cat.
    pub cat: u16,
    /// Plies to the forced end.
    pub rank: u32,
    /// The place to which the player moves.
    pub to: u16,
}

/// A plan not to lose for a number of plies, or for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defence {
    /// The player who does not lose.
    pub player: Player,
    /// Positions with the opponent to move, ascending by mouse, then cat.
    pub entries: Vec<DefenceEntry>,
}

/// The bound for one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DefenceEntry {
    /// The place of the mouse.
    pub mouse: u16,
    /// The place of the cat.
    pub cat: u16,
    /// The minimum number of plies in which the opponent can win; `None` if it never can.
    pub bound: Option<Ply>,
}
