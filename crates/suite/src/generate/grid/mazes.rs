//! Boards with narrow paths: mazes, winding paths and corridors.

use super::board_builder::{BoardBuilder, MaxJumps, Pieces};
use crate::generate::RandomStream;
use crate::generate::family::{DrawContext, DrawnInstances};

/// A maze: a random spanning tree joins the cells in even rows and columns. Each remaining door is
/// opened with probability `loops`, which creates loops. If there is only one path between two
/// cells, the cat can cut the mouse off. The family catches programs that only compare distances,
/// or whose move limit is too small for long paths.
///
/// ```text
/// M.#...
/// #...#.
/// ..#.#F
/// ```
pub(in super::super) fn maze(context: &mut DrawContext<'_>) -> DrawnInstances {
    let open = BoardBuilder::without_walls(context);
    let mut builder = BoardBuilder::new(open.rows, open.cols, true);
    builder.walls[0] = false;
    let mut path = vec![0];
    while let Some(&hall) = path.last() {
        let mut ways: Vec<(usize, usize)> = (0..4)
            .filter_map(|d| {
                Some((
                    builder.cell_at_offset(hall, d, 1)?,
                    builder.cell_at_offset(hall, d, 2)?,
                ))
            })
            .collect();
        ways.retain(|&(_, next)| builder.walls[next]);
        if let Some((door, next)) = context.stream.pick(&ways) {
            builder.walls[door] = false;
            builder.walls[next] = false;
            path.push(next);
        } else {
            path.pop();
        }
    }
    for cell in 0..builder.walls.len() {
        let is_door = (cell / builder.cols + cell % builder.cols) % 2 == 1;
        if is_door && builder.walls[cell] && context.draw_bool("loops") {
            builder.walls[cell] = false;
        }
    }
    builder.with_random_pieces(context)
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
    let mut builder = BoardBuilder::without_walls(context);
    let upright = context.draw_bool("upright");
    for cell in 0..builder.walls.len() {
        let (row, col) = (cell / builder.cols, cell % builder.cols);
        let (lane, along, last) = if upright {
            (col, row, builder.rows - 1)
        } else {
            (row, col, builder.cols - 1)
        };
        // Every second lane is a wall. The gap in each wall is at one of its ends, alternately at
        // the last and at the first cell.
        let gap = if lane % 4 == 1 { last } else { 0 };
        let inner = lane % 2 == 1 && along != gap;
        builder.walls[cell] = inner && !context.draw_bool("holes");
    }
    let jumps = MaxJumps::draw(context);
    let mut pieces = builder.place_pieces_randomly(context)?;
    // The path starts in the first cell.
    if pieces.cat != 0 && pieces.mouse != 0 {
        pieces.food = 0;
    }
    Some(builder.with_pieces(pieces, jumps))
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
    let open = BoardBuilder::without_walls(context);
    let tries = context.draw_parameter("tries");
    let jumps = MaxJumps::draw(context);
    let longest = (0..tries)
        .map(|_| random_path(&open, context.stream))
        .max_by_key(Vec::len)?;
    let mut builder = BoardBuilder::new(open.rows, open.cols, true);
    for &cell in &longest {
        builder.walls[cell] = false;
    }
    let [mouse, middle @ .., food] = &longest[..] else {
        return None;
    };
    let mut apart: Vec<usize> = (0..builder.walls.len()).collect();
    apart.retain(|&cell| {
        let around = builder.neighbours(cell);
        builder.walls[cell] && around.iter().all(|&next| builder.walls[next])
    });
    let chamber = context.stream.pick(&apart);
    let cat = chamber.or_else(|| context.stream.pick(middle))?;
    builder.walls[cat] = false;
    let (mouse, food) = (*mouse, *food);
    Some(builder.with_pieces(Pieces { cat, mouse, food }, jumps))
}

/// Returns a random path that never touches itself. Extends the path until any further cell would
/// be adjacent to an earlier cell of the path.
fn random_path(open: &BoardBuilder, stream: &mut RandomStream) -> Vec<usize> {
    let mut path = vec![stream.below(open.walls.len())];
    loop {
        let mut ways = open.neighbours(path[path.len() - 1]);
        ways.retain(|next| {
            let around = open.neighbours(*next);
            let touched = around.iter().filter(|cell| path.contains(cell)).count();
            !path.contains(next) && touched == 1
        });
        match stream.pick(&ways) {
            Some(next) => path.push(next),
            None => return path,
        }
    }
}
