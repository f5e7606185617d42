//! A board without animals, and the few questions families ask about it.

use std::collections::VecDeque;

use crate::generate::{Settings, Stream};
use cat_and_mouse::game::{DEFAULT_MAX_PLIES, Grid, Square};
use cat_and_mouse::problem::Instance;

const DIRECTIONS: [(isize, isize); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];

/// The animals and the food, as cell numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pieces {
    pub(super) cat: usize,
    pub(super) mouse: usize,
    pub(super) food: usize,
}

impl Pieces {
    /// Whether one of them stands on `cell`.
    pub(super) fn occupy(self, cell: usize) -> bool {
        [self.cat, self.mouse, self.food].contains(&cell)
    }
}

/// The longest jumps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jumps {
    pub(super) cat: u16,
    pub(super) mouse: u16,
}

impl Jumps {
    /// Draws the parameters `cat_jump` and `mouse_jump`.
    pub(super) fn draw(settings: &Settings, stream: &mut Stream) -> Self {
        Self {
            cat: settings.size("cat_jump", stream),
            mouse: settings.size("mouse_jump", stream),
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
    /// A board of floor only.
    pub(super) fn open(rows: usize, cols: usize) -> Self {
        let walls = vec![false; rows * cols];
        Self { rows, cols, walls }
    }

    /// A board of walls only.
    pub(super) fn solid(rows: usize, cols: usize) -> Self {
        let walls = vec![true; rows * cols];
        Self { rows, cols, walls }
    }

    /// An open board of the size given by the parameters `rows` and `cols`.
    pub(super) fn draw_open(settings: &Settings, stream: &mut Stream) -> Self {
        let rows = settings.draw("rows", stream) as usize;
        let cols = settings.draw("cols", stream) as usize;
        Self::open(rows, cols)
    }

    /// A board of the size and the density that the parameters give.
    pub(super) fn draw_scattered(settings: &Settings, stream: &mut Stream) -> Self {
        let mut sketch = Self::draw_open(settings, stream);
        sketch.scatter(settings.draw("density", stream), stream);
        sketch
    }

    /// Makes every cell a wall with a chance of `density` percent, else floor.
    pub(super) fn scatter(&mut self, density: u32, stream: &mut Stream) {
        for wall in &mut self.walls {
            *wall = stream.percent(density);
        }
    }

    /// The floor cells in reading order.
    pub(super) fn floor(&self) -> Vec<usize> {
        (0..self.walls.len()).filter(|&c| !self.walls[c]).collect()
    }

    /// The cell `steps` away from `cell` in one of four directions, if it is
    /// on the board. Walls do not matter.
    pub(super) fn offset(&self, cell: usize, direction: usize, steps: usize) -> Option<usize> {
        let (down, right) = DIRECTIONS[direction];
        let row = (cell / self.cols).checked_add_signed(down * steps as isize)?;
        let col = (cell % self.cols).checked_add_signed(right * steps as isize)?;
        (row < self.rows && col < self.cols).then_some(row * self.cols + col)
    }

    /// The cells next to `cell`, walls included.
    pub(super) fn beside(&self, cell: usize) -> Vec<usize> {
        (0..4).filter_map(|d| self.offset(cell, d, 1)).collect()
    }

    /// Where an animal with this jump may land from `cell`, without staying.
    pub(super) fn landings(&self, cell: usize, jump: u16) -> Vec<usize> {
        let mut found = Vec::new();
        for direction in 0..4 {
            let line = (1..=jump.into()).map_while(|n| self.offset(cell, direction, n));
            found.extend(line.take_while(|&target| !self.walls[target]));
        }
        found
    }

    /// Moves that an animal alone on the board needs from each cell to
    /// `target`; none where it cannot come.
    pub(super) fn moves_to(&self, target: usize, jump: u16) -> Vec<Option<u32>> {
        let mut moves = vec![None; self.walls.len()];
        moves[target] = Some(0);
        let mut queue = VecDeque::from([(target, 0)]);
        while let Some((cell, so_far)) = queue.pop_front() {
            for next in self.landings(cell, jump) {
                if moves[next].is_none() {
                    moves[next] = Some(so_far + 1);
                    queue.push_back((next, so_far + 1));
                }
            }
        }
        moves
    }

    /// Three different floor cells, if there are so many.
    pub(super) fn place(&self, stream: &mut Stream) -> Option<Pieces> {
        let mut floor = self.floor();
        stream.shuffle(&mut floor);
        match floor[..] {
            [cat, mouse, food, ..] => Some(Pieces { cat, mouse, food }),
            _ => None,
        }
    }

    /// The finished board.
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

    /// The finished board as what a family returns.
    pub(super) fn instance(&self, pieces: Pieces, jumps: Jumps) -> Vec<Instance> {
        vec![self.grid(pieces, jumps).into()]
    }

    /// The board with pieces put anywhere, or nothing where they do not fit.
    pub(super) fn populate(&self, jumps: Jumps, stream: &mut Stream) -> Vec<Instance> {
        self.place(stream)
            .map_or_else(Vec::new, |pieces| self.instance(pieces, jumps))
    }
}

/// A cell number as the game writes it. Sides of at most 1024 leave room for
/// boards of up to 65,536 cells, which the parser enforces.
pub(super) fn square(cell: usize) -> Square {
    Square(u16::try_from(cell).expect("boards have at most 65,536 cells"))
}
