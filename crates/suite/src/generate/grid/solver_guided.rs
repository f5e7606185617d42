//! Boards found with the help of a solver: boards with long chases, and pairs of boards that differ
//! only in one cell or one maximum jump, but have different answers.

use super::random_boards::{board_with_random_walls, place_pieces, to_square};
use crate::generate::RandomStream;
use crate::generate::family::{DrawContext, DrawnInstances};
use cat_and_mouse::game::{Grid, Ply};
use cat_and_mouse::solve;

/// A random board that is changed cell by cell so that the mouse's forced win becomes longer. The
/// mouse has to lure the cat away first, so the win takes many more moves than the path to the
/// food. The family catches programs that stop at a ply limit or omit the ply from cache keys. On
/// the board below, the maximum jump is 4 for the mouse and 1 for the cat. The win takes 55 plies,
/// though the food is only 5 moves away.
///
/// ```text
/// .F#...#.
/// ..#.#..#
/// #..#..##
/// ..#..C#.
/// ........
/// ....#M#.
/// .#..#.#.
/// ..##...#
/// ```
pub(in super::super) fn long_chase(context: &mut DrawContext<'_>) -> DrawnInstances {
    let mut start = board_with_random_walls(context);
    let steps = context.draw_parameter("steps");
    place_pieces(&mut start, context)?;
    let longest = context.hill_climb(steps, start, change_random_cell, |grid, _| {
        Some(mouse_win_depth(grid)?.0)
    })?;
    Some(vec![longest.into()])
}

/// Changes a wall to floor or floor to a wall, or moves a piece to another floor cell.
fn change_random_cell(grid: &mut Grid, stream: &mut RandomStream) {
    let cell = stream.random_below(grid.walls.len());
    if [grid.cat, grid.mouse, grid.food].contains(&to_square(cell)) {
        return;
    }
    if grid.walls[cell] || stream.random_bool(70) {
        grid.walls[cell] = !grid.walls[cell];
        return;
    }
    match stream.random_below(3) {
        0 => grid.cat = to_square(cell),
        1 => grid.mouse = to_square(cell),
        _ => grid.food = to_square(cell),
    }
}

/// Two boards that differ in one cell and have different answers. A program that ignores the cell
/// is right on at most one of the boards. If the mouse's maximum jump is 4, it loses on the first
/// board below and wins on the second.
///
/// ```text
/// M.C.F     M.C.F
/// .....     ..#..
/// ```
pub(in super::super) fn flip_cell(context: &mut DrawContext<'_>) -> DrawnInstances {
    let grid = random_grid(context)?;
    let mut cells: Vec<usize> = (0..grid.walls.len()).collect();
    cells.retain(|&cell| ![grid.cat, grid.mouse, grid.food].contains(&to_square(cell)));
    context.stream.shuffle(&mut cells);
    cells.into_iter().find_map(|cell| {
        let mut other = grid.clone();
        other.walls[cell] = !other.walls[cell];
        pair_if_answers_differ(&grid, other)
    })
}

/// Two boards that differ only in one maximum jump, by 1, but have different answers. The family
/// catches jump lengths that are off by one or swapped. On the board below, the mouse wins with a
/// maximum jump of 4, but loses with 3.
///
/// ```text
/// M.C...F
/// ```
pub(in super::super) fn flip_jump(context: &mut DrawContext<'_>) -> DrawnInstances {
    let grid = random_grid(context)?;
    let mut other = grid.clone();
    if context.stream.random_bool(50) {
        other.cat_jump += 1;
    } else {
        other.mouse_jump += 1;
    }
    pair_if_answers_differ(&grid, other)
}

fn random_grid(context: &mut DrawContext<'_>) -> Option<Grid> {
    let mut grid = board_with_random_walls(context);
    place_pieces(&mut grid, context)?;
    Some(grid)
}

/// Returns both boards if the mouse wins on exactly one of them, or else `None`.
fn pair_if_answers_differ(one: &Grid, other: Grid) -> DrawnInstances {
    let differ = mouse_win_depth(one).is_some() != mouse_win_depth(&other).is_some();
    differ.then(|| vec![one.clone().into(), other.into()])
}

/// Returns the depth of the mouse's win, or `None` if the mouse loses.
fn mouse_win_depth(grid: &Grid) -> Option<Ply> {
    solve::grid::solve(grid).depth()
}
