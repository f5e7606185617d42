//! Boards with regular or enclosed areas: rooms with doors, pillars, a cell that is walled in.

use super::random_boards::{
    board_without_walls, neighbours, place_pieces, randomize_walls, with_random_pieces,
};
use crate::generate::RandomStream;
use crate::generate::family::{DrawContext, DrawnInstances};
use cat_and_mouse::game::{Grid, Square};

/// Rooms that are separated by straight walls with one door each. The cat can wait at a door. The
/// family catches programs that do not let the cat stay, and greedy programs that only compare
/// distances.
///
/// ```text
/// M..#..
/// ......
/// ##.###
/// ...#.F
/// ..C...
/// ```
pub(in super::super) fn rooms(context: &mut DrawContext<'_>) -> DrawnInstances {
    let mut grid = board_without_walls(context);
    let smallest = context.draw_usize("smallest");
    let mut rest = vec![[grid.rows, grid.cols].map(|side| (0, side.into()))];
    while let Some(room) = rest.pop() {
        let parts = split_room(&mut grid, room, smallest, context.stream);
        rest.extend(parts.into_iter().flatten());
    }
    with_random_pieces(grid, context)
}

/// The rows and the columns of a rectangle of cells, each as a half-open range.
type Room = [(usize, usize); 2];

/// Divides a room in two with a wall that has a door. Returns `None` if the room is too small.
fn split_room(
    grid: &mut Grid,
    room: Room,
    smallest: usize,
    stream: &mut RandomStream,
) -> Option<[Room; 2]> {
    let [tall, wide] = room.map(|(from, to)| to - from > 2 * smallest);
    // The direction of the wall: 0 along a row, 1 along a column.
    let cut = match (tall, wide) {
        (false, false) => return None,
        (true, true) => usize::from(!stream.random_bool(50)),
        (tall, _) => usize::from(!tall),
    };
    let ((from, to), (begin, end)) = (room[cut], room[1 - cut]);
    let wall = from + smallest + stream.random_below(to - from - 2 * smallest);
    let door = begin + stream.random_below(end - begin);
    for place in (begin..end).filter(|&place| place != door) {
        let (row, col) = if cut == 0 {
            (wall, place)
        } else {
            (place, wall)
        };
        grid.walls[row * usize::from(grid.cols) + col] = true;
    }
    let mut parts = [room; 2];
    parts[0][cut].1 = wall;
    parts[1][cut].0 = wall + 1;
    Some(parts)
}

/// A regular lattice of single wall cells (pillars). The mouse can circle around a pillar forever,
/// so most positions stay undecided. The family catches searches that treat "not decided yet" as a
/// win, and cache keys that omit whose turn it is.
///
/// ```text
/// M....
/// .#.#.
/// ..C..
/// .#.#.
/// ....F
/// ```
pub(in super::super) fn pillars(context: &mut DrawContext<'_>) -> DrawnInstances {
    let mut grid = board_without_walls(context);
    let cols = usize::from(grid.cols);
    for cell in 0..grid.walls.len() {
        let (row, col) = (cell / cols, cell % cols);
        let stands = row % 2 == 1 && col % 2 == 1;
        grid.walls[cell] = stands && !context.draw_bool("missing");
    }
    with_random_pieces(grid, context)
}

/// Walls around the cat, the mouse or the food. A mouse that cannot reach the food loses, and a cat
/// that cannot jump can still stay on its cell. The family catches programs that assume that an
/// animal can always jump, that search forever, or that report a mouse win if neither animal can
/// reach the food.
///
/// ```text
/// M...#.
/// ..###C
/// ...F##
/// ```
pub(in super::super) fn sealed_piece(context: &mut DrawContext<'_>) -> DrawnInstances {
    let mut grid = board_without_walls(context);
    let whom = context.draw_usize("whom");
    place_pieces(&mut grid, context)?;
    randomize_walls(&mut grid, context);
    let all = [grid.cat, grid.mouse, grid.food].map(Square::index);
    for cell in neighbours(&grid, all[whom]) {
        if all.contains(&cell) {
            return None;
        }
        grid.walls[cell] = true;
    }
    for cell in all {
        grid.walls[cell] = false;
    }
    Some(vec![grid.into()])
}
