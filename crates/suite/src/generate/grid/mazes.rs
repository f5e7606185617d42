//! Boards with narrow paths: mazes, winding paths and corridors.

use super::board_sketch::{BoardSketch, Jumps, Pieces};
use crate::generate::RandomStream;
use crate::generate::family::{DrawContext, DrawnInstances};

/// A maze: a random spanning tree joins the cells in even rows and columns. Each remaining door is
/// opened with the probability `loops`. If there is only one path between two cells, the cat can
/// cut the mouse off. The family catches programs whose move limit is too small for long paths, or
/// that only compare distances.
///
/// ```text
/// M.#...
/// #...#.
/// ..#.#F
/// ```
pub(in super::super) fn maze(context: &mut DrawContext<'_>) -> DrawnInstances {
    let open = BoardSketch::draw_without_walls(context);
    let mut sketch = BoardSketch::new(open.rows, open.cols, true);
    sketch.walls[0] = false;
    let mut path = vec![0];
    while let Some(&hall) = path.last() {
        let mut ways: Vec<(usize, usize)> = (0..4)
            .filter_map(|d| {
                Some((
                    sketch.cell_at_offset(hall, d, 1)?,
                    sketch.cell_at_offset(hall, d, 2)?,
                ))
            })
            .collect();
        ways.retain(|&(_, next)| sketch.walls[next]);
        if let Some((door, next)) = context.stream.pick(&ways) {
            sketch.walls[door] = false;
            sketch.walls[next] = false;
            path.push(next);
        } else {
            path.pop();
        }
    }
    for cell in 0..sketch.walls.len() {
        let is_door = (cell / sketch.cols + cell % sketch.cols) % 2 == 1;
        if is_door && sketch.walls[cell] && context.draw_bool("loops") {
            sketch.walls[cell] = false;
        }
    }
    sketch.with_random_pieces(context)
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
    let mut sketch = BoardSketch::draw_without_walls(context);
    let upright = context.draw_bool("upright");
    for cell in 0..sketch.walls.len() {
        let (row, col) = (cell / sketch.cols, cell % sketch.cols);
        let (lane, along, last) = if upright {
            (col, row, sketch.rows - 1)
        } else {
            (row, col, sketch.cols - 1)
        };
        // Every second lane is a wall. The gap in each wall is at one of its ends, alternately at
        // the last and at the first cell.
        let gap = if lane % 4 == 1 { last } else { 0 };
        let inner = lane % 2 == 1 && along != gap;
        sketch.walls[cell] = inner && !context.draw_bool("holes");
    }
    let jumps = Jumps::draw(context);
    let mut pieces = sketch.place_pieces_randomly(context)?;
    // The path starts in the first cell.
    if pieces.cat != 0 && pieces.mouse != 0 {
        pieces.food = 0;
    }
    Some(sketch.with_pieces(pieces, jumps))
}

/// A random path that never touches itself, with the mouse at one end and the food at the other
/// end. The cat is walled in on a cell away from the path, if there is room for such a cell. On
/// such boards, the mouse's wins are the longest. The family catches programs that stop at a ply
/// limit.
///
/// ```text
/// M...#C
/// ###.##
/// ....#.
/// .###..
/// ...F##
/// ```
pub(in super::super) fn corridor(context: &mut DrawContext<'_>) -> DrawnInstances {
    let open = BoardSketch::draw_without_walls(context);
    let tries = context.draw_parameter("tries");
    let jumps = Jumps::draw(context);
    let longest = (0..tries)
        .map(|_| random_path(&open, context.stream))
        .max_by_key(Vec::len)?;
    let mut sketch = BoardSketch::new(open.rows, open.cols, true);
    for &cell in &longest {
        sketch.walls[cell] = false;
    }
    let [mouse, middle @ .., food] = &longest[..] else {
        return None;
    };
    let mut apart: Vec<usize> = (0..sketch.walls.len()).collect();
    apart.retain(|&cell| {
        let around = sketch.neighbours(cell);
        sketch.walls[cell] && around.iter().all(|&next| sketch.walls[next])
    });
    let chamber = context.stream.pick(&apart);
    let cat = chamber.or_else(|| context.stream.pick(middle))?;
    sketch.walls[cat] = false;
    let (mouse, food) = (*mouse, *food);
    Some(sketch.with_pieces(Pieces { cat, mouse, food }, jumps))
}

/// Returns a random path that never touches itself. Extends the path until any further cell would
/// be adjacent to an earlier cell of the path.
fn random_path(open: &BoardSketch, stream: &mut RandomStream) -> Vec<usize> {
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
