//! The solvers of the grid game. Each solver handles all starting positions of a board at once.

pub mod bitboard;

use super::solved_game::SolvedGame;
use crate::game::{Grid, Outcome};
use bitboard::{Board, Engine};

/// Returns the outcome of the game from the board's starting position, taking the move limit into
/// account. Uses bitboards for boards up to 8×8, and the queue for larger boards.
pub fn solve(grid: &Grid) -> Outcome {
    let depth = match Board::new(grid) {
        Some(board) => {
            let (mouse, cat) = (Board::cell(grid, grid.mouse), Board::cell(grid, grid.cat));
            Engine::fastest_supported().find_win_depth(&board, mouse, cat)
        }
        None => SolvedGame::new(&grid.clone().into())
            .start_outcome()
            .depth(),
    };
    match depth {
        Some(depth) if depth.0 <= grid.max_plies => Outcome::Mouse { depth },
        _ => Outcome::Cat { depth: None },
    }
}
