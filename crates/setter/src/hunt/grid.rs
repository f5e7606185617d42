//! The search for long wins on boards. A step changes a few walls or moves the food. Solving a
//! board once gives the results for all start positions of mouse and cat.

use super::anneal::SearchSpace;
use cat_and_mouse::Instance;
use cat_and_mouse::game::{Bitboard, DEFAULT_MAX_PLIES, Grid, Square};
use cat_and_mouse::solve::grid::bitboard::{Board, Engine, Wins};
use mousetrap_suite::generate::RandomStream;

/// The search space of the boards with a given size and given jump lengths.
pub(super) struct BoardSpace {
    /// The numbers of rows and columns.
    size: (u16, u16),
    /// The maximum jump lengths of cat and mouse.
    jumps: (u16, u16),
    wins: Wins,
    cells: Vec<u8>,
}

impl BoardSpace {
    pub(super) fn new(size: (u16, u16), jumps: (u16, u16)) -> Self {
        let (rows, cols) = size;
        let cells = (0..rows).flat_map(|row| (0..cols).map(move |col| 8 * row + col));
        Self {
            size,
            jumps,
            wins: Wins::default(),
            cells: cells.map(|cell| cell as u8).collect(),
        }
    }

    /// Draws a random cell.
    fn random_cell(&self, stream: &mut RandomStream) -> u8 {
        self.cells[stream.random_below(self.cells.len())]
    }

    /// Returns the cells next to a cell, including walls.
    fn adjacent_cells(&self, cell: u8) -> Vec<u8> {
        let distance = |other: u8| (cell / 8).abs_diff(other / 8) + (cell % 8).abs_diff(other % 8);
        let cells = self.cells.iter().copied();
        cells.filter(|&other| distance(other) == 1).collect()
    }
}

/// Converts a board with this number of rows and columns to a grid, and places mouse and cat.
fn to_grid(board: &Board, (rows, cols): (u16, u16), mouse: u8, cat: u8) -> Grid {
    let square = |cell: u8| Square(u16::from(cell / 8) * cols + u16::from(cell % 8));
    let cells = (0..rows * cols).map(|square| (8 * (square / cols) + square % cols) as u8);
    Grid {
        rows,
        cols,
        walls: cells.map(|cell| !board.floor.contains(cell)).collect(),
        cat: square(cat),
        mouse: square(mouse),
        food: square(board.food),
        cat_jump: board.cat_jump,
        mouse_jump: board.mouse_jump,
        max_plies: DEFAULT_MAX_PLIES,
    }
}

impl SearchSpace for BoardSpace {
    type State = Board;

    fn random_state(&mut self, stream: &mut RandomStream) -> Board {
        let density = stream.random_in_range(10, 45);
        let mut floor = Bitboard::EMPTY;
        for &cell in &self.cells {
            if !stream.random_bool(density) {
                floor = floor.with(cell);
            }
        }
        let food = self.random_cell(stream);
        Board {
            floor: floor.with(food),
            food,
            cat_jump: self.jumps.0,
            mouse_jump: self.jumps.1,
        }
    }

    fn random_step(&mut self, board: &Board, stream: &mut RandomStream) -> Board {
        let mut next = *board;
        for _ in 0..stream.random_in_range(1, 3) {
            let cell = self.random_cell(stream);
            match stream.random_below(8) {
                // Moves the food to a nearby cell or to a random cell.
                0 => {
                    let near = self.adjacent_cells(next.food);
                    next.food = stream.pick(&near).unwrap_or(next.food);
                    next.floor = next.floor.with(next.food);
                }
                1 if stream.random_bool(20) => {
                    next.food = cell;
                    next.floor = next.floor.with(cell);
                }
                // Moves a wall by one cell.
                1..=4 => {
                    let near = self.adjacent_cells(cell);
                    let other = stream.pick(&near).unwrap_or(cell);
                    let differ = next.floor.contains(cell) != next.floor.contains(other);
                    if differ && cell != next.food && other != next.food {
                        next.floor.0 ^= 1 << cell | 1 << other;
                    }
                }
                _ if cell != next.food => next.floor.0 ^= 1 << cell,
                _ => {}
            }
        }
        next
    }

    fn score(&mut self, board: &Board) -> Option<u32> {
        Engine::fastest_supported().solve(board, &mut self.wins);
        (2 * self.wins.rounds).checked_sub(1)
    }

    fn best_instance(&self, board: &Board) -> Option<Instance> {
        let (_, starts) = Engine::fastest_supported()
            .wins_by_round(board)
            .longest_win()?;
        let &(mouse, cat) = starts.first()?;
        Some(to_grid(board, self.size, mouse, cat).into())
    }
}
