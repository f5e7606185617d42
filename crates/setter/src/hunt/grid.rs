//! Boards as a landscape: walls and food change, and one solve answers for
//! all placements of the animals. If the goal is the work of an algorithm, it depends on the
//! start, and the animals are part of the state.

use super::anneal::Landscape;
use super::floors::{self, CatFree};
use super::goal::{Goal, Work};
use cat_and_mouse::Instance;
use cat_and_mouse::game::{Bitboard, DEFAULT_MAX_PLIES, Grid, Square};
use cat_and_mouse::solve;
use cat_and_mouse::solve::grid::bitboard::{Board, Engine, Wins};
use mousetrap_suite::generate::Stream;

/// All boards of one size and pair of jumps.
pub(super) struct Boards {
    pub(super) rows: u16,
    pub(super) cols: u16,
    pub(super) cat_jump: u16,
    pub(super) mouse_jump: u16,
    goal: Goal,
    /// Longer wins do not count.
    pub(super) max_plies: Option<u32>,
    wins: Wins,
    cells: Vec<u8>,
}

impl Boards {
    pub(super) fn new(
        (rows, cols): (u16, u16),
        (cat_jump, mouse_jump): (u16, u16),
        goal: Goal,
    ) -> Self {
        Self {
            rows,
            cols,
            cat_jump,
            mouse_jump,
            goal,
            max_plies: None,
            wins: Wins::default(),
            cells: floors::frame(rows, cols).cells().collect(),
        }
    }

    /// Any cell.
    pub(super) fn cell(&self, stream: &mut Stream) -> u8 {
        self.cells[stream.below(self.cells.len())]
    }

    /// The cells next to one, walls too.
    fn beside(&self, cell: u8) -> Vec<u8> {
        let frame = floors::frame(self.rows, self.cols).0;
        let around = floors::landings(1 << cell, frame, 1);
        Bitboard(around & !(1 << cell)).cells().collect()
    }
}

/// A board of a smaller frame as a grid.
pub(crate) fn grid(board: &Board, (rows, cols): (u16, u16), mouse: u8, cat: u8) -> Grid {
    let square = |cell: u8| Square(u16::from(cell / 8) * cols + u16::from(cell % 8));
    let walls = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
    Grid {
        rows,
        cols,
        walls: walls
            .map(|(row, col)| !board.floor.contains((8 * row + col) as u8))
            .collect(),
        cat: square(cat),
        mouse: square(mouse),
        food: square(board.food),
        cat_jump: board.cat_jump,
        mouse_jump: board.mouse_jump,
        max_plies: DEFAULT_MAX_PLIES,
    }
}

impl Landscape for Boards {
    type State = Board;

    fn start(&mut self, stream: &mut Stream) -> Board {
        let density = stream.between(10, 45);
        let mut floor = Bitboard::EMPTY;
        for &cell in &self.cells {
            if !stream.percent(density) {
                floor = floor.with(cell);
            }
        }
        let food = self.cell(stream);
        Board {
            floor: floor.with(food),
            food,
            cat_jump: self.cat_jump,
            mouse_jump: self.mouse_jump,
        }
    }

    fn change(&mut self, board: &Board, stream: &mut Stream) -> Board {
        let mut next = *board;
        for _ in 0..stream.between(1, 3) {
            let cell = self.cell(stream);
            match stream.below(8) {
                // The food goes to a cell near by, or to any.
                0 => {
                    let near = self.beside(next.food);
                    next.food = stream.pick(&near).unwrap_or(next.food);
                    next.floor = next.floor.with(next.food);
                }
                1 if stream.percent(20) => {
                    next.food = cell;
                    next.floor = next.floor.with(cell);
                }
                // A wall moves by a cell.
                1..=4 => {
                    let near = self.beside(cell);
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
        if self.goal == Goal::Detour {
            // Without a long win there is no long detour either.
            let layers = Engine::best().layers(board);
            return Some(floors::detour(&CatFree::new(board), &layers)?.0);
        }
        Engine::best().solve(board, &mut self.wins);
        let plies = (2 * self.wins.rounds).checked_sub(1)?;
        if self.max_plies.is_some_and(|max| plies > max) {
            return None;
        }
        Some(match self.goal {
            Goal::Density => 1000 * plies / (2 * board.floor.count()),
            _ => plies,
        })
    }

    fn is_maximum(&self, score: u32) -> bool {
        self.max_plies == Some(score)
    }

    fn instance(&self, board: &Board) -> Option<Instance> {
        let layers = Engine::best().layers(board);
        let (mouse, cat) = match self.goal {
            Goal::Detour => floors::detour(&CatFree::new(board), &layers)?.1,
            _ => layers.longest()?.1.first().copied()?,
        };
        Some(grid(board, (self.rows, self.cols), mouse, cat).into())
    }
}

/// Boards with their animals.
pub(super) struct SlowBoards {
    pub(super) boards: Boards,
    pub(super) work: Work,
}

/// A board with its animals.
#[derive(Clone, Copy)]
pub(super) struct Placed {
    board: Board,
    mouse: u8,
    cat: u8,
}

impl Landscape for SlowBoards {
    type State = Placed;

    fn start(&mut self, stream: &mut Stream) -> Placed {
        Placed {
            board: self.boards.start(stream),
            mouse: self.boards.cell(stream),
            cat: self.boards.cell(stream),
        }
    }

    fn change(&mut self, placed: &Placed, stream: &mut Stream) -> Placed {
        let mut next = *placed;
        match stream.below(5) {
            0 => next.mouse = self.boards.cell(stream),
            1 => next.cat = self.boards.cell(stream),
            _ => next.board = self.boards.change(&placed.board, stream),
        }
        next
    }

    fn score(&mut self, placed: &Placed) -> Option<u32> {
        self.instance(placed).as_ref().map(self.work)
    }

    fn instance(&self, placed: &Placed) -> Option<Instance> {
        let Placed { board, mouse, cat } = *placed;
        let apart = mouse != cat && mouse != board.food && cat != board.food;
        apart.then(|| {
            let floor = board.floor.with(mouse).with(cat);
            let board = Board { floor, ..board };
            grid(&board, (self.boards.rows, self.boards.cols), mouse, cat).into()
        })
    }
}

/// The mouse's moves from the start of a board beyond those it would need
/// without a cat; none if it does not win.
pub(super) fn detour(grid: &Grid) -> Option<u32> {
    let board = Board::new(grid)?;
    let mouse = Board::cell(grid, grid.mouse);
    let depth = Engine::best().depth(&board, mouse, Board::cell(grid, grid.cat))?;
    let cat_free = grid.distances(grid.food, grid.mouse_jump)[grid.mouse.index()]?;
    Some(depth.0.div_ceil(2) - cat_free)
}

/// The plies of a mouse win in thousandths of twice the floor cells; none if
/// the mouse does not win.
pub(super) fn density(grid: &Grid) -> Option<u32> {
    let plies = solve::grid::solve(grid).depth()?.0;
    let floor = grid.walls.iter().filter(|&&wall| !wall).count() as u32;
    Some(1000 * plies / (2 * floor))
}
