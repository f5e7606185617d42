//! A board under construction: walls and floor, without animals.

use crate::generate::family::{Dice, Drawn};
use cat_and_mouse::Instance;
use cat_and_mouse::game::{DEFAULT_MAX_PLIES, Grid, Square};

const DIRECTIONS: [(isize, isize); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];

/// The cells of the animals and of the food.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pieces {
    pub(super) cat: usize,
    pub(super) mouse: usize,
    pub(super) food: usize,
}

/// The longest jumps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jumps {
    pub(super) cat: u16,
    pub(super) mouse: u16,
}

impl Jumps {
    /// Draws the parameters `cat_jump` and `mouse_jump`.
    pub(super) fn draw(dice: &mut Dice<'_>) -> Self {
        let mut draw = |name| u16::try_from(dice.number(name)).expect("jumps fit 16 bits");
        Self {
            cat: draw("cat_jump"),
            mouse: draw("mouse_jump"),
        }
    }
}

/// Walls and floor. A cell is `row * cols + col`.
#[derive(Clone, Debug)]
pub(super) struct Sketch {
    pub(super) rows: usize,
    pub(super) cols: usize,
    pub(super) walls: Vec<bool>,
}

impl Sketch {
    /// Returns a board of walls only, or of floor only.
    pub(super) fn new(rows: usize, cols: usize, walls: bool) -> Self {
        let walls = vec![walls; rows * cols];
        Self { rows, cols, walls }
    }

    /// Returns an open board whose size is drawn from the parameters `rows` and `cols`.
    pub(super) fn draw_open(dice: &mut Dice<'_>) -> Self {
        let rows = dice.count("rows");
        Self::new(rows, dice.count("cols"), false)
    }

    /// Returns a board with random walls. Size and density are drawn from the parameters.
    pub(super) fn draw_scattered(dice: &mut Dice<'_>) -> Self {
        let mut sketch = Self::draw_open(dice);
        sketch.scatter(dice);
        sketch
    }

    /// Makes each cell a wall with the chance in the parameter `density`, and otherwise floor.
    pub(super) fn scatter(&mut self, dice: &mut Dice<'_>) {
        let density = dice.number("density");
        for wall in &mut self.walls {
            *wall = dice.stream.percent(density);
        }
    }

    /// Returns the floor cells in reading order.
    pub(super) fn floor(&self) -> Vec<usize> {
        (0..self.walls.len()).filter(|&c| !self.walls[c]).collect()
    }

    /// Returns the cell `steps` away from `cell` in one of four directions, if it is on the
    /// board. It may be a wall.
    pub(super) fn offset(&self, cell: usize, direction: usize, steps: usize) -> Option<usize> {
        let (down, right) = DIRECTIONS[direction];
        let row = (cell / self.cols).checked_add_signed(down * steps as isize)?;
        let col = (cell % self.cols).checked_add_signed(right * steps as isize)?;
        (row < self.rows && col < self.cols).then_some(row * self.cols + col)
    }

    /// Returns the cells next to `cell`, including walls.
    pub(super) fn neighbours(&self, cell: usize) -> Vec<usize> {
        (0..4).filter_map(|d| self.offset(cell, d, 1)).collect()
    }

    /// Returns the number of cells, other than `cell`, on which an animal with this jump can
    /// land from `cell`.
    pub(super) fn landings(&self, cell: usize, jump: u16) -> usize {
        let along = |direction| {
            let line = (1..=jump.into()).map_while(|n| self.offset(cell, direction, n));
            line.take_while(|&target| !self.walls[target]).count()
        };
        (0..4).map(along).sum()
    }

    /// Draws three different floor cells, or returns `None` if there are fewer.
    pub(super) fn place(&self, dice: &mut Dice<'_>) -> Option<Pieces> {
        let mut floor = self.floor();
        dice.stream.shuffle(&mut floor);
        match floor[..] {
            [cat, mouse, food, ..] => Some(Pieces { cat, mouse, food }),
            _ => None,
        }
    }

    /// Returns the finished board.
    pub(super) fn grid(&self, pieces: Pieces, jumps: Jumps) -> Grid {
        let side = |n: usize| u16::try_from(n).expect("sides are at most 1024");
        Grid {
            rows: side(self.rows),
            cols: side(self.cols),
            walls: self.walls.clone(),
            cat: square(pieces.cat),
            mouse: square(pieces.mouse),
            food: square(pieces.food),
            cat_jump: jumps.cat,
            mouse_jump: jumps.mouse,
            max_plies: DEFAULT_MAX_PLIES,
        }
    }

    /// Returns the finished board as the result of a family.
    pub(super) fn with(&self, pieces: Pieces, jumps: Jumps) -> Vec<Instance> {
        vec![self.grid(pieces, jumps).into()]
    }

    /// Returns the board with random jumps and with pieces on random cells, or `None` if there
    /// are too few cells.
    pub(super) fn populate(&self, dice: &mut Dice<'_>) -> Drawn {
        let jumps = Jumps::draw(dice);
        Some(self.with(self.place(dice)?, jumps))
    }
}

/// Converts a cell number. The parser rejects boards of more than 65,536 cells.
pub(super) fn square(cell: usize) -> Square {
    Square(u16::try_from(cell).expect("boards have at most 65,536 cells"))
}
