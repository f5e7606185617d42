//! A board under construction: walls and floor, without animals. Most board families start with a
//! random board and then modify it.

use crate::generate::family::{DrawContext, DrawnInstances};
use cat_and_mouse::Instance;
use cat_and_mouse::game::{DEFAULT_MAX_PLIES, Grid, Square};

/// The row and column offsets of the four directions: up, right, down, left.
const DIRECTIONS: [(isize, isize); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];

/// The cells of the animals and of the food.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pieces {
    pub(super) cat: usize,
    pub(super) mouse: usize,
    pub(super) food: usize,
}

/// The maximum jump lengths of the animals.
#[derive(Clone, Copy, Debug)]
pub(super) struct MaxJumps {
    pub(super) cat: u16,
    pub(super) mouse: u16,
}

impl MaxJumps {
    /// Draws values for the parameters `cat_jump` and `mouse_jump`.
    pub(super) fn draw(context: &mut DrawContext<'_>) -> Self {
        let mut draw =
            |name| u16::try_from(context.draw_parameter(name)).expect("jumps fit 16 bits");
        Self {
            cat: draw("cat_jump"),
            mouse: draw("mouse_jump"),
        }
    }
}

/// The walls and the floor. Cells are numbered `row * cols + col`.
#[derive(Clone, Debug)]
pub(super) struct BoardBuilder {
    pub(super) rows: usize,
    pub(super) cols: usize,
    pub(super) walls: Vec<bool>,
}

impl BoardBuilder {
    /// Returns a board that consists only of walls, or only of floor.
    pub(super) fn new(rows: usize, cols: usize, walls: bool) -> Self {
        let walls = vec![walls; rows * cols];
        Self { rows, cols, walls }
    }

    /// Returns a board without walls. The parameters `rows` and `cols` are the ranges of its size.
    pub(super) fn without_walls(context: &mut DrawContext<'_>) -> Self {
        let rows = context.draw_usize("rows");
        Self::new(rows, context.draw_usize("cols"), false)
    }

    /// Returns a board with random size and random walls, within the ranges of the parameters.
    pub(super) fn with_random_walls(context: &mut DrawContext<'_>) -> Self {
        let mut builder = Self::without_walls(context);
        builder.randomize_walls(context);
        builder
    }

    /// Makes each cell a wall or floor at random. The parameter `density` is the range of the
    /// probability of a wall.
    pub(super) fn randomize_walls(&mut self, context: &mut DrawContext<'_>) {
        let density = context.draw_parameter("density");
        for wall in &mut self.walls {
            *wall = context.stream.chance(density);
        }
    }

    /// Returns the floor cells in reading order.
    pub(super) fn floor_cells(&self) -> Vec<usize> {
        (0..self.walls.len()).filter(|&c| !self.walls[c]).collect()
    }

    /// Returns the cell, wall or floor, that is `steps` cells away from `cell` in the given
    /// direction. Returns `None` if this cell would be beyond the edge.
    pub(super) fn cell_at_offset(
        &self,
        cell: usize,
        direction: usize,
        steps: usize,
    ) -> Option<usize> {
        let (down, right) = DIRECTIONS[direction];
        let row = (cell / self.cols).checked_add_signed(down * steps as isize)?;
        let col = (cell % self.cols).checked_add_signed(right * steps as isize)?;
        (row < self.rows && col < self.cols).then_some(row * self.cols + col)
    }

    /// Returns the cells next to `cell`, including walls.
    pub(super) fn neighbours(&self, cell: usize) -> Vec<usize> {
        (0..4)
            .filter_map(|d| self.cell_at_offset(cell, d, 1))
            .collect()
    }

    /// Picks three different random floor cells for the pieces. Returns `None` if there are fewer
    /// than three floor cells.
    pub(super) fn place_pieces_randomly(&self, context: &mut DrawContext<'_>) -> Option<Pieces> {
        let mut floor = self.floor_cells();
        context.stream.shuffle(&mut floor);
        match floor[..] {
            [cat, mouse, food, ..] => Some(Pieces { cat, mouse, food }),
            _ => None,
        }
    }

    /// Adds the pieces and the jump lengths to the board.
    pub(super) fn to_grid(&self, pieces: Pieces, jumps: MaxJumps) -> Grid {
        let side = |n: usize| u16::try_from(n).expect("sides are at most 1024");
        Grid {
            rows: side(self.rows),
            cols: side(self.cols),
            walls: self.walls.clone(),
            cat: to_square(pieces.cat),
            mouse: to_square(pieces.mouse),
            food: to_square(pieces.food),
            cat_jump: jumps.cat,
            mouse_jump: jumps.mouse,
            max_plies: DEFAULT_MAX_PLIES,
        }
    }

    /// Returns the same board as [`Self::to_grid`], as the instances that a family's draw function
    /// returns.
    pub(super) fn with_pieces(&self, pieces: Pieces, jumps: MaxJumps) -> Vec<Instance> {
        vec![self.to_grid(pieces, jumps).into()]
    }

    /// Adds random jump lengths, and places the pieces on random cells. Returns `None` if there are
    /// fewer than three floor cells.
    pub(super) fn with_random_pieces(&self, context: &mut DrawContext<'_>) -> DrawnInstances {
        let jumps = MaxJumps::draw(context);
        Some(self.with_pieces(self.place_pieces_randomly(context)?, jumps))
    }
}

/// Converts a cell number to a square. The parser rejects boards with more than 65,536 cells.
pub(super) fn to_square(cell: usize) -> Square {
    Square(u16::try_from(cell).expect("boards have at most 65,536 cells"))
}
