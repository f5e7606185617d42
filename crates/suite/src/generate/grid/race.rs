//! Races to the food.

use super::sketch::{Jumps, Sketch};
use super::{PROBLEM, cat_jump, cols, density, mouse_jump, rows};
use crate::generate::{Family, Parameter, Range, Settings, Stream};
use cat_and_mouse::problem::Instance;

/// Cat and mouse need nearly the same number of moves to the food, each alone
/// on the board. The first mover, a blocked way or a jump over the other
/// decides; it kills greedy answers that compare two distances.
///
/// ```text
/// M..#..
/// ..F...
/// ...#.C
/// ```
pub(super) const RACE: Family = Family {
    name: "race",
    problem: PROBLEM,
    kills: "greedy answers that compare the two distances to the food",
    parameters: &[
        rows(3, 8),
        cols(3, 8),
        density(10, 40),
        Parameter::new(
            "lead",
            "moves that the cat is nearer to the food than the mouse",
            Range::new(0, 1),
            Range::new(0, 20),
        ),
        Parameter::new(
            "nearest",
            "fewest moves between the mouse and the food",
            Range::new(2, 4),
            Range::new(1, 60),
        ),
        cat_jump(1, 4),
        mouse_jump(1, 4),
    ],
    per_draw: 1,
    draw: |settings, stream| race(settings, stream).unwrap_or_default(),
};

fn race(settings: &Settings, stream: &mut Stream) -> Option<Vec<Instance>> {
    let sketch = Sketch::draw_scattered(settings, stream);
    let lead = settings.draw("lead", stream);
    let nearest = settings.draw("nearest", stream);
    let jumps = Jumps::draw(settings, stream);
    let mut pieces = sketch.place(stream)?;
    let of_cat = sketch.moves_to(pieces.food, jumps.cat);
    let of_mouse = sketch.moves_to(pieces.food, jumps.mouse);
    let way = of_mouse[pieces.mouse].filter(|&way| way >= nearest)?;
    let mut level = sketch.floor();
    level.retain(|&cell| {
        let even = of_cat[cell].is_some_and(|cat| cat + lead == way);
        even && cell != pieces.mouse && cell != pieces.food
    });
    pieces.cat = stream.pick(&level)?;
    Some(sketch.instance(pieces, jumps))
}
