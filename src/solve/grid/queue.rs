//! Retrograde analysis with a flat queue: the clear reference for boards of
//! any size.

use crate::game::{Grid, Outcome, Ply, Square, Turn};

/// For every position the ply count to a forced mouse win, if there is one.
///
/// The move limit is applied on reading an outcome, not while solving: depths
/// are those of the game without a limit, and a position is a mouse win if its
/// depth is within the limit.
#[derive(Clone, Debug)]
pub struct Table {
    cells: usize,
    walls: Vec<bool>,
    start: (Square, Square),
    max_moves: u32,
    /// Mouse to move in the first half, cat to move in the second; within a
    /// half `mouse * cells + cat`.
    depths: Vec<Option<Ply>>,
}

impl Table {
    /// Solves all starts of a board. The squares of cat and mouse do not
    /// matter for it; those are only what [`Table::start`] answers for.
    ///
    /// Works backwards from the mouse on the food. A position with the mouse
    /// to move is won when one successor is, one with the cat to move when all
    /// are, which a count of successors not yet won tells. The queue hands out
    /// positions by rising depth, so the first depth found is the right one
    /// for both: the mouse's fastest, the cat's slowest.
    #[must_use]
    pub fn solve(grid: &Grid) -> Self {
        let cells = grid.cells();
        let squares = |jump| -> Vec<Vec<Square>> {
            (0..cells as u16)
                .map(Square)
                .map(|from| {
                    if grid.is_wall(from) {
                        Vec::new()
                    } else {
                        grid.moves(from, jump).collect()
                    }
                })
                .collect()
        };
        let mouse_moves = squares(grid.mouse_jump);
        let cat_moves = squares(grid.cat_jump);
        let cat_turn = cells * cells;
        let mut depths: Vec<Option<Ply>> = vec![None; 2 * cat_turn];
        let mut open: Vec<u32> = (0..cat_turn)
            .map(|state| cat_moves[state % cells].len() as u32)
            .collect();
        let over =
            |mouse: Square, cat: Square| mouse == cat || cat == grid.food || mouse == grid.food;

        let mut queue: Vec<(Turn, Square, Square)> = Vec::new();
        for cat in (0..cells as u16).map(Square) {
            if cat != grid.food && !grid.is_wall(cat) {
                let state = grid.food.index() * cells + cat.index();
                for (turn, index) in [(Turn::Mouse, state), (Turn::Cat, cat_turn + state)] {
                    depths[index] = Some(Ply(0));
                    queue.push((turn, grid.food, cat));
                }
            }
        }
        let mut next = 0;
        while let Some(&(turn, mouse, cat)) = queue.get(next) {
            next += 1;
            let state = mouse.index() * cells + cat.index();
            match turn {
                // The mouse moved here: jumps go both ways, so its moves from
                // here are also where it may have come from.
                Turn::Cat => {
                    let depth = depths[cat_turn + state].map(|Ply(depth)| Ply(depth + 1));
                    for &from in &mouse_moves[mouse.index()] {
                        let before = &mut depths[from.index() * cells + cat.index()];
                        if before.is_none() && !over(from, cat) {
                            *before = depth;
                            queue.push((Turn::Mouse, from, cat));
                        }
                    }
                }
                Turn::Mouse => {
                    let depth = depths[state].map(|Ply(depth)| Ply(depth + 1));
                    for &from in &cat_moves[cat.index()] {
                        let before = mouse.index() * cells + from.index();
                        if depths[cat_turn + before].is_none() && !over(mouse, from) {
                            open[before] -= 1;
                            if open[before] == 0 {
                                depths[cat_turn + before] = depth;
                                queue.push((Turn::Cat, mouse, from));
                            }
                        }
                    }
                }
            }
        }
        Self {
            cells,
            walls: grid.walls.clone(),
            start: (grid.mouse, grid.cat),
            max_moves: grid.max_moves,
            depths,
        }
    }

    /// Plies to the forced mouse win without a move limit; `None` where the
    /// mouse cannot win, and for squares that are walls.
    #[must_use]
    pub fn depth(&self, turn: Turn, mouse: Square, cat: Square) -> Option<Ply> {
        let half = match turn {
            Turn::Mouse => 0,
            Turn::Cat => self.cells * self.cells,
        };
        self.depths[half + mouse.index() * self.cells + cat.index()]
    }

    /// The value of a game that begins here, within the board's move limit;
    /// `None` if one of the squares is a wall.
    #[must_use]
    pub fn outcome(&self, turn: Turn, mouse: Square, cat: Square) -> Option<Outcome> {
        if self.walls[mouse.index()] || self.walls[cat.index()] {
            return None;
        }
        Some(match self.depth(turn, mouse, cat) {
            Some(depth) if depth.0 <= self.max_moves => Outcome::Mouse { depth },
            _ => Outcome::Cat { depth: None },
        })
    }

    /// The value of the board's own start.
    #[must_use]
    pub fn start(&self) -> Outcome {
        let (mouse, cat) = self.start;
        self.outcome(Turn::Mouse, mouse, cat)
            .unwrap_or(Outcome::Cat { depth: None })
    }
}
