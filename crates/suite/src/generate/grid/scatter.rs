//! Boards without a plan: walls scattered by chance, or none.

use super::sketch::{Jumps, Sketch};
use super::{PROBLEM, SIDE, cat_jump, cols, density, mouse_jump, rows};
use crate::generate::{Family, Parameter, Range, Settings, Stream};
use cat_and_mouse::problem::Instance;

/// Every cell is a wall with the same chance. The plain test that every
/// submission must pass; it kills gross misreadings such as swapped jumps,
/// swapped rows and columns, or walls that do not count.
///
/// ```text
/// .#..M.
/// ..#...
/// C...#F
/// ```
pub(super) const WALLS: Family = Family {
    name: "walls",
    problem: PROBLEM,
    kills: "gross misreadings: rows for columns, one jump for the other, walls ignored",
    parameters: &[
        rows(3, 8),
        cols(3, 8),
        density(10, 45),
        cat_jump(1, 4),
        mouse_jump(1, 4),
    ],
    per_draw: 1,
    draw: walls,
};

fn walls(settings: &Settings, stream: &mut Stream) -> Vec<Instance> {
    let sketch = Sketch::draw_scattered(settings, stream);
    let jumps = Jumps::draw(settings, stream);
    sketch.populate(jumps, stream)
}

/// No walls at all. Every line is open, so the two animals meet in the middle
/// of their jumps; it kills "may not pass over the other" and jumps that are
/// off by one.
///
/// ```text
/// ....M
/// .C...
/// ....F
/// ```
pub(super) const OPEN: Family = Family {
    name: "open",
    problem: PROBLEM,
    kills: "animals that block each other's jumps, jumps off by one",
    parameters: &[rows(2, 8), cols(2, 8), cat_jump(1, 8), mouse_jump(1, 8)],
    per_draw: 1,
    draw: open,
};

fn open(settings: &Settings, stream: &mut Stream) -> Vec<Instance> {
    let sketch = Sketch::draw_open(settings, stream);
    let jumps = Jumps::draw(settings, stream);
    sketch.populate(jumps, stream)
}

/// At most nine cells, so that a person can play the game out. It kills
/// wrong ends of the game: the order of the checks, who wins on the food, who
/// moves first.
///
/// ```text
/// CM
/// F.
/// ```
pub(super) const TINY: Family = Family {
    name: "tiny",
    problem: PROBLEM,
    kills: "wrong ends of the game: order of checks, cat on the food, who moves first",
    parameters: &[
        rows(1, 3),
        cols(1, 3),
        density(0, 40),
        cat_jump(1, 3),
        mouse_jump(1, 3),
    ],
    per_draw: 1,
    draw: walls,
};

/// A single row or column. It kills code that assumes at least two rows, and
/// races that forget that the mouse may jump over the cat.
///
/// ```text
/// M.C...F
/// ```
pub(super) const STRIP: Family = Family {
    name: "strip",
    problem: PROBLEM,
    kills: "boards of one row or column, the mouse may jump over the cat",
    parameters: &[
        Parameter::new(
            "length",
            "cells of the strip; above 8 only in extended suites",
            Range::new(3, 8),
            SIDE,
        ),
        Parameter::percent("upright", "chance of a column instead of a row", 50, 50),
        density(0, 10),
        cat_jump(1, 6),
        mouse_jump(1, 6),
    ],
    per_draw: 1,
    draw: strip,
};

fn strip(settings: &Settings, stream: &mut Stream) -> Vec<Instance> {
    let length = settings.draw("length", stream) as usize;
    let mut sketch = if settings.chance("upright", stream) {
        Sketch::open(length, 1)
    } else {
        Sketch::open(1, length)
    };
    sketch.scatter(settings.draw("density", stream), stream);
    let jumps = Jumps::draw(settings, stream);
    sketch.populate(jumps, stream)
}
