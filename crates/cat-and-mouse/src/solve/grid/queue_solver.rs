//! Retrograde analysis with a queue: a simple reference solver for boards of any size.

use std::num::NonZeroU32;

use crate::game::{Grid, Player, Ply, Square};

/// For every position that the mouse wins, the depth of the win, disregarding the move limit.
#[derive(Clone, Debug)]
pub struct DepthTable {
    cells: usize,
    /// The depth of the mouse's win from each position. The mouse is to move in the first half of
    /// the table, and the cat in the second half. Within each half, the index is `mouse * cells +
    /// cat`.
    depths: Vec<Option<Depth>>,
}

impl DepthTable {
    /// Solves a board for every starting position. The squares on which the cat and the mouse
    /// start are ignored.
    ///
    /// Works backwards from the positions with the mouse on the food. If the mouse is to move, the
    /// mouse wins a position if it wins at least one successor position. If the cat is to move, the
    /// mouse wins a position if it wins every successor. A counter of undecided successors detects
    /// such wins. The queue returns positions in ascending order of depth, so the first depth that
    /// is found is the correct one.
    pub fn solve(grid: &Grid) -> Self {
        let cells = grid.cells();
        let half = cells * cells;
        let food = grid.food.index();
        let mouse_moves = Moves::new(grid, grid.mouse_jump);
        let cat_moves = Moves::new(grid, grid.cat_jump);
        let mut depths: Vec<Option<Depth>> = vec![None; 2 * half];
        // The number of the cat's moves from each position that are not yet known to lose.
        let mut open: Vec<u16> = (0..half)
            .map(|state| cat_moves.targets_from(state % cells).len() as u16)
            .collect();
        let mut queue: Vec<u32> = Vec::with_capacity(2 * half);
        for cat in (0..cells).filter(|&cat| cat != food && !grid.walls[cat]) {
            for state in [food * cells + cat, half + food * cells + cat] {
                depths[state] = Depth::from_ply(Ply(0));
                queue.push(state as u32);
            }
        }
        let mut next = 0;
        while let Some(&state) = queue.get(next) {
            next += 1;
            let later =
                depths[state as usize].and_then(|depth| Depth::from_ply(Ply(depth.ply().0 + 1)));
            let (cat_turn, state) = (state as usize >= half, state as usize % half);
            let (mouse, cat) = (state / cells, state % cells);
            // Every jump can be reversed, so the moves from a cell lead to the cells from which a
            // player can have come.
            if cat_turn {
                for &from in mouse_moves.targets_from(mouse) {
                    let before = usize::from(from) * cells + cat;
                    if depths[before].is_none() && usize::from(from) != cat {
                        depths[before] = later;
                        queue.push(before as u32);
                    }
                }
            } else {
                for &from in cat_moves.targets_from(cat) {
                    let from = usize::from(from);
                    let before = mouse * cells + from;
                    if from != mouse && from != food && depths[half + before].is_none() {
                        open[before] -= 1;
                        if open[before] == 0 {
                            depths[half + before] = later;
                            queue.push((half + before) as u32);
                        }
                    }
                }
            }
        }
        Self { cells, depths }
    }

    /// Returns the depth of the mouse's win, disregarding the move limit, or `None` if the mouse
    /// cannot win or one of the two squares is a wall.
    pub fn depth(&self, turn: Player, mouse: Square, cat: Square) -> Option<Ply> {
        let half = match turn {
            Player::Mouse => 0,
            Player::Cat => self.cells * self.cells,
        };
        self.depths[half + mouse.index() * self.cells + cat.index()].map(Depth::ply)
    }
}

/// A depth, stored as the ply plus one, so that an `Option` takes only four bytes.
#[derive(Clone, Copy, Debug)]
struct Depth(NonZeroU32);

impl Depth {
    fn from_ply(ply: Ply) -> Option<Self> {
        NonZeroU32::new(ply.0 + 1).map(Self)
    }

    fn ply(self) -> Ply {
        Ply(self.0.get() - 1)
    }
}

/// The cells to which a player can move from each cell, concatenated in one list. Walls have no
/// moves.
struct Moves {
    ends: Vec<u32>,
    to: Vec<u16>,
}

impl Moves {
    fn new(grid: &Grid, jump: u16) -> Self {
        let mut moves = Self {
            ends: Vec::with_capacity(grid.cells()),
            to: Vec::new(),
        };
        for from in grid.squares() {
            if !grid.is_wall(from) {
                moves.to.extend(grid.moves(from, jump).map(|to| to.0));
            }
            moves.ends.push(moves.to.len() as u32);
        }
        moves
    }

    fn targets_from(&self, cell: usize) -> &[u16] {
        let start = cell.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.to[start as usize..self.ends[cell] as usize]
    }
}
