//! Boards on which cat and mouse race to the food, or on which a wall or an animal is in the way.

use super::board_sketch::{BoardSketch, Jumps, Pieces};
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
    let sketch = BoardSketch::draw_with_random_walls(context);
    let lead = context.draw_parameter("lead");
    let nearest = context.draw_parameter("nearest");
    let jumps = Jumps::draw(context);
    let mut pieces = sketch.place_pieces_randomly(context)?;
    let grid = sketch.to_grid(pieces, jumps);
    let of_cat = grid.distances(grid.food, jumps.cat);
    let of_mouse = grid.distances(grid.food, jumps.mouse);
    let way = of_mouse[pieces.mouse].filter(|&way| way >= nearest)?;
    let mut level = sketch.floor_cells();
    level.retain(|&cell| {
        let even = of_cat[cell].is_some_and(|cat| cat + lead == way);
        even && cell != pieces.mouse && cell != pieces.food
    });
    pieces.cat = context.stream.pick(&level)?;
    Some(sketch.with_pieces(pieces, jumps))
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
    let (mut sketch, jumps, line) = draw_free_line(1, context)?;
    let (mouse, food) = (line[0], line[line.len() - 1]);
    let wall = context.stream.pick(&line[1..line.len() - 1])?;
    sketch.walls[wall] = true;
    let mut apart = sketch.floor_cells();
    apart.retain(|cell| !line.contains(cell));
    let cat = context.stream.pick(&apart)?;
    Some(sketch.with_pieces(Pieces { cat, mouse, food }, jumps))
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
    let (sketch, jumps, line) = draw_free_line(2, context)?;
    let (first, food) = (line[0], line[line.len() - 1]);
    let between = context.stream.pick(&line[1..line.len() - 1])?;
    // In most cases the cat stands between the mouse and the food, and in the others the mouse
    // stands between the cat and the food.
    let (mouse, cat) = if context.stream.chance(70) {
        (first, between)
    } else {
        (between, first)
    };
    Some(sketch.with_pieces(Pieces { cat, mouse, food }, jumps))
}

/// Draws a board with random walls and a straight line of at least three free cells. The mouse can
/// traverse the line in at most `moves` jumps.
fn draw_free_line(
    moves: u32,
    context: &mut DrawContext<'_>,
) -> Option<(BoardSketch, Jumps, Vec<usize>)> {
    let mut sketch = BoardSketch::draw_with_random_walls(context);
    let jumps = Jumps::draw(context);
    let stream = &mut *context.stream;
    let start = stream.below(sketch.walls.len());
    let direction = stream.below(4);
    let length = stream.between(2, (moves * u32::from(jumps.mouse)).max(2)) as usize;
    let line: Option<Vec<usize>> = (0..=length)
        .map(|steps| sketch.cell_at_offset(start, direction, steps))
        .collect();
    let line = line?;
    for &cell in &line {
        sketch.walls[cell] = false;
    }
    Some((sketch, jumps, line))
}
