//! Boards about the edges of a jump.

use super::sketch::{Jumps, Pieces, Sketch};
use super::{PROBLEM, cat_jump, cols, density, mouse_jump, rows};
use crate::generate::{Family, Settings, Stream};
use cat_and_mouse::problem::Instance;

/// Jumps longer than the board on a small board. It kills code that lands
/// only at full length, or that indexes past the edge.
///
/// ```text
/// M.#F      both jumps 8
/// ...C
/// ```
pub(super) const LONG_JUMP: Family = Family {
    name: "long-jump",
    problem: PROBLEM,
    kills: "landing only at full length, indexing past the edge",
    parameters: &[
        rows(1, 5),
        cols(2, 5),
        density(10, 50),
        cat_jump(5, 8),
        mouse_jump(5, 8),
    ],
    per_draw: 1,
    draw: long_jump,
};

fn long_jump(settings: &Settings, stream: &mut Stream) -> Vec<Instance> {
    let sketch = Sketch::draw_scattered(settings, stream);
    let jumps = Jumps::draw(settings, stream);
    sketch.populate(jumps, stream)
}

/// The mouse in line with the food, a wall between, and a jump that would
/// reach it. It kills jumps that check the landing cell only.
///
/// ```text
/// M.#F.     mouse jump 3
/// ....C
/// ```
pub(super) const WALL_IN_WAY: Family = Family {
    name: "wall-in-way",
    problem: PROBLEM,
    kills: "jumps through walls",
    parameters: &[
        rows(3, 8),
        cols(3, 8),
        density(10, 40),
        cat_jump(1, 5),
        mouse_jump(2, 6),
    ],
    per_draw: 1,
    draw: |settings, stream| wall_in_way(settings, stream).unwrap_or_default(),
};

fn wall_in_way(settings: &Settings, stream: &mut Stream) -> Option<Vec<Instance>> {
    let (mut sketch, jumps, line) = free_line(settings, 1, stream)?;
    let (mouse, food) = (line[0], line[line.len() - 1]);
    let wall = stream.pick(&line[1..line.len() - 1])?;
    sketch.walls[wall] = true;
    let mut apart = sketch.floor();
    apart.retain(|cell| !line.contains(cell));
    let cat = stream.pick(&apart)?;
    Some(sketch.instance(Pieces { cat, mouse, food }, jumps))
}

/// One animal in line between the other and the food, which is one or two
/// jumps of the mouse away. Passing over is allowed, landing decides; it kills "may not pass the other animal" and
/// "captured on the way".
///
/// ```text
/// M.C.F     mouse jump 4
/// .....
/// ```
pub(super) const ANIMAL_IN_WAY: Family = Family {
    name: "animal-in-way",
    problem: PROBLEM,
    kills: "animals that cannot pass each other, capture on the way",
    parameters: &[
        rows(3, 8),
        cols(3, 8),
        density(10, 40),
        cat_jump(1, 5),
        mouse_jump(2, 6),
    ],
    per_draw: 1,
    draw: |settings, stream| animal_in_way(settings, stream).unwrap_or_default(),
};

fn animal_in_way(settings: &Settings, stream: &mut Stream) -> Option<Vec<Instance>> {
    let (sketch, jumps, line) = free_line(settings, 2, stream)?;
    let (first, food) = (line[0], line[line.len() - 1]);
    let between = stream.pick(&line[1..line.len() - 1])?;
    // Mostly the mouse passes the cat, sometimes the cat passes the mouse.
    let (mouse, cat) = if stream.percent(70) {
        (first, between)
    } else {
        (between, first)
    };
    Some(sketch.instance(Pieces { cat, mouse, food }, jumps))
}

/// Scattered walls around a straight line of free cells that the mouse passes
/// in at most `moves` jumps, and that has a cell between its ends.
fn free_line(
    settings: &Settings,
    moves: u32,
    stream: &mut Stream,
) -> Option<(Sketch, Jumps, Vec<usize>)> {
    let mut sketch = Sketch::draw_scattered(settings, stream);
    let jumps = Jumps::draw(settings, stream);
    let start = stream.below(sketch.walls.len());
    let direction = stream.below(4);
    let length = stream.between(2, (moves * u32::from(jumps.mouse)).max(2)) as usize;
    let line: Option<Vec<usize>> = (0..=length)
        .map(|steps| sketch.offset(start, direction, steps))
        .collect();
    let line = line?;
    for &cell in &line {
        sketch.walls[cell] = false;
    }
    Some((sketch, jumps, line))
}
