//! Boards with structure: rooms with doors, pillars, an enclosed cell.

use super::sketch::{Jumps, Sketch};
use crate::generate::Stream;
use crate::generate::family::{Dice, Drawn};

/// Rooms divided by straight walls with one door each. The cat can wait at a door; it kills "the
/// cat may not stay" and greedy answers that compare distances.
///
/// ```text
/// M..#..
/// ......
/// ##.###
/// ...#.F
/// ..C...
/// ```
pub(in super::super) fn rooms(dice: &mut Dice<'_>) -> Drawn {
    let mut sketch = Sketch::draw_open(dice);
    let smallest = dice.count("smallest");
    let mut rest = vec![[(0, sketch.rows), (0, sketch.cols)]];
    while let Some(room) = rest.pop() {
        let parts = split(&mut sketch, room, smallest, dice.stream);
        rest.extend(parts.into_iter().flatten());
    }
    sketch.populate(dice)
}

/// The rows and the columns of a rectangle of cells, each as a half-open range.
type Room = [(usize, usize); 2];

/// Divides a room by a wall with a door. Returns `None` if the room is too small.
fn split(
    sketch: &mut Sketch,
    room: Room,
    smallest: usize,
    stream: &mut Stream,
) -> Option<[Room; 2]> {
    let [tall, wide] = room.map(|(from, to)| to - from > 2 * smallest);
    // The side that is cut in two: 0 by a wall along a row, 1 along a column.
    let cut = match (tall, wide) {
        (false, false) => return None,
        (true, true) => usize::from(!stream.percent(50)),
        (tall, _) => usize::from(!tall),
    };
    let ((from, to), (begin, end)) = (room[cut], room[1 - cut]);
    let wall = from + smallest + stream.below(to - from - 2 * smallest);
    let door = begin + stream.below(end - begin);
    for place in (begin..end).filter(|&place| place != door) {
        let (row, col) = if cut == 0 {
            (wall, place)
        } else {
            (place, wall)
        };
        sketch.walls[row * sketch.cols + col] = true;
    }
    let mut parts = [room; 2];
    parts[0][cut].1 = wall;
    parts[1][cut].0 = wall + 1;
    Some(parts)
}

/// A regular lattice of single walls. The mouse can circle around any of them for ever, so most
/// positions stay undecided; it kills searches that take "not decided yet" for a win, and caches
/// whose key lacks the turn.
///
/// ```text
/// M....
/// .#.#.
/// ..C..
/// .#.#.
/// ....F
/// ```
pub(in super::super) fn pillars(dice: &mut Dice<'_>) -> Drawn {
    let mut sketch = Sketch::draw_open(dice);
    for cell in 0..sketch.walls.len() {
        let (row, col) = (cell / sketch.cols, cell % sketch.cols);
        let stands = row % 2 == 1 && col % 2 == 1;
        sketch.walls[cell] = stands && !dice.chance("missing");
    }
    sketch.populate(dice)
}

/// Walls around the cat, the mouse or the food. A mouse that cannot reach the food loses, and a cat
/// that cannot move may still stay; it kills code that assumes a move, searches that never end, and
/// "nobody wins, so the mouse does".
///
/// ```text
/// M...#.
/// ..###C
/// ...F##
/// ```
pub(in super::super) fn sealed(dice: &mut Dice<'_>) -> Drawn {
    let mut sketch = Sketch::draw_open(dice);
    let whom = dice.count("whom");
    let jumps = Jumps::draw(dice);
    let pieces = sketch.place(dice)?;
    sketch.scatter(dice);
    let all = [pieces.cat, pieces.mouse, pieces.food];
    for cell in sketch.neighbours(all[whom]) {
        if all.contains(&cell) {
            return None;
        }
        sketch.walls[cell] = true;
    }
    for cell in all {
        sketch.walls[cell] = false;
    }
    Some(sketch.with(pieces, jumps))
}
