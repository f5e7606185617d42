//! The positions known, after each round of the solver, to be wins for the mouse. These positions
//! determine the depth of the win from every starting position.

use super::board::Board;
use super::positions::{Positions, Wins};
use super::row::MouseRow;
use super::steps::{SolveObserver, compute_won_positions};
use crate::game::{Bitboard, Ply};

/// The positions of a board that are known, after each round of the solver, to be wins for the
/// mouse.
#[derive(Clone, Debug)]
pub struct WinsByRound {
    food: u8,
    rounds: Vec<Positions>,
}

impl WinsByRound {
    pub(super) const fn new(board: &Board) -> Self {
        Self {
            food: board.food,
            rounds: Vec::new(),
        }
    }

    /// Returns the depth of the mouse's win if the mouse is to move and there is no move limit, or
    /// `None` if the mouse cannot win.
    pub fn depth(&self, mouse: u8, cat: u8) -> Option<Ply> {
        let before = self.rounds.partition_point(|won| !won.contains(mouse, cat));
        match before as u32 {
            round if round == self.rounds.len() as u32 => None,
            _ if mouse == self.food => Some(Ply(0)),
            round => Some(Ply(2 * round + 1)),
        }
    }

    /// Returns the depth of the longest win with the mouse to move, and all starting positions
    /// `(mouse, cat)` with this depth.
    pub fn longest_win(&self) -> Option<(Ply, Vec<(u8, u8)>)> {
        let last = self.rounds.last()?;
        let none = Positions::default();
        let before = self.rounds.iter().rev().nth(1).unwrap_or(&none);
        let food = 1 << self.food;
        let starts: Vec<(u8, u8)> = (0..64)
            .flat_map(|cat: u8| {
                let new = last.mouse_cells(cat).0 & !before.mouse_cells(cat).0 & !food;
                Bitboard(new).cells().map(move |mouse| (mouse, cat))
            })
            .collect();
        (!starts.is_empty()).then(|| (Ply(2 * self.rounds.len() as u32 - 1), starts))
    }
}

/// Records the wins after each round.
impl SolveObserver for WinsByRound {
    #[inline(always)]
    fn should_continue<R: MouseRow>(&mut self, not_won: &[R; 8]) -> bool {
        let mut positions = Positions::default();
        compute_won_positions(self.food, not_won, &mut positions);
        self.rounds.push(positions);
        true
    }

    fn receive_result(&mut self, _: usize, _: &Wins) {}
}
