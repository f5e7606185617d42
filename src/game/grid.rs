//! The game of `LeetCode` 1728: a grid with walls, a cat and a mouse that jump.

/// A cell, row by row: `row * cols + col`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub u16);

/// One instance of the grid game. Every field may be read and set; a value
/// that comes from the parser satisfies every rule of the game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    /// Number of rows, at least 1.
    pub rows: u16,
    /// Number of columns, at least 1.
    pub cols: u16,
    /// `true` where there is a wall, row by row; `rows * cols` entries.
    pub walls: Vec<bool>,
    /// Where the cat starts.
    pub cat: Square,
    /// Where the mouse starts.
    pub mouse: Square,
    /// Where the food lies.
    pub food: Square,
    /// Longest jump of the cat, in cells.
    pub cat_jump: u16,
    /// Longest jump of the mouse, in cells.
    pub mouse_jump: u16,
    /// Plies after which the cat wins; 1000 in the public problem.
    pub max_moves: u32,
}
