//! Boards on which cat and mouse race to the food, or on which a wall or an animal is in the way.

use super::random_boards::{
    board_with_random_walls, cell_at_offset, floor_cells, pick_max_jumps, place_pieces, to_square,
};
use crate::generate::family::{DrawContext, DrawnInstances};
use cat_and_mouse::game::{Grid, Square};

/// A race in which the cat is at most a few moves nearer to the food than the mouse. The winner
/// depends on who moves first, and on whether the animals block each other. The family catches
/// greedy programs that only compare two distances.
///
/// ```text
/// M..#..
/// ..F...
/// ...#.C
/// ```
pub(in super::super) fn race(context: &mut DrawContext<'_>) -> DrawnInstances {
    let mut grid = board_with_random_walls(context);
    let lead = context.draw_parameter("lead");
    let nearest = context.draw_parameter("nearest");
    place_pieces(&mut grid, context)?;
    let of_cat = grid.distances(grid.food, grid.cat_jump);
    let of_mouse = grid.distances(grid.food, grid.mouse_jump);
    let way = of_mouse[grid.mouse.index()].filter(|&way| way >= nearest)?;
    let mut level = floor_cells(&grid);
    level.retain(|&cell| {
        let even = of_cat[cell.index()].is_some_and(|cat| cat + lead == way);
        even && cell != grid.mouse && cell != grid.food
    });
    grid.cat = context.stream.pick(&level)?;
    Some(vec![grid.into()])
}

/// The mouse is in line with the food and its maximum jump is long enough, but there is a wall in
/// between. The family catches programs that check only the cell on which a jump lands. On the
/// board below, the mouse's maximum jump is 3.
///
/// ```text
/// M.#F.
/// ....C
/// ```
pub(in super::super) fn wall_in_way(context: &mut DrawContext<'_>) -> DrawnInstances {
    let (mut grid, line) = random_board_with_free_line(1, context)?;
    grid.mouse = line[0];
    let wall = context.stream.pick(&line[1..line.len() - 1])?;
    grid.walls[wall.index()] = true;
    let mut apart = floor_cells(&grid);
    apart.retain(|cell| !line.contains(cell));
    grid.cat = context.stream.pick(&apart)?;
    Some(vec![grid.into()])
}

/// One animal stands on a straight line between the other animal and the food. The mouse can
/// traverse the line in one or two jumps. Jumping over an animal is allowed. The family catches
/// programs that forbid jumps over the other animal, or treat them as captures. On the board below,
/// the mouse's maximum jump is 4.
///
/// ```text
/// M.C.F
/// .....
/// ```
pub(in super::super) fn animal_in_way(context: &mut DrawContext<'_>) -> DrawnInstances {
    let (mut grid, line) = random_board_with_free_line(2, context)?;
    let between = context.stream.pick(&line[1..line.len() - 1])?;
    // In most cases the cat stands between the mouse and the food, and in the others the mouse
    // stands between the cat and the food.
    (grid.mouse, grid.cat) = if context.stream.random_bool(70) {
        (line[0], between)
    } else {
        (between, line[0])
    };
    Some(vec![grid.into()])
}

/// Draws a board with random walls and a straight line of at least three free cells, which ends at
/// the food. The mouse can traverse the line in at most `moves` jumps.
fn random_board_with_free_line(
    moves: u32,
    context: &mut DrawContext<'_>,
) -> Option<(Grid, Vec<Square>)> {
    let mut grid = board_with_random_walls(context);
    (grid.cat_jump, grid.mouse_jump) = pick_max_jumps(context);
    let stream = &mut *context.stream;
    let start = stream.random_below(grid.walls.len());
    let direction = stream.random_below(4);
    let length = stream.random_in_range(2, (moves * u32::from(grid.mouse_jump)).max(2)) as usize;
    let line: Option<Vec<usize>> = (0..=length)
        .map(|steps| cell_at_offset(&grid, start, direction, steps))
        .collect();
    let line = line?;
    for &cell in &line {
        grid.walls[cell] = false;
        grid.food = to_square(cell);
    }
    Some((grid, line.into_iter().map(to_square).collect()))
}
