//! Boards on which someone cannot get anywhere.

use super::sketch::{Jumps, Sketch};
use super::{PROBLEM, cat_jump, cols, density, mouse_jump, rows};
use crate::generate::{Family, Parameter, Range, Settings, Stream};
use cat_and_mouse::problem::Instance;

/// Walls all around one piece: the cat, the mouse or the food. A mouse that
/// cannot come to the food loses, a cat that cannot move may still stay; it
/// kills code that assumes a move, searches that never end, and "nobody wins,
/// so the mouse does".
///
/// ```text
/// M...#.
/// ..###C
/// ...F##
/// ```
pub(super) const SEALED: Family = Family {
    name: "sealed",
    problem: PROBLEM,
    kills: "animals without a move, searches that never end, nobody wins",
    parameters: &[
        rows(3, 8),
        cols(3, 8),
        Parameter::new(
            "whom",
            "who is walled in: 0 the cat, 1 the mouse, 2 the food",
            Range::new(0, 2),
            Range::new(0, 2),
        ),
        density(5, 35),
        cat_jump(1, 4),
        mouse_jump(1, 4),
    ],
    per_draw: 1,
    draw: sealed,
};

fn sealed(settings: &Settings, stream: &mut Stream) -> Vec<Instance> {
    let mut sketch = Sketch::draw_open(settings, stream);
    let whom = settings.draw("whom", stream) as usize;
    let jumps = Jumps::draw(settings, stream);
    let Some(pieces) = sketch.place(stream) else {
        return Vec::new();
    };
    sketch.scatter(settings.draw("density", stream), stream);
    let prisoner = [pieces.cat, pieces.mouse, pieces.food][whom];
    for cell in sketch.beside(prisoner) {
        if pieces.occupy(cell) {
            return Vec::new();
        }
        sketch.walls[cell] = true;
    }
    for cell in [pieces.cat, pieces.mouse, pieces.food] {
        sketch.walls[cell] = false;
    }
    sketch.instance(pieces, jumps)
}
