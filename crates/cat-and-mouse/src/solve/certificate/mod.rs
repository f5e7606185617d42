//! Certificates: answers with a proof that can be checked without solving.
//!
//! A certificate claims an outcome and holds plans for it. An *attack* says
//! what the winner plays: for each position with it to move the move, and
//! the rank, the plies to the forced end. A *defence* says how long a player
//! holds out: positions with the opponent to move, from where the opponent
//! cannot win in fewer plies than the bound, or not ever. So
//!
//! | outcome | plans |
//! | --- | --- |
//! | a win of depth `d` | the winner's attack of rank `d`, and the loser's defence with bound `d`, which proves that no quicker win exists |
//! | the cat wins a grid | the cat's defence, with a bound beyond the move limit |
//! | a draw | both players' defences for ever |
//!
//! The text form, one item per line, numbers separated by single spaces;
//! places are nodes, or cells counted row by row from 0:
//!
//! ```text
//! certificate 1728
//! outcome mouse 5
//! attack mouse
//! 10 6 5 12           mouse, cat, rank, where the winner moves
//! defence cat
//! 10 6 5              mouse, cat, bound: plies or "forever"
//! ```
//!
//! `outcome` is `mouse d`, `cat d`, `cat` (a grid) or `draw`. The entries of a
//! plan ascend by mouse, then cat.

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
    /// What is claimed about the start.
    pub outcome: Outcome,
    /// The plan of the winner, where a win is forced by moves.
    pub attack: Option<Attack>,
    /// How the players hold out.
    pub defences: Vec<Defence>,
}

impl Certificate {
    /// The entries of all plans together.
    #[must_use]
    pub fn entries(&self) -> usize {
        let attack = self.attack.iter().map(|attack| attack.entries.len());
        let defences = self.defences.iter().map(|defence| defence.entries.len());
        attack.chain(defences).sum()
    }
}

/// How a player wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// Who wins by it.
    pub player: Player,
    /// Positions with this player to move, ascending by mouse, then cat.
    pub entries: Vec<AttackEntry>,
}

/// What to play in one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackEntry {
    /// Where the mouse is.
    pub mouse: u16,
    /// Where the cat is.
    pub cat: u16,
    /// Plies to the forced end.
    pub rank: u32,
    /// Where the player moves.
    pub to: u16,
}

/// How a player holds out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defence {
    /// Who holds out.
    pub player: Player,
    /// Positions with the opponent to move, ascending by mouse, then cat.
    pub entries: Vec<DefenceEntry>,
}

/// For how long one position holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DefenceEntry {
    /// Where the mouse is.
    pub mouse: u16,
    /// Where the cat is.
    pub cat: u16,
    /// The opponent cannot win in fewer plies; `None` if it never can.
    pub bound: Option<Ply>,
}
