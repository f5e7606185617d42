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

#[cfg(target_arch = "x86_64")]
mod lines;
mod row;
mod runs;
mod steps;
#[cfg(target_arch = "x86_64")]
mod wide;

use std::slice;

use crate::game::{Bitboard, Grid, Ply, Square};
use row::Row;
use runs::{NOT_LAST, ahead, longest, reach};
use steps::{Watch, won};

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

/// A set of positions with the same player to move.
///
/// By row of the mouse, then row of the cat: a byte for each column of the
/// cat, with a bit for each column of the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[repr(align(64))]
pub struct Positions([[u64; 8]; 8]);

impl Positions {
    /// Whether a position, given by the cells of mouse and cat, is in the set.
    #[must_use]
    pub const fn contains(&self, mouse: u8, cat: u8) -> bool {
        self.0[mouse as usize / 8][cat as usize / 8] >> Self::bit(mouse, cat) & 1 == 1
    }

    /// The mouse cells of the positions with the cat on this cell.
    #[must_use]
    pub fn mice(&self, cat: u8) -> Bitboard {
        let (row, col) = (usize::from(cat / 8), usize::from(cat % 8));
        let mice = self.0.map(|cats| cats[row].to_le_bytes()[col]);
        Bitboard(u64::from_le_bytes(mice))
    }

    /// The mouse cells of the positions, with the cat anywhere, that are not in
    /// another set.
    #[must_use]
    pub fn mice_beyond(&self, other: &Self) -> Bitboard {
        let mice = std::array::from_fn(|row| {
            let words = self.0[row].iter().zip(&other.0[row]);
            let mut cats = words.fold(0, |all, (here, there)| all | here & !there);
            for half in [32, 16, 8] {
                cats |= cats >> half;
            }
            cats as u8
        });
        Bitboard(u64::from_le_bytes(mice))
    }

    /// The number of positions.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.0
            .as_flattened()
            .iter()
            .map(|word| word.count_ones())
            .sum()
    }

    fn remove(&mut self, mouse: u8, cat: u8) {
        self.0[usize::from(mouse / 8)][usize::from(cat / 8)] &= !(1 << Self::bit(mouse, cat));
    }

    const fn bit(mouse: u8, cat: u8) -> u8 {
        cat % 8 * 8 + mouse % 8
    }
}

/// All positions of a board from which the mouse wins, without a move limit.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Wins {
    /// Those with the mouse to move.
    pub mouse_to_move: Positions,
    /// Those with the cat to move.
    pub cat_to_move: Positions,
    /// Rounds in which a win was added. The longest win with the mouse to move
    /// has depth `2 * rounds − 1`, unless nothing but the food's own cell wins.
    pub rounds: u32,
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
        let engines = std::iter::once(Self::Portable);
        #[cfg(target_arch = "x86_64")]
        let engines = engines.chain(wide::available());
        engines.collect()
    }

    /// The fastest engine of this processor, found out once.
    #[must_use]
    pub fn best() -> Self {
        static BEST: std::sync::OnceLock<Engine> = std::sync::OnceLock::new();
        *BEST.get_or_init(|| Self::available().last().copied().unwrap_or(Self::Portable))
    }

    /// Solves all starts of a board.
    pub fn solve(self, board: &Board, wins: &mut Wins) {
        self.run(slice::from_ref(board), wins, &mut Each(|_, _: &Wins| ()));
    }

    /// Solves all starts of many boards. Hands out each result with the index of
    /// its board.
    pub fn solve_all(self, boards: &[Board], each: impl FnMut(usize, &Wins)) {
        self.run(boards, &mut Wins::default(), &mut Each(each));
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
        let mut watch = Until { mouse, cat };
        self.run(slice::from_ref(board), &mut wins, &mut watch);
        let won = wins.mouse_to_move.contains(mouse, cat);
        won.then(|| Ply(2 * wins.rounds - 1))
    }

    /// The sets of wins with the mouse to move after each round; see
    /// [`Layers`].
    #[must_use]
    pub fn layers(self, board: &Board) -> Layers {
        let mut layers = Layers {
            food: board.food,
            rounds: Vec::new(),
        };
        self.run(slice::from_ref(board), &mut Wins::default(), &mut layers);
        layers
    }

    /// Runs the rounds on this engine, or on the portable one where the
    /// processor lacks it.
    #[inline]
    fn run(self, boards: &[Board], wins: &mut Wins, watch: &mut impl Watch) {
        #[cfg(target_arch = "x86_64")]
        if wide::solve(self, boards, wins, watch).is_some() {
            return;
        }
        steps::run::<row::Words, false>((), boards, wins, watch);
    }
}

/// Solves to the end and hands out each result.
struct Each<F>(F);

impl<F: FnMut(usize, &Wins)> Watch for Each<F> {
    #[inline(always)]
    fn go_on<R: Row>(&mut self, _: &[R; 8]) -> bool {
        true
    }

    #[inline(always)]
    fn take(&mut self, index: usize, wins: &Wins) {
        self.0(index, wins);
    }
}

/// Goes on until one position, with the mouse to move, is won.
struct Until {
    mouse: u8,
    cat: u8,
}

impl Watch for Until {
    #[inline(always)]
    fn go_on<R: Row>(&mut self, not_won: &[R; 8]) -> bool {
        let (mouse, cat) = (usize::from(self.mouse), usize::from(self.cat));
        let cats = not_won[mouse / 8].words()[cat / 8];
        cats >> (cat % 8 * 8 + mouse % 8) & 1 == 1
    }

    fn take(&mut self, _: usize, _: &Wins) {}
}

/// Takes down what is won after each round.
impl Watch for Layers {
    #[inline(always)]
    fn go_on<R: Row>(&mut self, not_won: &[R; 8]) -> bool {
        let mut positions = Positions::default();
        won(self.food, not_won, &mut positions);
        self.rounds.push(positions);
        true
    }

    fn take(&mut self, _: usize, _: &Wins) {}
}

/// The wins of a board by round, for exact depths of all starts.
#[derive(Clone, Debug)]
pub struct Layers {
    food: u8,
    rounds: Vec<Positions>,
}

impl Layers {
    /// Depth of the mouse's win with the mouse to move, without a move limit;
    /// `None` if it cannot win.
    #[must_use]
    pub fn depth(&self, mouse: u8, cat: u8) -> Option<Ply> {
        let before = self.rounds.partition_point(|won| !won.contains(mouse, cat));
        match before as u32 {
            round if round == self.rounds.len() as u32 => None,
            _ if mouse == self.food => Some(Ply(0)),
            round => Some(Ply(2 * round + 1)),
        }
    }

    /// The starts won after each round: those of number `r`, from 0 on, within
    /// `r + 1` moves of the mouse.
    #[must_use]
    pub fn rounds(&self) -> &[Positions] {
        &self.rounds
    }

    /// The longest win with the mouse to move and all starts `(mouse, cat)`
    /// that have it.
    #[must_use]
    pub fn longest(&self) -> Option<(Ply, Vec<(u8, u8)>)> {
        let last = self.rounds.last()?;
        let none = Positions::default();
        let before = self.rounds.iter().rev().nth(1).unwrap_or(&none);
        let food = Bitboard::EMPTY.with(self.food);
        let starts: Vec<(u8, u8)> = (0..64)
            .flat_map(|cat: u8| {
                let new = last.mice(cat) & !before.mice(cat) & !food;
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
    cat_jump: usize,
    mouse_jump: usize,
    /// By number of cells, the floor with that many free ones to the east; none
    /// for no cells.
    east: [u64; 8],
    /// And to the south.
    south: [u64; 8],
    /// The longest jumps that the walls allow anywhere.
    longest_east: usize,
    longest_south: usize,
}

impl Setup {
    #[inline(always)]
    fn new(board: &Board) -> Self {
        let floor = board.floor.0;
        let east = ahead(floor & floor >> 1 & NOT_LAST, 1);
        let south = ahead(floor & floor >> 8, 8);
        let (longest_east, longest_south) = (longest(&east), longest(&south));
        // A longer jump plays the same game.
        let within = |jump: u16| usize::from(jump).min(longest_east.max(longest_south).max(1));
        Self {
            floor,
            food: 1 << board.food,
            cat_jump: within(board.cat_jump),
            mouse_jump: within(board.mouse_jump),
            longest_east,
            longest_south,
            east,
            south,
        }
    }

    /// From where a jump of the mouse, or staying, leads to the food.
    #[inline(always)]
    fn around_food(&self) -> u64 {
        reach::<1>(self.food, self.mouse_jump, &self.east)
            | reach::<8>(self.food, self.mouse_jump, &self.south)
    }

    /// The jump by whose lookups the cat moves: 7 if it is as far as the walls
    /// allow, which takes fewer.
    #[inline(always)]
    #[cfg(target_arch = "x86_64")]
    fn lookup_jump(&self) -> usize {
        if self.cat_jump >= self.longest_east.max(self.longest_south) {
            7
        } else {
            self.cat_jump
        }
    }

    /// The jump by which to look up moves of the mouse along a row. Always the
    /// same one where it makes no difference, as fewer tables are in use then.
    #[inline(always)]
    #[cfg(target_arch = "x86_64")]
    fn line_jump(&self) -> usize {
        if self.mouse_jump >= self.longest_east {
            7
        } else {
            self.mouse_jump
        }
    }
}
