//! Boards beyond 8×8 solved by sets of several words: the same rounds as for
//! small boards, with one set of mouse cells per cat cell.
//!
//! A board of 1,024 cells takes four times 128 KiB, whatever the jumps, and a
//! round some hundred thousand word operations.

use crate::game::{Grid, Player, Ply};

/// All positions of a board from which the mouse wins, without a move limit,
/// as far as they were asked for.
#[derive(Clone, Debug)]
pub struct Wins {
    cells: usize,
    words: usize,
    /// By cat cell: the mouse cells that win with the mouse to move.
    won: Vec<u64>,
    /// The same with the cat to move.
    lost: Vec<u64>,
}

impl Wins {
    /// Solves all starts of a board.
    #[must_use]
    pub fn solve(grid: &Grid) -> Self {
        Rounds::new(grid).run(|_, _| true)
    }

    /// Whether the mouse wins from here.
    #[must_use]
    pub fn contains(&self, turn: Player, mouse: u16, cat: u16) -> bool {
        debug_assert!(usize::from(mouse.max(cat)) < self.cells);
        let sets = match turn {
            Player::Mouse => &self.won,
            Player::Cat => &self.lost,
        };
        let word = sets[usize::from(cat) * self.words + usize::from(mouse) / 64];
        word >> (mouse % 64) & 1 == 1
    }
}

/// The depth of the mouse's win from the board's start, if it comes within the
/// move limit. Stops as soon as that is known.
#[must_use]
pub fn depth(grid: &Grid) -> Option<Ply> {
    let mut depth = None;
    Rounds::new(grid).run(|round, wins| {
        let ply = Ply(2 * round - 1);
        if wins.contains(Player::Mouse, grid.mouse.0, grid.cat.0) {
            depth = Some(ply);
        }
        depth.is_none() && ply.0 + 2 <= grid.max_plies
    });
    depth.filter(|depth| depth.0 <= grid.max_plies)
}

/// What the rounds need to know of a board.
struct Rounds {
    cells: usize,
    /// Words of a set.
    words: usize,
    food: usize,
    /// Where a cat can stand without the game being over.
    stands: Vec<bool>,
    floor: Vec<u64>,
    mouse: Vec<Shift>,
    cat: Vec<Shift>,
}

/// One doubling step of a straight jump; see the bitboards' runs.
struct Shift {
    /// Where the steps of a direction begin, reach starts anew.
    first: bool,
    last: bool,
    /// Cells by number from here to there; negative towards the first.
    by: isize,
    /// From where that many cells are free.
    free: Vec<u64>,
}

impl Rounds {
    fn new(grid: &Grid) -> Self {
        let cells = grid.cells();
        let set = |member: &dyn Fn(usize) -> bool| {
            let mut words = vec![0; cells.div_ceil(64)];
            for cell in (0..cells).filter(|&cell| member(cell)) {
                words[cell / 64] |= 1 << (cell % 64);
            }
            words
        };
        let shifts = |jump: u16| {
            let cols = isize::from(grid.cols as i16);
            let mut shifts: Vec<Shift> = Vec::new();
            for (row, col) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
                let room = room(grid, row, col);
                let longest = usize::from(jump).min(room.iter().copied().max().unwrap_or(0));
                let mut reach = 0;
                while reach < longest {
                    let by = (reach + 1).min(longest - reach);
                    shifts.push(Shift {
                        first: reach == 0,
                        last: reach + by == longest,
                        by: (row * cols + col) * by as isize,
                        free: set(&|cell| room[cell] >= by),
                    });
                    reach += by;
                }
            }
            shifts
        };
        Self {
            cells,
            words: cells.div_ceil(64),
            food: grid.food.index(),
            stands: (0..cells)
                .map(|cell| !grid.walls[cell] && cell != grid.food.index())
                .collect(),
            floor: set(&|cell| !grid.walls[cell]),
            mouse: shifts(grid.mouse_jump),
            cat: shifts(grid.cat_jump),
        }
    }

    /// Runs round after round, counted from 1, until one adds nothing or
    /// `go_on` says no.
    fn run(&self, mut go_on: impl FnMut(u32, &Wins) -> bool) -> Wins {
        let size = self.cells * self.words;
        let mut wins = Wins {
            cells: self.cells,
            words: self.words,
            won: vec![0; size],
            lost: vec![0; size],
        };
        for cat in (0..self.cells).filter(|&cat| self.stands[cat]) {
            wins.lost[cat * self.words + self.food / 64] |= 1 << (self.food % 64);
        }
        let (mut line, mut all) = (vec![0; size], vec![0; size]);
        for round in 1.. {
            if !self.mouse_step(&mut wins) || !go_on(round, &wins) {
                break;
            }
            self.cat_step(&mut wins, &mut line, &mut all);
        }
        wins
    }

    /// The mouse wins from wherever one move leads to a win. Returns whether
    /// that added anything.
    fn mouse_step(&self, wins: &mut Wins) -> bool {
        let words = self.words;
        let mut grown = 0;
        let (mut reach, mut line, mut moved) = (vec![0; words], vec![0; words], vec![0; words]);
        for cat in (0..self.cells).filter(|&cat| self.stands[cat]) {
            let lost = &wins.lost[cat * words..][..words];
            reach.copy_from_slice(lost);
            for shift in &self.mouse {
                if shift.first {
                    line.copy_from_slice(lost);
                }
                move_down(&line, shift.by, &mut moved);
                for ((line, moved), free) in line.iter_mut().zip(&moved).zip(&shift.free) {
                    *line |= moved & free;
                }
                if shift.last {
                    for (reach, line) in reach.iter_mut().zip(&line) {
                        *reach |= line;
                    }
                }
            }
            reach[cat / 64] &= !(1 << (cat % 64));
            let won = &mut wins.won[cat * words..][..words];
            for ((won, reach), floor) in won.iter_mut().zip(&reach).zip(&self.floor) {
                let now = reach & floor;
                grown |= now ^ *won;
                *won = now;
            }
        }
        grown != 0
    }

    /// The cat loses where every move of its leads to a loss.
    fn cat_step(&self, wins: &mut Wins, line: &mut [u64], all: &mut [u64]) {
        let words = self.words;
        all.copy_from_slice(&wins.won);
        for shift in &self.cat {
            if shift.first {
                line.copy_from_slice(&wins.won);
            }
            let narrow = |line: &mut [u64], cat: usize| {
                if shift.free[cat / 64] >> (cat % 64) & 1 == 1 {
                    let to = cat.strict_add_signed(shift.by) * words;
                    for word in 0..words {
                        line[cat * words + word] &= line[to + word];
                    }
                }
            };
            // In the order in which what is read has not been changed yet.
            if shift.by.is_positive() {
                (0..self.cells).for_each(|cat| narrow(line, cat));
            } else {
                (0..self.cells).rev().for_each(|cat| narrow(line, cat));
            }
            if shift.last {
                for (all, line) in all.iter_mut().zip(&*line) {
                    *all &= line;
                }
            }
        }
        for cat in (0..self.cells).filter(|&cat| self.stands[cat]) {
            let lost = &mut wins.lost[cat * words..][..words];
            lost.copy_from_slice(&all[cat * words..][..words]);
            lost[self.food / 64] |= 1 << (self.food % 64);
        }
    }
}

/// From each cell, how many cells in this direction are free.
fn room(grid: &Grid, row: isize, col: isize) -> Vec<usize> {
    let inside = |at: isize, size: u16| (0..size as isize).contains(&at);
    let (cols, cells) = (grid.cols as isize, grid.cells());
    (0..cells)
        .map(|cell| {
            (1..=isize::from(i16::MAX))
                .take_while(|&k| {
                    let r = cell as isize / cols + k * row;
                    let c = cell as isize % cols + k * col;
                    inside(r, grid.rows)
                        && inside(c, grid.cols)
                        && !grid.walls[(r * cols + c) as usize]
                })
                .count()
        })
        .collect()
}

/// `to` becomes `from` with cell `x + by` moved to cell `x`.
fn move_down(from: &[u64], by: isize, to: &mut [u64]) {
    let (words, bits) = (by.unsigned_abs() / 64, by.unsigned_abs() % 64);
    let count = from.len();
    if by.is_positive() {
        for (at, word) in to.iter_mut().enumerate().take(count) {
            let low = from.get(at + words).copied().unwrap_or(0);
            let high = from.get(at + words + 1).copied().unwrap_or(0);
            *word = if bits == 0 {
                low
            } else {
                low >> bits | high << (64 - bits)
            };
        }
    } else {
        for (at, word) in to.iter_mut().enumerate().take(count) {
            let get = |back: usize| at.checked_sub(back).map_or(0, |at| from[at]);
            let (high, low) = (get(words), get(words + 1));
            *word = if bits == 0 {
                high
            } else {
                high << bits | low >> (64 - bits)
            };
        }
    }
}
