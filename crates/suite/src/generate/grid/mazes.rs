//! Boards with narrow paths: mazes, snakes, corridors.

use super::sketch::{Jumps, Pieces, Sketch};
use crate::generate::Stream;
use crate::generate::family::{Dice, Drawn};

/// A maze: cells on even rows and columns, joined by a random spanning tree, and by further doors
/// with the chance `loops`. With one path between any two cells, the mouse can be cut off; it kills
/// move counts that are too small for long paths, and greedy races.
///
/// ```text
/// M.#...
/// #...#.
/// ..#.#F
/// ```
pub(in super::super) fn maze(dice: &mut Dice<'_>) -> Drawn {
    let open = Sketch::draw_open(dice);
    let mut sketch = Sketch::new(open.rows, open.cols, true);
    sketch.walls[0] = false;
    let mut path = vec![0];
    while let Some(&hall) = path.last() {
        let mut ways: Vec<(usize, usize)> = (0..4)
            .filter_map(|d| Some((sketch.offset(hall, d, 1)?, sketch.offset(hall, d, 2)?)))
            .collect();
        ways.retain(|&(_, next)| sketch.walls[next]);
        if let Some((door, next)) = dice.stream.pick(&ways) {
            sketch.walls[door] = false;
            sketch.walls[next] = false;
            path.push(next);
        } else {
            path.pop();
        }
    }
    for cell in 0..sketch.walls.len() {
        let is_door = (cell / sketch.cols + cell % sketch.cols) % 2 == 1;
        if is_door && sketch.walls[cell] && dice.chance("loops") {
            sketch.walls[cell] = false;
        }
    }
    sketch.populate(dice)
}

/// A path that winds from side to side, with the food at its end. The mouse may need a move for
/// nearly every cell; it kills horizons such as `rows + cols` and `2 * rows`.
///
/// ```text
/// F...
/// ###.
/// ...C
/// .###
/// ...M
/// ```
pub(in super::super) fn snake(dice: &mut Dice<'_>) -> Drawn {
    let mut sketch = Sketch::draw_open(dice);
    let upright = dice.chance("upright");
    for cell in 0..sketch.walls.len() {
        let (row, col) = (cell / sketch.cols, cell % sketch.cols);
        let (lane, along, last) = if upright {
            (col, row, sketch.rows - 1)
        } else {
            (row, col, sketch.cols - 1)
        };
        // Every second lane is a wall, with its gap at alternating ends.
        let gap = if lane % 4 == 1 { last } else { 0 };
        let inner = lane % 2 == 1 && along != gap;
        sketch.walls[cell] = inner && !dice.chance("holes");
    }
    let jumps = Jumps::draw(dice);
    let mut pieces = sketch.place(dice)?;
    // The path starts in the first cell.
    if pieces.cat != 0 && pieces.mouse != 0 {
        pieces.food = 0;
    }
    Some(sketch.with(pieces, jumps))
}

/// A random path that never touches itself, with the mouse at one end, the food at the other, and a
/// separate cell for the cat if there is space. Such paths give the longest wins; they kill ply
/// caps.
///
/// ```text
/// M...#C
/// ###.##
/// ....#.
/// .###..
/// ...F##
/// ```
pub(in super::super) fn corridor(dice: &mut Dice<'_>) -> Drawn {
    let open = Sketch::draw_open(dice);
    let tries = dice.number("tries");
    let jumps = Jumps::draw(dice);
    let longest = (0..tries)
        .map(|_| walk(&open, dice.stream))
        .max_by_key(Vec::len)?;
    let mut sketch = Sketch::new(open.rows, open.cols, true);
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
    let chamber = dice.stream.pick(&apart);
    let cat = chamber.or_else(|| dice.stream.pick(middle))?;
    sketch.walls[cat] = false;
    let (mouse, food) = (*mouse, *food);
    Some(sketch.with(Pieces { cat, mouse, food }, jumps))
}

/// Returns a random path that continues while the next cell touches no earlier cell except its
/// predecessor.
fn walk(open: &Sketch, stream: &mut Stream) -> Vec<usize> {
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
