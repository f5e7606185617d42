//! Boards with random walls, and boards without walls.

use super::board_builder::{BoardBuilder, MaxJumps, Pieces};
use crate::generate::family::{DrawContext, DrawnInstances};
use cat_and_mouse::game::Grid;

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
    let builder = BoardBuilder::with_random_walls(context);
    builder.with_random_pieces(context)
}

/// A board without walls. No wall blocks a line, so each animal often stands in the path of the
/// other's jumps. The family catches programs that forbid jumps over the other animal, and jump
/// lengths that are off by one.
///
/// ```text
/// ....M
/// .C...
/// ....F
/// ```
pub(in super::super) fn open_board(context: &mut DrawContext<'_>) -> DrawnInstances {
    let builder = BoardBuilder::without_walls(context);
    builder.with_random_pieces(context)
}

/// A single row or column. The family catches code that assumes at least two rows, and code that
/// forgets that the mouse may jump over the cat.
///
/// ```text
/// M.C...F
/// ```
pub(in super::super) fn single_line(context: &mut DrawContext<'_>) -> DrawnInstances {
    let length = context.draw_usize("length");
    let mut builder = if context.draw_bool("upright") {
        BoardBuilder::new(length, 1, false)
    } else {
        BoardBuilder::new(1, length, false)
    };
    builder.randomize_walls(context);
    builder.with_random_pieces(context)
}

/// A board of maximum size with few walls and long jumps. Several such boards are drawn, and the
/// board whose positions have the most legal moves in total is used. A state consists of the cells
/// of both animals and the player to move, and has up to 15 moves. The family catches searches that
/// visit states repeatedly, and tables that are slow because their keys are strings. The board
/// below has 2 * 63 * 63 states, and both maximum jumps are 8.
///
/// ```text
/// M.......
/// ........
/// .....#..
/// ...C....
/// .......F
/// ```
pub(in super::super) fn worst_case(context: &mut DrawContext<'_>) -> DrawnInstances {
    let jumps = MaxJumps::draw(context);
    let tries = context.draw_parameter("tries");
    let heaviest = (0..tries)
        .map(|_| BoardBuilder::with_random_walls(context))
        .max_by_key(|builder| count_moves(&builder.to_grid(Pieces::default(), jumps)));
    let heaviest = heaviest?;
    Some(heaviest.with_pieces(heaviest.place_pieces_randomly(context)?, jumps))
}

/// Returns the total number of legal moves in all positions, with either animal to move.
fn count_moves(grid: &Grid) -> usize {
    let floor = || grid.squares().filter(|&square| !grid.is_wall(square));
    let moves = |jump| floor().map(move |from| grid.moves(from, jump).count());
    floor().count()
        * moves(grid.cat_jump)
            .chain(moves(grid.mouse_jump))
            .sum::<usize>()
}
