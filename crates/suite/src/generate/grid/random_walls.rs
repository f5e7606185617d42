//! Boards with random walls, and boards without walls.

use super::random_boards::{
    board_with_random_walls, board_without_walls, floor_cells, new_board, pick_max_jumps,
    place_pieces_with_same_jumps, randomize_walls, with_random_pieces,
};
use crate::generate::family::{DrawContext, DrawnInstances};
use cat_and_mouse::game::{Grid, Square};

/// Every cell is a wall with the same probability. This is the basic family, which catches
/// misreadings of the rules such as swapped jump lengths, swapped rows and columns, or ignored
/// walls.
///
/// ```text
/// .#..M.
/// ..#...
/// C...#F
/// ```
///
/// If the maximum jumps are longer than the board, the family also catches programs that try only
/// jumps of maximum length, or that access cells beyond the edge. On the board below, both maximum
/// jumps are 8.
///
/// ```text
/// M.#F
/// ...C
/// ```
pub(in super::super) fn random_walls(context: &mut DrawContext<'_>) -> DrawnInstances {
    let grid = board_with_random_walls(context);
    with_random_pieces(grid, context)
}

/// A board without walls, on which each animal is often in the way of the other's jumps. The family
/// catches programs that forbid jumps over the other animal, and jump lengths that are off by one.
///
/// ```text
/// ....M
/// .C...
/// ....F
/// ```
pub(in super::super) fn open_board(context: &mut DrawContext<'_>) -> DrawnInstances {
    let grid = board_without_walls(context);
    with_random_pieces(grid, context)
}

/// A single row or column. The family catches code that assumes at least two rows, and code that
/// forgets that the mouse may jump over the cat.
///
/// ```text
/// M.C...F
/// ```
pub(in super::super) fn single_line(context: &mut DrawContext<'_>) -> DrawnInstances {
    let length = context.draw_usize("length");
    let mut grid = if context.draw_bool("upright") {
        new_board(length, 1, false)
    } else {
        new_board(1, length, false)
    };
    randomize_walls(&mut grid, context);
    with_random_pieces(grid, context)
}

/// A board of maximum size with few walls and long jumps. The family draws several such boards, and
/// uses the one with the most legal moves over all positions. A state consists of the cells of both
/// animals and the player to move, and has up to 15 moves. The family catches searches that visit
/// states repeatedly, and tables that are slow because their keys are strings. A board of
/// 8×8 cells with one wall has 2 * 63 * 63 states. Both maximum jumps are 8. A smaller example:
///
/// ```text
/// M.......
/// ........
/// .....#..
/// ...C....
/// .......F
/// ```
pub(in super::super) fn worst_case(context: &mut DrawContext<'_>) -> DrawnInstances {
    let (cat_jump, mouse_jump) = pick_max_jumps(context);
    let boards = (0..context.draw_parameter("tries")).map(|_| Grid {
        cat_jump,
        mouse_jump,
        ..board_with_random_walls(context)
    });
    let mut heaviest = boards.max_by_key(count_moves)?;
    place_pieces_with_same_jumps(&mut heaviest, context)?;
    Some(vec![heaviest.into()])
}

/// Returns the total number of legal moves in all positions, with either animal to move.
fn count_moves(grid: &Grid) -> usize {
    let floor = floor_cells(grid);
    let moves = |&from: &Square| {
        grid.moves(from, grid.cat_jump).count() + grid.moves(from, grid.mouse_jump).count()
    };
    floor.len() * floor.iter().map(moves).sum::<usize>()
}
