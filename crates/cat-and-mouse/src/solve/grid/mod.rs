//! The grid game solved: every form answers all starts of a board at once.

pub mod bitboard;
pub mod large;
mod queue;

pub use queue::Table;

use crate::game::{Grid, Outcome, Player};
use bitboard::{Board, Engine};

/// The value of a board from its start, within its move limit: by bitboards
/// up to 8×8. Beyond, short jumps make for many rounds in which little
/// happens, which suits the queue, and long ones for few rounds with many
/// moves, which suits sets of several words.
#[must_use]
pub fn solve(grid: &Grid) -> Outcome {
    let depth = match Board::new(grid) {
        Some(board) => {
            let (mouse, cat) = (Board::cell(grid, grid.mouse), Board::cell(grid, grid.cat));
            Engine::best().depth(&board, mouse, cat)
        }
        None if matches!(grid.cat_jump.max(grid.mouse_jump), 1 | 2) => {
            Table::solve(grid).depth(Player::Mouse, grid.mouse, grid.cat)
        }
        None => large::depth(grid),
    };
    match depth {
        Some(depth) if depth.0 <= grid.max_plies => Outcome::Mouse { depth },
        _ => Outcome::Cat { depth: None },
    }
}
