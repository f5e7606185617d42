//! Boards on which cat and mouse race to the food, or on which a wall or an animal is in the way.

use super::board_builder::{BoardBuilder, MaxJumps, Pieces};
use crate::generate::family::{DrawContext, DrawnInstances};

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
    let builder = BoardBuilder::with_random_walls(context);
    let lead = context.draw_parameter("lead");
    let nearest = context.draw_parameter("nearest");
    let jumps = MaxJumps::draw(context);
    let mut pieces = builder.place_pieces_randomly(context)?;
    let grid = builder.to_grid(pieces, jumps);
    let of_cat = grid.distances(grid.food, jumps.cat);
    let of_mouse = grid.distances(grid.food, jumps.mouse);
    let way = of_mouse[pieces.mouse].filter(|&way| way >= nearest)?;
    let mut level = builder.floor_cells();
    level.retain(|&cell| {
        let even = of_cat[cell].is_some_and(|cat| cat + lead == way);
        even && cell != pieces.mouse && cell != pieces.food
    });
    pieces.cat = context.stream.pick(&level)?;
    Some(builder.with_pieces(pieces, jumps))
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
    let (mut builder, jumps, line) = draw_free_line(1, context)?;
    let (mouse, food) = (line[0], line[line.len() - 1]);
    let wall = context.stream.pick(&line[1..line.len() - 1])?;
    builder.walls[wall] = true;
    let mut apart = builder.floor_cells();
    apart.retain(|cell| !line.contains(cell));
    let cat = context.stream.pick(&apart)?;
    Some(builder.with_pieces(Pieces { cat, mouse, food }, jumps))
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
    let (builder, jumps, line) = draw_free_line(2, context)?;
    let (first, food) = (line[0], line[line.len() - 1]);
    let between = context.stream.pick(&line[1..line.len() - 1])?;
    // In most cases the cat stands between the mouse and the food, and in the others the mouse
    // stands between the cat and the food.
    let (mouse, cat) = if context.stream.chance(70) {
        (first, between)
    } else {
        (between, first)
    };
    Some(builder.with_pieces(Pieces { cat, mouse, food }, jumps))
}

/// Draws a board with random walls and a straight line of at least three free cells. The mouse can
/// traverse the line in at most `moves` jumps.
fn draw_free_line(
    moves: u32,
    context: &mut DrawContext<'_>,
) -> Option<(BoardBuilder, MaxJumps, Vec<usize>)> {
    let mut builder = BoardBuilder::with_random_walls(context);
    let jumps = MaxJumps::draw(context);
    let stream = &mut *context.stream;
    let start = stream.below(builder.walls.len());
    let direction = stream.below(4);
    let length = stream.between(2, (moves * u32::from(jumps.mouse)).max(2)) as usize;
    let line: Option<Vec<usize>> = (0..=length)
        .map(|steps| builder.cell_at_offset(start, direction, steps))
        .collect();
    let line = line?;
    for &cell in &line {
        builder.walls[cell] = false;
    }
    Some((builder, jumps, line))
}
