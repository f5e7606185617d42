//! Boards with narrow paths: mazes, winding paths and corridors.

use super::random_boards::{
    board_without_walls, cell_at_offset, neighbours, new_board, pick_max_jumps, place_pieces,
    to_square, with_random_pieces,
};
use crate::generate::RandomStream;
use crate::generate::family::{DrawContext, DrawnInstances};
use cat_and_mouse::game::Grid;

/// A maze: a random spanning tree joins the cells in even rows and columns. Each remaining door is
/// also opened with probability `loops`, and every opened door closes a loop in the maze. If there
/// is only one path between two cells, the cat can cut the mouse off. The family catches programs
/// that only compare distances, or whose move limit is too small for long paths.
///
/// ```text
/// M.#...
/// #...#.
/// ..#.#F
/// ```
pub(in super::super) fn maze(context: &mut DrawContext<'_>) -> DrawnInstances {
    let open = board_without_walls(context);
    let mut grid = new_board(open.rows.into(), open.cols.into(), true);
    grid.walls[0] = false;
    let mut path = vec![0];
    while let Some(&hall) = path.last() {
        let mut ways: Vec<(usize, usize)> = (0..4)
            .filter_map(|d| {
                let door = cell_at_offset(&grid, hall, d, 1)?;
                Some((door, cell_at_offset(&grid, hall, d, 2)?))
            })
            .collect();
        ways.retain(|&(_, next)| grid.walls[next]);
        if let Some((door, next)) = context.stream.pick(&ways) {
            grid.walls[door] = false;
            grid.walls[next] = false;
            path.push(next);
        } else {
            path.pop();
        }
    }
    let cols = usize::from(grid.cols);
    for cell in 0..grid.walls.len() {
        let is_door = (cell / cols + cell % cols) % 2 == 1;
        if is_door && grid.walls[cell] && context.draw_bool("loops") {
            grid.walls[cell] = false;
        }
    }
    with_random_pieces(grid, context)
}

/// A path that winds from side to side, with the food at its end. The mouse's way to the food can
/// lead through nearly every cell. The family catches programs with move limits such as `rows +
/// cols` and `2 * rows`.
///
/// ```text
/// F...
/// ###.
/// ...C
/// .###
/// ...M
/// ```
pub(in super::super) fn snake(context: &mut DrawContext<'_>) -> DrawnInstances {
    let mut grid = board_without_walls(context);
    let (rows, cols) = (usize::from(grid.rows), usize::from(grid.cols));
    let upright = context.draw_bool("upright");
    for cell in 0..grid.walls.len() {
        let (row, col) = (cell / cols, cell % cols);
        let (lane, along, last) = if upright {
            (col, row, rows - 1)
        } else {
            (row, col, cols - 1)
        };
        // Every second lane is a wall. The gap in each wall is at one of its ends, alternately at
        // the last and at the first cell.
        let gap = if lane % 4 == 1 { last } else { 0 };
        let inner = lane % 2 == 1 && along != gap;
        grid.walls[cell] = inner && !context.draw_bool("holes");
    }
    place_pieces(&mut grid, context)?;
    // The path starts in the first cell.
    let start = to_square(0);
    if grid.cat != start && grid.mouse != start {
        grid.food = start;
    }
    Some(vec![grid.into()])
}

/// A random path that never touches itself, with the mouse at one end and the food at the other
/// end. The cat is walled in on a cell away from the path, if there is room for such a cell. Boards
/// of this kind have the longest mouse wins. The family catches programs that stop at a ply limit.
///
/// ```text
/// M...#C
/// ###.##
/// ....#.
/// .###..
/// ...F##
/// ```
pub(in super::super) fn corridor(context: &mut DrawContext<'_>) -> DrawnInstances {
    let open = board_without_walls(context);
    let tries = context.draw_parameter("tries");
    let jumps = pick_max_jumps(context);
    let longest = (0..tries)
        .map(|_| random_path(&open, context.stream))
        .max_by_key(Vec::len)?;
    let mut grid = new_board(open.rows.into(), open.cols.into(), true);
    for &cell in &longest {
        grid.walls[cell] = false;
    }
    let [mouse, middle @ .., food] = &longest[..] else {
        return None;
    };
    let mut apart: Vec<usize> = (0..grid.walls.len()).collect();
    apart.retain(|&cell| {
        let around = neighbours(&grid, cell);
        grid.walls[cell] && around.iter().all(|&next| grid.walls[next])
    });
    let chamber = context.stream.pick(&apart);
    let cat = chamber.or_else(|| context.stream.pick(middle))?;
    grid.walls[cat] = false;
    [grid.cat, grid.mouse, grid.food] = [cat, *mouse, *food].map(to_square);
    (grid.cat_jump, grid.mouse_jump) = jumps;
    Some(vec![grid.into()])
}

/// Returns a random path that never touches itself. Extends the path until any further cell would
/// be adjacent to an earlier cell of the path.
fn random_path(open: &Grid, stream: &mut RandomStream) -> Vec<usize> {
    let mut path = vec![stream.random_below(open.walls.len())];
    loop {
        let mut ways = neighbours(open, path[path.len() - 1]);
        ways.retain(|next| {
            let around = neighbours(open, *next);
            let touched = around.iter().filter(|cell| path.contains(cell)).count();
            !path.contains(next) && touched == 1
        });
        match stream.pick(&ways) {
            Some(next) => path.push(next),
            None => return path,
        }
    }
}
