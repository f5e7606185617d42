//! Certificates: answers with a proof that can be checked without solving the game.
//!
//! A certificate claims an outcome and contains strategies that prove it. An *attack* lists
//! positions with the winner to move. Each entry has the winner's move and a rank: the number of
//! plies until the forced win. A *defence* lists positions with the opponent to move. Each entry
//! has a bound: the minimum number of plies in which the opponent can win, or "forever". Each
//! outcome requires these strategies:
//!
//! | outcome | strategies |
//! | --- | --- |
//! | a win in `d` plies | the winner's attack of rank `d`, and the loser's defence with bound `d`, which proves that no quicker win exists |
//! | the cat wins on a board | the cat's defence, with a bound beyond the move limit |
//! | a draw | both players' defences, with the bound "forever" |
//!
//! # Text form
//!
//! Each line has one item, with spaces between numbers. Cells are numbered row
//! by row from 0:
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
//! The outcome is `mouse d`, `cat d`, `draw` or, only for a board, `cat` without a depth. The
//! entries of an attack or a defence are sorted by mouse, then by cat.

mod check;
mod text;
mod write;

pub use check::{Rejection, check_graph, check_grid};
pub use text::CertificateError;
pub(crate) use write::build_defence;

use crate::game::{Outcome, Player, Ply};

/// A claimed outcome and the strategies that prove it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The problem's number: `1728` or `913`.
    pub problem: String,
    /// The claimed outcome of the game from its start.
    pub outcome: Outcome,
    /// The winner's strategy, or `None` for a draw and for a board that the cat wins.
    pub attack: Option<Attack>,
    /// The strategies with which players avoid losing, or delay a loss for as long as possible.
    pub defences: Vec<Defence>,
}

impl Certificate {
    /// Returns the total number of entries in the attack and the defences.
    pub fn entry_count(&self) -> usize {
        let attack = self.attack.iter().map(|attack| attack.entries.len());
        let defences = self.defences.iter().map(|defence| defence.entries.len());
        attack.chain(defences).sum()
    }
}

/// A strategy with which a player wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// The winner.
    pub player: Player,
    /// The positions with the winner to move, sorted by mouse, then by cat.
    pub entries: Vec<AttackEntry>,
}

/// The winner's move in one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackEntry {
    /// The mouse's cell or node.
    pub mouse: u16,
    /// The cat's cell or node.
    pub cat: u16,
    /// The number of plies until the forced win.
    pub rank: u32,
    /// The cell or node to which the winner moves.
    pub to: u16,
}

/// A strategy with which a player avoids losing for a number of plies, or forever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defence {
    /// The player who follows the strategy.
    pub player: Player,
    /// The positions with the opponent to move, sorted by mouse, then by cat.
    pub entries: Vec<DefenceEntry>,
}

/// A position, and a bound on how soon the opponent can win from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DefenceEntry {
    /// The mouse's cell or node.
    pub mouse: u16,
    /// The cat's cell or node.
    pub cat: u16,
    /// The minimum number of plies in which the opponent can win, or `None` if the opponent can
    /// never win.
    pub bound: Option<Ply>,
}
