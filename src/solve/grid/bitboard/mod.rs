//! Boards up to 8×8 solved by sets: one 64-bit word of mouse cells per cat
//! cell, so that a step of the retrograde analysis is a few hundred word
//! operations for all 8,192 positions at once.
//!
//! `lost[c]` holds the mouse cells that win for the mouse with the cat on `c`
//! to move, `won[c]` those with the mouse to move. It starts with the food
//! alone; then, in turns, `won[c]` becomes all cells from which a jump leads
//! into `lost[c]`, and `lost[c]` the cells that are in `won[c']` for *all* the
//! cat's moves `c → c'`. A cell that is new in `won` in round `r` has depth
//! exactly `2r − 1`; the first round that adds nothing is the last.
#![expect(
    clippy::inline_always,
    reason = "what is not inlined into the entry for a processor is compiled without its features"
)]

mod portable;
mod runs;
mod wide;

use crate::game::{Bitboard, Grid, Ply, Square};
use runs::{Runs, longest_jump};

/// A board of at most 8×8 cells, made ready. Cells are numbered as in
/// [`Bitboard`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// Cells that are not walls.
    pub floor: Bitboard,
    /// The cell of the food, one of the floor's.
    pub food: u8,
    /// Longest jump of the cat, at least 1.
    pub cat_jump: u16,
    /// Longest jump of the mouse, at least 1.
    pub mouse_jump: u16,
}

impl Board {
    /// The board of a grid; `None` if it is larger than 8×8.
    #[must_use]
    pub fn new(grid: &Grid) -> Option<Self> {
        if grid.rows > 8 || grid.cols > 8 {
            return None;
        }
        let mut floor = Bitboard::EMPTY;
        for (row, line) in grid.walls.chunks(usize::from(grid.cols)).enumerate() {
            for (col, &wall) in line.iter().enumerate() {
                floor.0 |= u64::from(!wall) << (8 * row + col);
            }
        }
        Some(Self {
            floor,
            food: Self::cell(grid, grid.food),
            cat_jump: grid.cat_jump,
            mouse_jump: grid.mouse_jump,
        })
    }

    /// The bit number of a square of a grid of at most 8×8.
    #[must_use]
    pub fn cell(grid: &Grid, square: Square) -> u8 {
        let (row, col) = grid.position(square);
        (8 * row + col) as u8
    }
}

/// All positions of a board from which the mouse wins, without a move limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wins {
    /// By cat cell: the mouse cells that win with the mouse to move.
    pub mouse_to_move: [u64; 64],
    /// By cat cell: the mouse cells that win with the cat to move.
    pub cat_to_move: [u64; 64],
    /// Rounds in which a win was added. The longest win with the mouse to move
    /// has depth `2 * rounds − 1`, unless nothing but the food's own cell wins.
    pub rounds: u32,
}

impl Default for Wins {
    fn default() -> Self {
        Self {
            mouse_to_move: [0; 64],
            cat_to_move: [0; 64],
            rounds: 0,
        }
    }
}

/// The ways in which this program can run the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// 64-bit words, as the compiler arranges them for any processor.
    Portable,
    /// The same code compiled for AVX2.
    Avx2,
    /// A register for the eight cats of a row.
    Avx512,
}

impl Engine {
    /// Every engine that this processor can run, slowest first.
    #[must_use]
    pub fn available() -> Vec<Self> {
        let mut engines = vec![Self::Portable];
        engines.extend(wide::available());
        engines
    }

    /// The fastest engine of this processor, found out once.
    #[must_use]
    pub fn best() -> Self {
        static BEST: std::sync::OnceLock<Engine> = std::sync::OnceLock::new();
        *BEST.get_or_init(|| Self::available().last().copied().unwrap_or(Self::Portable))
    }

    /// Solves all starts of a board.
    pub fn solve(self, board: &Board, wins: &mut Wins) {
        self.solve_watched(board, wins, |_| true);
    }

    /// Solves all starts of many boards, handing out each result in order.
    pub fn solve_all(self, boards: &[Board], mut each: impl FnMut(usize, &Wins)) {
        let mut wins = Wins::default();
        for (index, board) in boards.iter().enumerate() {
            self.solve(board, &mut wins);
            each(index, &wins);
        }
    }

    /// The depth of the mouse's win from one start with the mouse to move,
    /// without a move limit; `None` if it cannot win. Stops as soon as that
    /// is known.
    #[must_use]
    pub fn depth(self, board: &Board, mouse: u8, cat: u8) -> Option<Ply> {
        if mouse == board.food && cat != board.food {
            return Some(Ply(0));
        }
        let mut wins = Wins::default();
        let won = |won: &[u64; 64]| won[usize::from(cat)] >> mouse & 1 == 1;
        self.solve_watched(board, &mut wins, |sets| !won(sets));
        won(&wins.mouse_to_move).then(|| Ply(2 * wins.rounds - 1))
    }

    /// The sets of wins with the mouse to move after each round; see
    /// [`Layers`].
    #[must_use]
    pub fn layers(self, board: &Board) -> Layers {
        let mut rounds = Vec::new();
        self.solve_watched(board, &mut Wins::default(), |won| {
            rounds.push(*won);
            true
        });
        Layers {
            food: board.food,
            rounds,
        }
    }

    /// Runs round after round until one adds nothing or `go_on`, shown the
    /// wins with the mouse to move after each that did, says no.
    fn solve_watched(self, board: &Board, wins: &mut Wins, go_on: impl FnMut(&[u64; 64]) -> bool) {
        let setup = Setup::new(board);
        match self {
            Self::Portable => portable(&setup, wins, go_on),
            Self::Avx2 | Self::Avx512 => wide::run(self, &setup, wins, go_on),
        }
    }
}

/// The wins of a board by round, for exact depths of all starts.
#[derive(Clone, Debug)]
pub struct Layers {
    food: u8,
    rounds: Vec<[u64; 64]>,
}

impl Layers {
    /// Depth of the mouse's win with the mouse to move, without a move limit;
    /// `None` if it cannot win.
    #[must_use]
    pub fn depth(&self, mouse: u8, cat: u8) -> Option<Ply> {
        let cat = usize::from(cat);
        let before = self
            .rounds
            .partition_point(|won| won[cat] >> mouse & 1 == 0);
        match before as u32 {
            round if round == self.rounds.len() as u32 => None,
            _ if mouse == self.food => Some(Ply(0)),
            round => Some(Ply(2 * round + 1)),
        }
    }

    /// The longest win with the mouse to move and all starts `(mouse, cat)`
    /// that have it.
    #[must_use]
    pub fn longest(&self) -> Option<(Ply, Vec<(u8, u8)>)> {
        let last = self.rounds.last()?;
        let before = self.rounds.iter().rev().nth(1).unwrap_or(&[0; 64]);
        let food = Bitboard::EMPTY.with(self.food);
        let starts: Vec<(u8, u8)> = (0..64)
            .flat_map(|cat: u8| {
                let at = usize::from(cat);
                let new = Bitboard(last[at] & !before[at]) & !food;
                new.cells().map(move |mouse| (mouse, cat))
            })
            .collect();
        (!starts.is_empty()).then(|| (Ply(2 * self.rounds.len() as u32 - 1), starts))
    }
}

/// A board as the steps want it.
struct Setup {
    floor: u64,
    food: u64,
    /// Where a cat can stand without the game being over: floor but the food.
    stand: u64,
    cat_jump: usize,
    mouse_jump: usize,
    cat: Runs,
    mouse: Runs,
}

impl Setup {
    #[inline(always)]
    fn new(board: &Board) -> Self {
        let floor = board.floor.0;
        let longest = longest_jump(floor);
        let cat_jump = usize::from(board.cat_jump).min(longest);
        let mouse_jump = usize::from(board.mouse_jump).min(longest);
        let food = 1 << board.food;
        Self {
            floor,
            food,
            stand: floor & !food,
            cat_jump,
            mouse_jump,
            cat: Runs::new(floor, cat_jump),
            mouse: Runs::new(floor, mouse_jump),
        }
    }
}

#[inline(always)]
fn portable(setup: &Setup, wins: &mut Wins, go_on: impl FnMut(&[u64; 64]) -> bool) {
    let steps = portable::Steps::new(setup);
    iterate(
        setup,
        wins,
        |next, won| steps.mouse(next, won),
        |won, lost| steps.cat(won, lost),
        go_on,
    );
}

/// The rounds, whatever engine takes the steps.
#[inline(always)]
fn iterate(
    setup: &Setup,
    wins: &mut Wins,
    mut mouse: impl FnMut(&[u64; 64], &mut [u64; 64]) -> bool,
    mut cat: impl FnMut(&[u64; 64], &mut [u64; 64]),
    mut go_on: impl FnMut(&[u64; 64]) -> bool,
) {
    wins.rounds = 0;
    wins.mouse_to_move = [0; 64];
    for (cell, lost) in wins.cat_to_move.iter_mut().enumerate() {
        *lost = setup.food * (setup.stand >> cell & 1);
    }
    while mouse(&wins.cat_to_move, &mut wins.mouse_to_move) {
        wins.rounds += 1;
        if !go_on(&wins.mouse_to_move) {
            break;
        }
        cat(&wins.mouse_to_move, &mut wins.cat_to_move);
    }
}
