//! Boards that cost a solver the most.

use super::sketch::{Jumps, Sketch};
use super::{PROBLEM, cat_jump, cols, density, mouse_jump, rows};
use crate::generate::{Family, Parameter, Range, Settings, Stream};
use cat_and_mouse::problem::Instance;

/// Nearly open boards of full size with the longest jumps, of which the one
/// with the most moves over all positions is kept. Every pair of cells is a
/// state and every state has up to 15 moves; it kills searches that visit
/// states again and again, and tables keyed by strings.
///
/// ```text
/// M.......
/// ........
/// .....#..      both jumps 8: 2 * 63 * 63 states
/// ...C....
/// .......F
/// ```
pub(super) const WORST: Family = Family {
    name: "worst",
    problem: PROBLEM,
    kills: "searches that visit states again and again: most states, most moves",
    parameters: &[
        rows(8, 8),
        cols(8, 8),
        density(0, 8),
        Parameter::new(
            "tries",
            "boards of which the one with the most moves is kept",
            Range::new(10, 10),
            Range::new(1, 1000),
        ),
        cat_jump(6, 8),
        mouse_jump(6, 8),
    ],
    per_draw: 1,
    draw: worst,
};

fn worst(settings: &Settings, stream: &mut Stream) -> Vec<Instance> {
    let jumps = Jumps::draw(settings, stream);
    let tries = settings.draw("tries", stream);
    let heaviest = (0..tries)
        .map(|_| Sketch::draw_scattered(settings, stream))
        .max_by_key(|sketch| moves(sketch, jumps));
    heaviest.map_or_else(Vec::new, |sketch| sketch.populate(jumps, stream))
}

/// Moves over all positions of both animals, either one to move.
fn moves(sketch: &Sketch, jumps: Jumps) -> usize {
    let floor = sketch.floor();
    let of = |jump: u16| -> usize {
        let moves = floor
            .iter()
            .map(|&cell| 1 + sketch.landings(cell, jump).len());
        moves.sum()
    };
    floor.len() * (of(jumps.cat) + of(jumps.mouse))
}
