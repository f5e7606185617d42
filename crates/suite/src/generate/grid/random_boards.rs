//! Random boards, and the positions of cells on boards. The board families modify such boards.

use crate::generate::family::{DrawContext, DrawnInstances};
use cat_and_mouse::game::{DEFAULT_MAX_PLIES, Grid, Square};

/// The row and column offsets of the four directions: up, right, down, left.
const DIRECTIONS: [(isize, isize); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];

/// Returns a board that consists only of walls, or only of floor. All pieces are in the first cell,
/// and the maximum jumps are 1.
pub(super) fn new_board(rows: usize, cols: usize, is_wall: bool) -> Grid {
    let side = |n: usize| u16::try_from(n).expect("sides are at most 1024");
    Grid {
        rows: side(rows),
        cols: side(cols),
        walls: vec![is_wall; rows * cols],
        cat: Square(0),
        mouse: Square(0),
        food: Square(0),
        cat_jump: 1,
        mouse_jump: 1,
        max_plies: DEFAULT_MAX_PLIES,
    }
}

/// Returns a board without walls. The parameters `rows` and `cols` are the ranges of its size.
pub(super) fn board_without_walls(context: &mut DrawContext<'_>) -> Grid {
    let rows = context.draw_usize("rows");
    new_board(rows, context.draw_usize("cols"), false)
}

/// Returns a board with random size and random walls, within the ranges of the parameters.
pub(super) fn board_with_random_walls(context: &mut DrawContext<'_>) -> Grid {
    let mut grid = board_without_walls(context);
    randomize_walls(&mut grid, context);
    grid
}

/// Makes each cell a wall or floor at random. The probability of a wall is drawn from the range of
/// the parameter `density`.
pub(super) fn randomize_walls(grid: &mut Grid, context: &mut DrawContext<'_>) {
    let density = context.draw_parameter("density");
    for wall in &mut grid.walls {
        *wall = context.stream.random_bool(density);
    }
}

/// Draws values for the parameters `cat_jump` and `mouse_jump`.
pub(super) fn pick_max_jumps(context: &mut DrawContext<'_>) -> (u16, u16) {
    let mut draw = |name| u16::try_from(context.draw_parameter(name)).expect("jumps fit 16 bits");
    (draw("cat_jump"), draw("mouse_jump"))
}

/// Picks random maximum jumps, and different random floor cells for the cat, the mouse and the food.
/// Returns `None` if there are fewer than three floor cells.
pub(super) fn place_pieces(grid: &mut Grid, context: &mut DrawContext<'_>) -> Option<()> {
    (grid.cat_jump, grid.mouse_jump) = pick_max_jumps(context);
    place_pieces_with_same_jumps(grid, context)
}

/// Picks different random floor cells for the cat, the mouse and the food, and leaves the maximum
/// jumps unchanged. Returns `None` if there are fewer than three floor cells.
pub(super) fn place_pieces_with_same_jumps(
    grid: &mut Grid,
    context: &mut DrawContext<'_>,
) -> Option<()> {
    let mut floor = floor_cells(grid);
    context.stream.shuffle(&mut floor);
    [grid.cat, grid.mouse, grid.food] = *floor.first_chunk()?;
    Some(())
}

/// Returns the board with random maximum jumps and with the pieces on random cells. Returns `None`
/// if there are fewer than three floor cells.
pub(super) fn with_random_pieces(mut grid: Grid, context: &mut DrawContext<'_>) -> DrawnInstances {
    place_pieces(&mut grid, context)?;
    Some(vec![grid.into()])
}

/// Returns the floor cells in reading order.
pub(super) fn floor_cells(grid: &Grid) -> Vec<Square> {
    let floor = grid.squares().filter(|&square| !grid.is_wall(square));
    floor.collect()
}

/// Returns the cell, wall or floor, that is `steps` cells away from `cell` in the given direction.
/// Returns `None` if this cell would be beyond the edge.
pub(super) fn cell_at_offset(
    grid: &Grid,
    cell: usize,
    direction: usize,
    steps: usize,
) -> Option<usize> {
    let (rows, cols) = (usize::from(grid.rows), usize::from(grid.cols));
    let (down, right) = DIRECTIONS[direction];
    let row = (cell / cols).checked_add_signed(down * steps as isize)?;
    let col = (cell % cols).checked_add_signed(right * steps as isize)?;
    (row < rows && col < cols).then_some(row * cols + col)
}

/// Returns the cells next to `cell`, including walls.
pub(super) fn neighbours(grid: &Grid, cell: usize) -> Vec<usize> {
    (0..4)
        .filter_map(|direction| cell_at_offset(grid, cell, direction, 1))
        .collect()
}

/// Converts a cell number to a square. The parser rejects boards with more than 65,536 cells.
pub(super) fn to_square(cell: usize) -> Square {
    Square(u16::try_from(cell).expect("boards have at most 65,536 cells"))
}
