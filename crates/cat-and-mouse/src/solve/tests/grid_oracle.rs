//! A slow oracle that applies the rules over a growing number of plies, without
//! optimizations.
//!
//! It is independent of the other solvers and shares only [`Grid`]'s fields with them.
//! The oracle has no queues, counts, depths or bitboards, and only asks whether the mouse can
//! reach the food within a given number of plies.

use crate::game::{Grid, Player, Ply, Square};

/// For every position, the smallest number of plies in which the mouse can win.
#[derive(Clone, Debug)]
pub(crate) struct Horizons {
    /// Indexed by cat cell, then mouse cell: `[mouse to move, cat to move]`.
    smallest: Vec<Vec<[Option<Ply>; 2]>>,
}

impl Horizons {
    /// Increases the number of plies until another ply changes nothing or the board's
    /// move limit is reached.
    pub(crate) fn of(grid: &Grid) -> Self {
        let cells = usize::from(grid.rows) * usize::from(grid.cols);
        let mut smallest = vec![vec![[None; 2]; cells]; cells];
        for plies in 0..=grid.max_plies {
            let mut now = smallest.clone();
            let mut changed = false;
            for (cat, row) in now.iter_mut().enumerate() {
                for (mouse, slots) in row.iter_mut().enumerate() {
                    if grid.walls[cat] || grid.walls[mouse] {
                        continue;
                    }
                    for turn in [Player::Mouse, Player::Cat] {
                        let known = &mut slots[slot(turn)];
                        if known.is_none() && mouse_wins(grid, &smallest, plies, turn, mouse, cat) {
                            *known = Some(Ply(plies));
                            changed = true;
                        }
                    }
                }
            }
            smallest = now;
            if !changed {
                break;
            }
        }
        Self { smallest }
    }

    /// Returns the smallest number of plies in which the mouse wins from a position, or
    /// `None` if it cannot win within the board's move limit.
    pub(crate) fn depth(&self, turn: Player, mouse: Square, cat: Square) -> Option<Ply> {
        self.smallest[cat.index()][mouse.index()][slot(turn)]
    }
}

fn slot(turn: Player) -> usize {
    match turn {
        Player::Mouse => 0,
        Player::Cat => 1,
    }
}

/// Applies the rules literally. `fewer` contains every position that the mouse wins
/// within `plies - 1` plies.
fn mouse_wins(
    grid: &Grid,
    fewer: &[Vec<[Option<Ply>; 2]>],
    plies: u32,
    turn: Player,
    mouse: usize,
    cat: usize,
) -> bool {
    if mouse == cat || cat == grid.food.index() {
        return false;
    }
    if mouse == grid.food.index() {
        return true;
    }
    if plies == 0 {
        return false;
    }
    match turn {
        Player::Mouse => reach(grid, mouse, grid.mouse_jump)
            .iter()
            .any(|&to| fewer[cat][to][slot(Player::Cat)].is_some()),
        Player::Cat => reach(grid, cat, grid.cat_jump)
            .iter()
            .all(|&to| fewer[to][mouse][slot(Player::Mouse)].is_some()),
    }
}

/// Returns every cell that can be reached with one move from `from`.
fn reach(grid: &Grid, from: usize, jump: u16) -> Vec<usize> {
    let (rows, cols) = (i32::from(grid.rows), i32::from(grid.cols));
    let mut cells = vec![from];
    for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
        let (mut row, mut col) = (from as i32 / cols, from as i32 % cols);
        for _ in 0..jump {
            row += down;
            col += right;
            if row < 0 || row >= rows || col < 0 || col >= cols {
                break;
            }
            let cell = (row * cols + col) as usize;
            if grid.walls[cell] {
                break;
            }
            cells.push(cell);
        }
    }
    cells
}
