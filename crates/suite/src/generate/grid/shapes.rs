//! Boards that look built: rooms with doors, pillars.

use super::sketch::{Jumps, Sketch};
use super::{PROBLEM, cat_jump, cols, mouse_jump, rows};
use crate::generate::{Family, Parameter, Range, Settings, Stream};
use cat_and_mouse::problem::Instance;

/// Rooms divided by straight walls with one door each. The cat can wait at a
/// door; it kills "the cat may not stay" and greedy races by distance.
///
/// ```text
/// M..#..
/// ......
/// ##.###
/// ...#.F
/// ..C...
/// ```
pub(super) const ROOMS: Family = Family {
    name: "rooms",
    problem: PROBLEM,
    kills: "a cat that may not wait at a door, greedy races",
    parameters: &[
        rows(5, 8),
        cols(5, 8),
        Parameter::new(
            "smallest",
            "shortest side of a room, in cells",
            Range::new(1, 2),
            Range::new(1, 8),
        ),
        cat_jump(1, 4),
        mouse_jump(1, 4),
    ],
    per_draw: 1,
    draw: rooms,
};

/// A rectangle of cells, `bottom` and `right` excluded.
#[derive(Clone, Copy)]
struct Room {
    top: usize,
    bottom: usize,
    left: usize,
    right: usize,
}

fn rooms(settings: &Settings, stream: &mut Stream) -> Vec<Instance> {
    let mut sketch = Sketch::draw_open(settings, stream);
    let smallest = settings.draw("smallest", stream) as usize;
    let whole = Room {
        top: 0,
        bottom: sketch.rows,
        left: 0,
        right: sketch.cols,
    };
    let mut rest = vec![whole];
    while let Some(room) = rest.pop() {
        rest.extend(
            split(&mut sketch, room, smallest, stream)
                .into_iter()
                .flatten(),
        );
    }
    let jumps = Jumps::draw(settings, stream);
    sketch.populate(jumps, stream)
}

/// Divides a room by a wall with a door, if it is large enough.
fn split(
    sketch: &mut Sketch,
    room: Room,
    smallest: usize,
    stream: &mut Stream,
) -> Option<[Room; 2]> {
    let (height, width) = (room.bottom - room.top, room.right - room.left);
    let needed = 2 * smallest + 1;
    let across = match (height >= needed, width >= needed) {
        (false, false) => return None,
        (true, true) => stream.percent(50),
        (tall, _) => tall,
    };
    if across {
        let wall = room.top + smallest + stream.below(height - needed + 1);
        let door = room.left + stream.below(width);
        for col in (room.left..room.right).filter(|&col| col != door) {
            sketch.walls[wall * sketch.cols + col] = true;
        }
        let above = Room {
            bottom: wall,
            ..room
        };
        let below = Room {
            top: wall + 1,
            ..room
        };
        Some([above, below])
    } else {
        let wall = room.left + smallest + stream.below(width - needed + 1);
        let door = room.top + stream.below(height);
        for row in (room.top..room.bottom).filter(|&row| row != door) {
            sketch.walls[row * sketch.cols + wall] = true;
        }
        let before = Room {
            right: wall,
            ..room
        };
        let after = Room {
            left: wall + 1,
            ..room
        };
        Some([before, after])
    }
}

/// A regular lattice of single walls. The mouse can circle around any of them
/// for ever, so most positions never settle; it kills searches that take
/// "not decided yet" for a win, and caches keyed without the turn.
///
/// ```text
/// M....
/// .#.#.
/// ..C..
/// .#.#.
/// ....F
/// ```
pub(super) const PILLARS: Family = Family {
    name: "pillars",
    problem: PROBLEM,
    kills: "undecided positions taken for decided, caches keyed without the turn",
    parameters: &[
        rows(5, 8),
        cols(5, 8),
        Parameter::percent("missing", "chance that a pillar is left out", 0, 30),
        cat_jump(1, 4),
        mouse_jump(1, 4),
    ],
    per_draw: 1,
    draw: pillars,
};

fn pillars(settings: &Settings, stream: &mut Stream) -> Vec<Instance> {
    let mut sketch = Sketch::draw_open(settings, stream);
    for cell in 0..sketch.walls.len() {
        let (row, col) = (cell / sketch.cols, cell % sketch.cols);
        let stands = row % 2 == 1 && col % 2 == 1;
        sketch.walls[cell] = stands && !settings.chance("missing", stream);
    }
    let jumps = Jumps::draw(settings, stream);
    sketch.populate(jumps, stream)
}
